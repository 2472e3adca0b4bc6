// Starts the socket server as a process of its own, and opens many idle sockets to it.
import { readFile } from 'node:fs/promises';
import { type Program, startProgram, waitForLine } from 'scripts/site/children';
import { z } from 'zod';

const CREDENTIALS = { PUSHER_APP_ID: 'bench', PUSHER_KEY: 'bench', PUSHER_SECRET: 'bench-secret' };

const socketsSchema = z.object({
  sockets: z.number(),
  openedMs: z.number(),
  kilobytesEach: z.number(),
  times: z.array(z.number()),
});

/** @param port the port, which a server that is started again also uses */
export async function startEngine(port: number): Promise<Program> {
  const { onLine, seen } = waitForLine(/listening on/);
  const program = startProgram('api/src/testing/engine-process.ts', {
    env: { ...CREDENTIALS, PORT: String(port) },
    onLine,
  });
  const isReady = await Promise.race([seen, program.ended.then(() => false)]);
  if (!isReady) throw new Error(`The engine did not start: ${program.tail()}`);
  return program;
}

/** @returns the cost of these sockets for the engine, and the time of an event over HTTP to one of them, in milliseconds */
export async function openSockets(
  port: number,
  engine: Program,
  count: number,
): Promise<z.output<typeof socketsSchema>> {
  let found: z.output<typeof socketsSchema> | undefined;
  const load = startProgram('api/src/testing/idle-sockets.ts', {
    env: { ...CREDENTIALS, PORT: String(port), SOCKETS: String(count), ENGINE_PID: String(engine.pid) },
    onLine: (line) => {
      if (line.startsWith('{')) found = socketsSchema.parse(JSON.parse(line));
    },
  });
  await load.ended;
  if (!found) throw new Error(`The sockets could not be opened: ${load.tail()}`);
  return found;
}

/** The number of files, and so sockets, that a process may have open here. Node asks for all of them at its start. */
export async function openFilesLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
