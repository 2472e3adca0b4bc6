/** The paths of the shell's own pages, read from its sources. In the kit, kit/shell-paths.ts takes the place of this file. */
import { ownPaths } from './sources';

export const shellPaths: () => readonly string[] = ownPaths;
