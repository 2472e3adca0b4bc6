/** A shell of one release with a remote of another, as run.ts hands it to the journeys. */
export interface Pair {
  /** The label of the shell's release, and of the remote's. */
  shell: string;
  remote: string;
  /** The remote's name. */
  part: string;
  /** What is played. */
  journey: JourneyName;
  hostPath: string;
  partPath: string;
  /** Why a release of the pair is refused; empty when it is not. */
  refusals: string[];
  /** Content of registry/pointer.json that makes the pair live. */
  pointer: string;
}

/** The second is of what the API has learnt since the older releases, by which an older remote has to go on working. */
export type JourneyName = 'usual' | 'a stall with hours, taxes and allergens';

/** @param isOlder whether the remote is of an earlier release than the API */
export function journeysOf(part: string, isOlder: boolean): readonly JourneyName[] {
  const isGuests = part === 'catalog' || part === 'checkout';
  return isOlder && isGuests ? ['usual', 'a stall with hours, taxes and allergens'] : ['usual'];
}
