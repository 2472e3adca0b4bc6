/**
 * Two processes on one PGlite directory corrupt it without an error, so this lock admits one. A lock file would outlive a killed process. A
 * listening unix socket does not: the kernel closes it with the process, however the process ends.
 */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
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

/** The longest address of a socket on Linux, in bytes. */
const LONGEST_SOCKET_PATH = 107;

/**
 * Holds `directory` (made if missing) until released or until the process ends.
 * @throws DirectoryInUseError
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  await mkdir(directory, { recursive: true });
  const held: Server[] = [];
  const take = (server: Server | null) => {
    if (!server) throw new DirectoryInUseError(directory);
    held.push(server);
  };
  const release = async () => {
    for (const server of held.splice(0)) await new Promise((done) => server.close(done));
  };
  try {
    if (process.platform === 'linux') take(await listen(await kernelAddress(directory)));
    take(await listenBeside(socketPath(resolve(directory, 'lock.sock'))));
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Linux has socket addresses without a file. Nothing is left of them after a crash, so exactly one of several processes that start at once
 * gets the lock. Each container has its own set of these addresses, so containers on one directory are kept apart by the socket file.
 */
async function kernelAddress(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory);
  return `\0foodhall/${dev}:${ino}`;
}

/** @returns null while another process listens at this file */
async function listenBeside(path: string): Promise<Server | null> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const server = await listen(path);
    if (server) return server;
    if (await isHeld(path)) return null;
    // No process listens: a killed process left the socket behind. It is moved away before it is removed. Two processes that start at once
    // then cannot remove each other's new socket.
    const aside = `${path}.${process.pid}`;
    await rename(path, aside).catch(() => undefined);
    if (await isHeld(aside)) {
      await rename(aside, path);
      return null;
    }
    await rm(aside, { force: true });
  }
  return null;
}

function socketPath(absolute: string): string {
  if (Buffer.byteLength(absolute) <= LONGEST_SOCKET_PATH) return absolute;
  const fromHere = relative(process.cwd(), absolute);
  if (Buffer.byteLength(fromHere) <= LONGEST_SOCKET_PATH) return fromHere;
  throw new Error(`The path of the data directory is too long for its lock (${absolute}); choose a shorter DATA_DIR.`);
}

async function listen(path: string): Promise<Server | null> {
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
