/** Compares the running build with the served one. A check that fails counts as up to date. */

export type UpdateState = 'checking' | 'up-to-date' | 'out-of-date';

export type UpdateEvent =
  | { type: 'version-served'; version: string }
  /** No response in time, an error, or a response without a version. */
  | { type: 'check-failed' };

export interface UpdateRules {
  /** The running build's version. */
  current: string;
  /** An older version counts as an update, too: the site was rolled back. */
  reloadOnDowngrade: boolean;
}

/** Pure: the next state of a check. */
export function nextState(state: UpdateState, event: UpdateEvent, rules: UpdateRules): UpdateState {
  if (state !== 'checking') return state;
  if (event.type === 'check-failed') return 'up-to-date';
  const { current, reloadOnDowngrade } = rules;
  const isUpdate = reloadOnDowngrade ? event.version !== current : isNewer(event.version, current);
  return isUpdate ? 'out-of-date' : 'up-to-date';
}

/**
 * The order of two semantic versions. Build metadata does not count; a pre-release comes before its release. False if
 * one of them is no version.
 */
export function isNewer(candidate: string, than: string): boolean {
  const a = parse(candidate);
  const b = parse(than);
  if (!a || !b) return false;
  for (const [index, number] of a.numbers.entries()) {
    const other = b.numbers[index] ?? 0;
    if (number !== other) return number > other;
  }
  return isLaterPreRelease(a.preRelease, b.preRelease);
}

interface Version {
  numbers: number[];
  preRelease: string[];
}

function parse(text: string): Version | undefined {
  const parts = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text.trim());
  if (!parts) return undefined;
  const [, major, minor, patch, preRelease] = parts;
  return { numbers: [major, minor, patch].map(Number), preRelease: preRelease?.split('.') ?? [] };
}

function isLaterPreRelease(a: string[], b: string[]): boolean {
  if (a.length === 0 || b.length === 0) return a.length === 0 && b.length > 0;
  for (const [index, identifier] of a.entries()) {
    const other = b[index];
    if (other === undefined) return true;
    if (identifier === other) continue;
    const areNumbers = /^\d+$/.test(identifier) && /^\d+$/.test(other);
    return areNumbers ? Number(identifier) > Number(other) : identifier > other;
  }
  return false;
}

/** A slow site is not a broken one. */
const FETCH_TIMEOUT_MS = 120_000;

/**
 * Reads the version that is served.
 * @param directory the folder of meta.json; empty for the root
 * @throws if there is no response in time, or it has no version
 */
export async function fetchServedVersion(directory = ''): Promise<string> {
  const address = `${directory.replace(/\/+$/, '')}/meta.json`;
  const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} responded with ${response.status}.`);
  const { version } = (await response.json()) as { version?: unknown };
  if (typeof version !== 'string') throw new Error(`${address} has no version.`);
  return version;
}

export interface UpdateCheck extends UpdateRules {
  fetchVersion: () => Promise<string>;
  /** Called with every state, 'checking' first. `served` is the site's version. */
  onState: (state: UpdateState, served?: string) => void;
}

/** Runs one check. Never rejects. */
export async function checkForUpdate({ fetchVersion, onState, ...rules }: UpdateCheck): Promise<UpdateState> {
  onState('checking');
  try {
    const version = await fetchVersion();
    const state = nextState('checking', { type: 'version-served', version }, rules);
    onState(state, version);
    return state;
  } catch (error) {
    console.warn('The version check failed; this version counts as up to date', error);
    const state = nextState('checking', { type: 'check-failed' }, rules);
    onState(state);
    return state;
  }
}
