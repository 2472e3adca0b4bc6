/** Tests the process from an operator's point of view: it prints one sentence and exits with 1 if it cannot start, and it stops cleanly. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

jest.setTimeout(120_000);

let folder: string;
let running: ChildProcessWithoutNullStreams[] = [];

// One data directory for all tests, because to create a database takes several seconds.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-main-'));
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }));

interface Run {
  /** Resolves with the port once the process listens. */
  listening: Promise<number>;
  ended: Promise<{ code: number | null; errors: string }>;
  stop(): void;
}

function start(environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      PAYMENTS: 'sandbox',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      STRIPE_SCRIPT_URL: 'http://localhost:1/stripe.js',
      PAYSTACK_API_BASE: 'http://localhost:1',
      PAYSTACK_SCRIPT_URL: 'http://localhost:1/paystack/inline.js',
      GLOBAL_HPP_URL: 'http://localhost:1/pay',
      GLOBAL_API_URL: 'http://localhost:1/epage-remote.cgi',
      LOG_LEVEL: 'error',
      ...environment,
    },
  });
  running.push(child);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  let output = '';
  const listening = new Promise<number>((done) =>
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = /listening on http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (port) done(Number(port));
    }),
  );
  const ended = new Promise<{ code: number | null; errors: string }>((done) =>
    child.on('close', (code) => done({ code, errors })),
  );
  return { listening, ended, stop: () => child.kill('SIGTERM') };
}

const readyStatus = async (port: number): Promise<number> => {
  const response = await fetch(`http://localhost:${port}/api/v1/ready`, { headers: { connection: 'close' } });
  await response.body?.cancel();
  return response.status;
};

async function residentBytes(port: number): Promise<number> {
  const response = await fetch(`http://localhost:${port}/api/v1/metrics`, { headers: { connection: 'close' } });
  return Number(/^foodhall_resident_bytes (\d+)$/m.exec(await response.text())?.[1]);
}

test('a wrong setting stops the process with one sentence', async () => {
  expect(await start({ PAYMENTS: 'fake' }).ended).toEqual({
    code: 1,
    errors: "PAYMENTS is 'fake'; it must be one of sandbox, test, live.\n",
  });
});

test('a data directory that cannot be written to stops the process with one sentence', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await start({ DATA_DIR: file }).ended).toEqual({
    code: 1,
    errors: `DATA_DIR is '${file}'; it must be a directory that this process may write to (ENOTDIR).\n`,
  });
});

test('the process serves requests, locks its data directory, and exits cleanly', async () => {
  // A start that was killed while it created the database leaves this folder.
  await mkdir(join(folder, 'database-unfinished'));
  const site = start();
  const port = await site.listening;
  expect(await readyStatus(port)).toBe(200);
  expect((await readdir(folder)).filter((name) => name.startsWith('database'))).toEqual(['database']);
  // To create the database takes 800 MB, so a separate process must have done it.
  expect(await residentBytes(port)).toBeLessThan(500e6);

  expect(await start().ended).toEqual({
    code: 1,
    errors: `The data directory ${folder} is in use by another process; stop that one, or set DATA_DIR to another folder.\n`,
  });
  expect(await readyStatus(port)).toBe(200);

  site.stop();
  expect(await site.ended).toEqual({ code: 0, errors: '' });
  expect(await readdir(folder)).not.toContain('lock.sock');
});

test('the process listens only on HOST, and the address of another machine stops it with one sentence', async () => {
  const site = start({ HOST: '127.0.0.1' });
  const port = await site.listening;
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/health`, { headers: { connection: 'close' } })).status).toBe(
    200,
  );
  await expect(fetch(`http://[::1]:${port}/api/v1/health`)).rejects.toThrow();
  site.stop();
  await site.ended;

  expect(await start({ HOST: '192.0.2.1' }).ended).toEqual({
    code: 1,
    errors: "HOST is '192.0.2.1'; it must be an address of this machine.\n",
  });
});

test('a port in use stops the process with one sentence', async () => {
  const other = createServer();
  const port = await new Promise<number>((done) =>
    other.listen(0, '::', () => {
      const address = other.address();
      done(typeof address === 'object' && address ? address.port : 0);
    }),
  );
  try {
    expect(await start({ PORT: String(port) }).ended).toEqual({
      code: 1,
      errors: `Port ${port} is in use by another process; stop that one, or set PORT to another number.\n`,
    });
  } finally {
    await new Promise((closed) => other.close(closed));
  }
});
