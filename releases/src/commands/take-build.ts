/** Takes a build from another site, for the commands that use it unchanged. */

import path from 'node:path';
import { processEnv } from 'settings/environment';
import { readBuild, readLive } from '../store/read-live';
import { serviceAt } from '../store/service-client';
import { type Build, versionIn } from '../store/snapshot';
import { folderTarget } from '../store/targets/folder';

export interface Place {
  /** By default, the version that is live there. */
  version?: string | undefined;
  /** A folder, or the address of a site with a release service. */
  from: string;
  /** The folder for a build from an address. */
  copy: string;
  /** The destination of the build, if it goes to another place. */
  target?: string | undefined;
}

const originOf = (place: string) => (URL.canParse(place) ? new URL(place).origin : place);

/** Returns the token for `from`. RELEASE_TOKEN belongs to the target, and no other site gets it. */
function tokenFor({ from, target = from }: Pick<Place, 'from' | 'target'>): string | null {
  const { FROM_RELEASE_TOKEN, RELEASE_TOKEN } = processEnv;
  return FROM_RELEASE_TOKEN ?? (originOf(from) === originOf(target) ? RELEASE_TOKEN : null) ?? null;
}

/**
 * @returns the build and its folder: the site's own folder, or the copy
 * @throws if there is no such build, or the address has no release service
 */
export async function takeBuild(
  app: string,
  { version, from, copy, target }: Place,
): Promise<{ out: string; build: Build }> {
  if (/^https?:/.test(from)) {
    const site = await serviceAt(from.replace(/\/?$/, '/'), { token: tokenFor({ from, target }) });
    if (!site) throw new Error(`${from} has no release service: --from is a folder, or a site that has one.`);
    return { out: copy, build: await site.download(copy, app, version) };
  }
  const out = path.resolve(from);
  const wanted = version ?? versionIn((await readLive(folderTarget(out))).snapshot, app);
  const build = wanted && { part: app, version: wanted };
  if (!build || !(await readBuild(folderTarget(out), build))) {
    throw new Error(`There is no ${app} ${version ?? 'that is live'} in ${out}.`);
  }
  return { out, build };
}
