/** The reasons why a remote, screen or slot failed to load. */

export type FailureReason =
  /** No remote of this name is in the snapshot, or it has no such screen or slot. */
  | 'unknown'
  /** It needs a contract, package, event or slot that this shell does not have; none of its files was requested. */
  | 'incompatible'
  /** A file did not arrive, or arrived too late. */
  | 'unreachable'
  /** A file has other bytes than were released; the browser did not run them. */
  | 'integrity-mismatch'
  /** It arrived and does not work. */
  | 'broken';

export interface Failed {
  status: 'failed';
  reason: FailureReason;
  /** For developers and logs; visitors get the screen's own words. */
  error: Error;
}

export function failed(reason: FailureReason, message: string, cause?: unknown): Failed {
  return { status: 'failed', reason, error: new Error(message, { cause }) };
}

export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Webpack reports a lost script with this name, and a lost style with a code. */
export function isLostChunk(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return cause.name === 'ChunkLoadError' || (cause as { code?: unknown }).code === 'CSS_CHUNK_LOAD_FAILED';
}

/** The address of the file that webpack or federation did not get, if the error has one. */
export const failedRequest = (cause: unknown): unknown => (cause as { request?: unknown }).request;

/** Webpack and the federation runtime mark a file that did not arrive; every other error is the remote's own fault. */
export function reasonOf(cause: unknown): FailureReason {
  const isMissingFile = isLostChunk(cause) || /ScriptNetworkError/.test(messageOf(cause));
  return isMissingFile ? 'unreachable' : 'broken';
}
