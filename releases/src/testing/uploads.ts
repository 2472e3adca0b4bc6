/** Makes builds with their files for tests, as a team sends them to a release service. */
import { createHash } from 'node:crypto';
import type { BuildRecord } from '../model/schemas';
import type { BuildUpload } from '../model/service';
import { integrityOf } from '../store/integrity';
import { releaseText } from '../store/snapshot';
import { remoteBuild } from './builds';

export interface BuiltFiles {
  files: ReadonlyMap<string, Buffer>;
  upload: BuildUpload;
}

export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export function uploadOf(app: string, version: string, files: ReadonlyMap<string, Buffer>): BuiltFiles {
  const listed = [...files].map(([name, content]) => ({ name, sha256: hashOf(content), size: content.length }));
  return { files, upload: { app, version, files: listed, maps: [] } };
}

/**
 * Makes a build of a remote.
 * @param options `changes` replaces fields of its record; builds with the same `text` have the same entry
 */
export function builtRemote(version: string, { app = 'catalog', changes = {}, text = version } = {}): BuiltFiles {
  const entry = Buffer.from(`entry of ${text}`);
  const record = {
    ...remoteBuild(app, { version }),
    integrity: { 'remoteEntry.12345678.js': integrityOf(entry), 'assets/font.woff2': integrityOf('a font') },
    ...changes,
  } as BuildRecord;
  return uploadOf(
    app,
    version,
    new Map([
      ['remoteEntry.12345678.js', entry],
      ['assets/font.woff2', Buffer.from('a font')],
      ['release.json', Buffer.from(releaseText(record))],
      ['build.json', Buffer.from(JSON.stringify(record))],
    ]),
  );
}
