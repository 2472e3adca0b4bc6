// Makes a site whose shell contains the remotes, to measure the same sources without federation.
import path from 'node:path';
import { directoryOf, versionOf } from 'releases/build/apps';
import { buildOneBundle } from 'releases/build/build-app';
import type { RemoteRelease } from 'releases/model/schemas';
import { readLive } from 'releases/store/read-live';
import { withBuilds } from 'releases/store/snapshot';
import { move } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';

const STAND_IN = path.resolve(import.meta.dirname, '../one-bundle/federation.ts');

/**
 * Builds the bundle and makes it live. The shell still reads routes and slots from its registry, so the remotes stay in the registry, with
 * the bundle's files in place of their own.
 * @param distDir a separate dist folder
 * @param federated the dist folder of this working copy's site, with the released remotes
 */
export async function oneBundleSite(distDir: string, federated: string): Promise<void> {
  const { snapshot: live } = await readLive(folderTarget(federated));
  const names = Object.keys(live.remotes);
  const order = { part: 'host', version: await versionOf('host'), out: distDir, directory: directoryOf('host') };
  const { record, modules } = await buildOneBundle(
    order,
    STAND_IN,
    Object.fromEntries(names.map((name) => [name, directoryOf(name)])),
  );
  const entry = Object.keys(record.integrity).find((file) => /^main\.\w+\.js$/.test(file));
  if (!entry) throw new Error('The one bundle was built without its main script.');
  await move(folderTarget(distDir), ({ snapshot, ...rest }) => {
    const next = withBuilds(snapshot, [record], rest);
    const inBundle = (name: string, remote: RemoteRelease): RemoteRelease => {
      const files = modules[name] ?? {};
      const named = [...new Set([entry, ...Object.values(files).flat()])];
      return {
        ...remote,
        path: next.host?.path ?? '',
        entry,
        modules: files,
        integrity: Object.fromEntries(named.map((file) => [file, record.integrity[file] ?? ''])),
      };
    };
    return {
      ...next,
      remotes: Object.fromEntries(Object.entries(live.remotes).map(([name, remote]) => [name, inBundle(name, remote)])),
    };
  });
}
