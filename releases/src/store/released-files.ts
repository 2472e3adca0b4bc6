/** The shell's files with an address that no release changes: the record of a shell says which bytes each of them has. */
import type { HostRelease } from '../model/schemas';
import { hasIntegrity } from './integrity';

/** The service worker, whose integrity a browser never checks. */
const WORKER = 'sw.js';

/** Integrity of a file of a shell; undefined for one that has none, such as a font. */
function integrityOfFile({ integrity, root, worker }: HostRelease, file: string): string | undefined {
  return file === WORKER ? worker : (root[file] ?? integrity[file]);
}

/** @throws when the record has the file with other bytes */
export function requireReleased(host: HostRelease, file: string, body: Buffer): void {
  const expected = integrityOfFile(host, file);
  if (expected && !hasIntegrity(body, expected))
    throw new Error(`${file} of the shell ${host.version} has other bytes than were released.`);
}
