/** A shell of one release with a remote of another, as run.ts passes it to the journeys. */
export interface Pair {
  /** The label of the shell's release, and of the remote's. */
  shell: string;
  remote: string;
  /** The remote's name. */
  part: string;
  hostPath: string;
  partPath: string;
  /** The reasons for which a release of the pair is refused. The list is empty if it is accepted. */
  refusals: string[];
  /** The content of registry/pointer.json that makes the pair live. */
  pointer: string;
}
