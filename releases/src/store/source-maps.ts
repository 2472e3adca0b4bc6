/**
 * The source maps of builds. They are beside the builds of a folder, in one that no server serves, and a static host has none: what a
 * map says of the sources is for those who read reported errors.
 */
import type { Build } from './snapshot';

/** The folder of them in the folder of a site. Its name begins with a dot, as that of all that is not served. */
export const MAPS = '.maps';

/** The name of the folder of a build's maps in a target: '.maps/catalog/1.0.0-3f9a01c2'. The map of a file has its name and '.map'. */
export const mapsOf = ({ part, version }: Build): string => `${MAPS}/${part}/${version}`;
