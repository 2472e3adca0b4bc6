/** A shell of one release with a remote of another, as run.ts hands it to the journeys. */
export interface Pair {
  /** The label of the shell's release, and of the remote's. */
  shell: string;
  remote: string;
  /** The remote's name. */
  part: string;
  hostPath: string;
  partPath: string;
  /** Why a release of the pair is refused; empty when it is not. */
  refusals: string[];
  /** Content of registry/pointer.json that makes the pair live. */
  pointer: string;
}
