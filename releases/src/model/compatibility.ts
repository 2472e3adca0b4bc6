/** Decides whether a remote is compatible with a shell. Releases, the server and the shell share this one rule. */
// The federation runtime decides with this function whether a remote takes a package from the shell. A release that used
// another one could accept what the page refuses: docs/decisions/libraries.md.
import { satisfy } from '@module-federation/runtime';
import type { HostRelease, Lack, PreviousRelease, RemoteRelease, Snapshot } from './schemas';

/** The requirements of a remote on its shell. `slots` lists names of slots, or the slots of the manifest. */
export type Requirements = Pick<
  RemoteRelease | PreviousRelease,
  'version' | 'contract' | 'packages' | 'events' | 'slots'
>;

/** The modules, events and slots that a shell offers. Without its version, stored verdicts do not apply. */
export type Provided = Pick<HostRelease, 'contract' | 'packages' | 'events' | 'slots'> &
  Partial<Pick<HostRelease, 'version'>>;

/** The missing names of each remote in each shell, for the pairs that were compared. */
export type Verdicts = Snapshot['verdicts'];

/** One thing that a remote needs and a shell does not have. */
export interface Need {
  /** 'contract', 'event', 'slot' or the name of a package. */
  what: string;
  needed: string;
  provided: string;
}

/** Either a thing that a remote needs, or a name that it takes. */
export type Mismatch = Need | Lack;

/** Tells whether this version of shared-contracts is in a remote's range. */
export const isContractInRange = (version: string, range: string): boolean => satisfy(version, range);

/**
 * Lists why the remote is incompatible with the shell. The list is empty if it is compatible. If both were compared, the verdict decides
 * and the contract range is only for people.
 * @param remote its name
 */
export function mismatchesOf(
  remote: string,
  { version, contract, packages, events, slots }: Requirements,
  shell: Provided,
  verdicts: Verdicts,
): Mismatch[] {
  const found: Mismatch[] = [];
  const verdict = verdicts?.[shell.version ?? '']?.[`${remote}@${version}`];
  if (verdict) found.push(...verdict);
  else if (!satisfy(shell.contract, contract)) {
    found.push({ what: 'contract', needed: contract, provided: shell.contract });
  }
  for (const [name, range] of Object.entries(packages)) {
    const provided = shell.packages[name];
    if (!provided || !satisfy(provided, range)) found.push({ what: name, needed: range, provided: provided ?? 'none' });
  }
  for (const name of events) {
    if (!shell.events.includes(name)) found.push({ what: 'event', needed: name, provided: 'no such event' });
  }
  for (const each of slots) {
    const name = typeof each === 'string' ? each : each.slot;
    if (!shell.slots.includes(name)) found.push({ what: 'slot', needed: name, provided: 'no such slot' });
  }
  return found;
}

/**
 * Explains in a sentence which name is missing where.
 * @param shell 'this shell', 'the live shell'
 */
export function describeMismatch(remote: string, version: string, mismatch: Mismatch, shell: string): string {
  if ('needed' in mismatch) {
    return `Remote '${remote}' ${version} needs ${mismatch.what} ${mismatch.needed}; ${shell} provides ${mismatch.provided}.`;
  }
  const { name, from, why } = mismatch;
  const reason = why === undefined ? `${shell} does not offer it.` : `${shell} offers another one. ${why}`;
  return `Remote '${remote}' ${version} takes ${name} from ${from}; ${reason}`;
}
