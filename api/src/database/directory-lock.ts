/**
 * Two processes on one PGlite directory corrupt it without a word, and a lock file outlives a killed process.
 * A listening unix socket does not: the kernel closes it with the process, however that ends.
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { relative, resolve } from 'node:path';

/** The data directory is held by another process. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another process; stop that one, or set DATA_DIR to another folder.`,
    );
  }
}

/** Linux allows 107 bytes in a socket's address. */
const LONGEST_SOCKET_PATH = 107;

/**
 * Holds `directory` (made if missing) until released or until the process ends.
 * @throws DirectoryInUseError
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  await mkdir(directory, { recursive: true });
  const path = socketPath(resolve(directory, 'lock.sock'));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const server = await listen(path);
    if (server) return { release: () => new Promise((done) => server.close(() => done())) };
    if (await isHeld(path)) break;
    // No process listens: a killed process left the socket behind. It is moved away before it is removed, so that
    // of two processes that start at once neither removes the other's new one.
    const aside = `${path}.${process.pid}`;
    await rename(path, aside).catch(() => undefined);
    if (await isHeld(aside)) {
      await rename(aside, path);
      break;
    }
    await rm(aside, { force: true });
  }
  throw new DirectoryInUseError(directory);
}

function socketPath(absolute: string): string {
  if (Buffer.byteLength(absolute) <= LONGEST_SOCKET_PATH) return absolute;
  const fromHere = relative(process.cwd(), absolute);
  if (Buffer.byteLength(fromHere) <= LONGEST_SOCKET_PATH) return fromHere;
  throw new Error(`The path of the data directory is too long for its lock (${absolute}); choose a shorter DATA_DIR.`);
}

async function listen(path: string): Promise<ReturnType<typeof createServer> | null> {
  const server = createServer((socket) => socket.end());
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(null) : fail(error)));
    server.listen(path, () => {
      // The lock alone must not keep the process alive.
      server.unref();
      done(server);
    });
  });
}

async function isHeld(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
