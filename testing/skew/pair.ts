/** A shell of one release with a remote of another, as run.ts passes it to the journeys. */
export interface Pair {
  /** The label of the shell's release, and of the remote's. */
  shell: string;
  remote: string;
  /** The remote's name. */
  part: string;
  /** The journey to play. */
  journey: JourneyName;
  hostPath: string;
  partPath: string;
  /** The reasons that refuse a release of the pair. The list is empty when it is accepted. */
  refusals: string[];
  /** The content of registry/pointer.json that makes the pair live. */
  pointer: string;
}

/** The second journey uses features that the API has gained since the older releases. An older remote must go on working beside them. */
export type JourneyName = 'usual' | 'a stall with hours, taxes and allergens';

/** @param isOlder true if the remote's release is older than the API */
export function journeysOf(part: string, isOlder: boolean): readonly JourneyName[] {
  const isGuests = part === 'catalog' || part === 'checkout';
  return isOlder && isGuests ? ['usual', 'a stall with hours, taxes and allergens'] : ['usual'];
}
