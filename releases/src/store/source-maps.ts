/**
 * The places of the builds' source maps. They are in a folder beside the builds that no server serves, and a static host has none: only the
 * readers of reported errors may see the sources.
 */
import type { Build } from './snapshot';

/** The folder with the maps in the folder of a site. Its name begins with a dot, as all names do that are not served. */
export const MAPS = '.maps';

/**
 * Returns the folder of a build's maps in a target: '.maps/catalog/1.0.0-3f9a01c2'. A map is called like its file, with '.map' at the end.
 */
export const mapsOf = ({ part, version }: Build): string => `${MAPS}/${part}/${version}`;
