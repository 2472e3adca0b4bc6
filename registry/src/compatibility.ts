/** Whether a remote is compatible with a shell: the one rule for releases, the server and the shell. */
// The federation runtime decides with this function whether a remote takes a package from the shell. A release that used
// another one could accept what the page refuses: decision 0043.
import { satisfy } from '@module-federation/runtime';
import type { HostRelease, PreviousRelease, RemoteRelease } from './model';

/** What a remote needs of the shell it runs in; `slots` are names, or those of its manifest. */
export type Requirements =
  | Pick<RemoteRelease, 'contract' | 'packages' | 'events' | 'slots'>
  | Pick<PreviousRelease, 'contract' | 'packages' | 'events' | 'slots'>;

/** What a shell provides to remotes. */
export type Provided = Pick<HostRelease, 'contract' | 'packages' | 'events' | 'slots'>;

/** One thing that a remote needs and a shell does not have. */
export interface Mismatch {
  /** 'contract', 'event', 'slot' or the name of a package. */
  what: string;
  needed: string;
  provided: string;
}

/** Whether shared-contracts of this version are in a remote's range. */
export const isContractInRange = (version: string, range: string): boolean => satisfy(version, range);

/** Empty when the remote is compatible with the shell. */
export function mismatchesOf({ contract, packages, events, slots }: Requirements, provided: Provided): Mismatch[] {
  const found: Mismatch[] = [];
  if (!satisfy(provided.contract, contract)) {
    found.push({ what: 'contract', needed: contract, provided: provided.contract });
  }
  for (const [name, range] of Object.entries(packages)) {
    const version = provided.packages[name];
    if (!version || !satisfy(version, range)) found.push({ what: name, needed: range, provided: version ?? 'none' });
  }
  for (const name of events) {
    if (!provided.events.includes(name)) found.push({ what: 'event', needed: name, provided: 'no such event' });
  }
  for (const each of slots) {
    const name = typeof each === 'string' ? each : each.slot;
    if (!provided.slots.includes(name)) found.push({ what: 'slot', needed: name, provided: 'no such slot' });
  }
  return found;
}

/**
 * What is missing where, in a sentence.
 * @param shell 'this shell', 'the live shell'
 */
export const describeMismatch = (
  remote: string,
  version: string,
  { what, needed, provided }: Mismatch,
  shell: string,
): string => `Remote '${remote}' ${version} needs ${what} ${needed}; ${shell} provides ${provided}.`;
