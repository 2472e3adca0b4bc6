/** What a remote asks of the shell it runs in. */
export interface Needs {
  /** Semver range of shared-contracts. */
  contract: string;
  /** Semver ranges of the packages it takes from the shell. */
  packages: Readonly<Record<string, string>>;
  /** Names of the events it publishes or hears. */
  events: readonly string[];
  /** Names of the slots it fills, or its manifest's slots. */
  slots: readonly (string | { slot: string })[];
}

/** What a shell has to give. */
export interface Provides {
  contract: string;
  packages: Readonly<Record<string, string>>;
  events: readonly string[];
  slots: readonly string[];
}

/** One thing that a remote needs and a shell does not have. */
export interface Mismatch {
  /** 'contract', 'event', 'slot' or the name of a package. */
  what: string;
  needed: string;
  provided: string;
}

/** Who looks at the page, by the cookies `visitor` (random, made once), `channel` ('beta') and `set_back`. */
export interface Visit {
  visitor?: string | undefined;
  channel?: string | undefined;
  /** Releases that failed this visitor too often, with '|' between: 'catalog@1.0.0-3f9a01c2'. They get another. */
  setBack?: readonly string[] | undefined;
}

/** A release that is not everybody's: of a channel, or of a share of the visitors. */
export interface Offer<Release> {
  part: string;
  channel?: string;
  /** 0 to 100. */
  percent?: number;
  /** ISO 8601. */
  since: string;
  release: Release;
}

/** An earlier release: enough to decide whether it fits. The rest is in its record. */
export interface KeptRelease extends Needs {
  version: string;
  path: string;
  /** Integrity of the file `release.json` in its folder, which is the whole release. */
  record: string;
}

/** What the rules read of a snapshot. */
export interface Choices<Host, Remote extends Needs & { version: string }> {
  host: Host;
  remotes: Readonly<Record<string, Remote>>;
  offers: readonly Offer<Host | Remote>[];
  /** Newest first; nothing that was recalled. */
  kept: Readonly<Record<string, readonly KeptRelease[]>>;
}

export interface Choice<Remote> {
  /** Undefined: nothing fits, or the visitor was moved back from all that does. */
  release: Remote | KeptRelease | undefined;
  /** What was wanted more and does not fit, in that order. */
  refused: { version: string; mismatches: Mismatch[] }[];
}

/** Whether a version is in a range; of the federation runtime. */
export type Satisfy = (version: string, range: string) => boolean;

/** 0 to 99, always the same for a visitor and a part: a share takes those below its percentage. */
export function bucketOf(visitor: string, part: string): number;

/** @param cookies a Cookie header or document.cookie */
export function readVisit(cookies: string): Visit;

export function isOfferedTo(offer: Pick<Offer<unknown>, 'part' | 'channel' | 'percent'>, visit: Visit): boolean;

/** The shell that this visitor's page comes from. */
export function hostFor<Host extends { version: string }>(
  snapshot: { host: Host; offers: readonly Offer<unknown>[] },
  visit: Visit,
): Host;

/**
 * The same for paths that are one to the router: names of parameters, capitals and a slash at the end tell none apart.
 * '/venues/:venueId' is '/Venues/:id/'.
 */
export function shapeOf(path: string): string;

/** Empty when the remote fits. */
export function mismatchesOf(needs: Needs, provides: Provides, satisfy: Satisfy): Mismatch[];

/** Who needs what, in a sentence. @param shell 'this shell', 'the live shell' */
export function describe(remote: string, version: string, mismatch: Mismatch, shell: string): string;

/**
 * The release of a remote that this visitor gets: what is offered to them, else what is live, else the newest kept one,
 * the first of them that fits the shell and that they were not moved back from.
 */
export function choose<Remote extends Needs & { version: string }>(
  snapshot: Choices<unknown, Remote>,
  remote: string,
  visit: Visit,
  provides: Provides,
  satisfy: Satisfy,
): Choice<Remote>;
