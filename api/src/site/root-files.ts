/** Reads files of the live shell that have a fixed address at the root, and checks that their bytes are the released ones. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { ApiError, messageOf } from 'core/errors';
import type { Release } from 'releases/live/live-release';
import type { HostRelease } from 'releases/model/schemas';
import { requireReleased } from 'releases/store/released-files';

/** The service worker of the site. */
export const WORKER = '/sw.js';

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

export interface RootFile {
  type: string;
  /** The file as it was built. */
  content: Buffer;
  /** The file as the build compressed it, or null if the build has no such form. */
  brotli: Buffer | null;
}

/** @returns null if the shell has no such file */
export async function readRootFile({ hostDirectory, snapshot }: Release, pathname: string): Promise<RootFile | null> {
  const type = TYPES[extname(pathname)];
  // The files of the build have hashed addresses under /parts.
  if (!type || !/^\/[\w-]+\.\w+$/.test(pathname) || snapshot.host?.integrity[pathname.slice(1)]) return null;
  const file = pathname.slice(1);
  if (pathname !== WORKER && !snapshot.host.root[file]) return null;
  const { content, brotli } = await readForms({ hostDirectory, snapshot }, file);
  return content && { type, content, brotli };
}

/**
 * Reads a file and its form that is compressed with brotli, and checks the bytes of both.
 * @throws ApiError if its bytes differ from the release
 */
async function readForms(
  { hostDirectory, snapshot: { host } }: Pick<Release, 'hostDirectory' | 'snapshot'>,
  file: string,
) {
  const [content = null, brotli = null] = await Promise.all(
    [file, `${file}.br`].map((name) => readFile(join(hostDirectory, name)).catch(() => null)),
  );
  if (content) requireBytes(host, file, content);
  if (brotli) requireBytes(host, file, await promisify(brotliDecompress)(brotli).catch(() => Buffer.alloc(0)));
  return { content, brotli };
}

/**
 * Checks both forms of the script that other sites run: the one compressed with brotli, and the plain one.
 * @throws ApiError if its bytes differ from the release
 */
export async function requireEmbed(release: Release): Promise<void> {
  await readForms(release, release.snapshot.host.embed);
}

/**
 * Compares a file of a fixed address with the release: pages contain no integrity for it, and a worker handles every later navigation.
 * @throws ApiError. It is not a 404, because a page takes that to mean that the site no longer has a worker.
 */
function requireBytes(host: HostRelease, file: string, content: Buffer): void {
  try {
    requireReleased(host, file, content);
  } catch (error) {
    throw new ApiError(503, 'NOT_RELEASED', messageOf(error));
  }
}

export const notReleased = () =>
  new ApiError(
    503,
    'NOT_RELEASED',
    'Nothing is live on this site yet. Run npm start or npm run release -- --all, then try again.',
  );
