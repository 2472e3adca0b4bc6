/** Compares the site name that the live registry is signed for with the name of this site, as pages do. */

import type { Config } from 'core/config';
import { messageOf } from 'core/errors';
import { readLive } from '../store/read-live';
import { folderTarget } from '../store/targets/folder';

/** @returns why the pages of this site refuse its registry and how to mend that, or null if they accept it */
export async function registrySiteProblem({
  distDir,
  registryKey,
  registrySite,
}: Pick<Config, 'distDir' | 'registryKey' | 'registrySite'>): Promise<string | null> {
  // Pages only know the name of their site if the site has the key.
  if (!registryKey || registrySite === null) return null;
  let pointer: { site?: string | undefined } | null;
  try {
    ({ pointer } = await readLive(folderTarget(distDir)));
  } catch (error) {
    return messageOf(error);
  }
  if (!pointer?.site || pointer.site === registrySite) return null;
  return `The registry is signed for ${pointer.site}, and this site is ${registrySite}: no page starts. Release any app again, also the version that is live, or set REGISTRY_SITE=${pointer.site} and start again.`;
}
