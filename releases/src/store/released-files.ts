/** Checks the shell's files whose addresses stay the same in every release. The record of a shell has the integrity of each. */
import type { HostRelease } from '../model/schemas';
import { hasIntegrity } from './integrity';

/** The service worker. A browser never checks its integrity. */
const WORKER = 'sw.js';

/** Returns the integrity of a shell's file, or undefined for a file without one, such as a font. */
function integrityOfFile({ integrity, root, worker }: HostRelease, file: string): string | undefined {
  return file === WORKER ? worker : (root[file] ?? integrity[file]);
}

/** @throws if the record has other bytes of the file */
export function requireReleased(host: HostRelease, file: string, body: Buffer): void {
  const expected = integrityOfFile(host, file);
  if (expected && !hasIntegrity(body, expected))
    throw new Error(`${file} of the shell ${host.version} has other bytes than were released.`);
}
