/** Compares a snapshot of the registry with what the apps vouch for. */
import type { Vouched } from './metadata';
import { MetadataRefused } from './metadata-signatures';
import type { Snapshot } from './schemas';
import { hexOf, sha256 } from './sha256';

type Release = NonNullable<Snapshot['host']> | Snapshot['offers'][number]['release'] | Snapshot['kept'][string][number];

/**
 * @param vouched the files that the apps vouch for, by address without the first slash
 * @throws {MetadataRefused} if the snapshot names a build of an app that this app does not vouch for
 */
export async function requireVouched(
  { host, remotes, offers, kept }: Pick<Snapshot, 'host' | 'remotes' | 'offers' | 'kept'>,
  vouched: ReadonlyMap<string, Vouched>,
): Promise<void> {
  const named: (readonly [app: string, release: Release])[] = [
    ...(host ? [['host', host] as const] : []),
    ...Object.entries(remotes),
    ...offers.map(({ part, release }) => [part, release] as const),
    ...Object.entries(kept).flatMap(([app, releases]) => releases.map((release) => [app, release] as const)),
  ];
  await Promise.all(
    named.map(async ([app, release]) => {
      const folder = `/parts/${app}/${release.version}/`;
      const file = vouched.get(`${folder.slice(1)}release.json`);
      if (release.path === folder && file?.sha256 === (await hashOf(release))) return;
      throw new MetadataRefused(`${app} ${release.version} is not what its team released.`);
    }),
  );
}

/** Hashes the record of a build. A snapshot has the record itself, or its hash. */
async function hashOf(release: Release): Promise<string> {
  if (!('record' in release)) return await sha256(JSON.stringify(release));
  const [algorithm, hash = ''] = release.record.split('-');
  return algorithm === 'sha256' ? hexOf(Uint8Array.from(atob(hash), (character) => character.charCodeAt(0))) : '';
}
