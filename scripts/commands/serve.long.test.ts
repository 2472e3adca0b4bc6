// Tests both starts as processes: the needs of a site for customers, its refusals, and the first hall on it.

import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { root } from 'releases/build/apps';
import { publishBuild } from 'releases/store/publish';
import { goLive } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';
import { hostBuild } from 'releases/testing/builds';
import { freePort } from '../site/postgres';

jest.setTimeout(120_000);

let folder: string;
let running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'serve-'));
  const record = hostBuild('1.1.0', { version: '2.0.0-aaaaaaaa' });
  const out = path.join(folder, 'builds');
  const build = path.join(out, record.part, record.version);
  await mkdir(build, { recursive: true });
  await writeFile(path.join(build, 'index.html'), '<!doctype html><html><head><!--shell-data--></head></html>');
  await writeFile(path.join(build, 'build.json'), JSON.stringify(record));
  const target = folderTarget(path.join(folder, 'dist'));
  await publishBuild(target, out, record);
  await goLive(target, [record]);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
});

type Environment = Record<string, string>;

interface Run {
  /** The program's output so far. */
  output: () => string;
  /** Resolves with all of the output once it matches the pattern. Rejects if the program ends before. */
  prints: (pattern: RegExp) => Promise<string>;
  ended: Promise<number | null>;
  stop: () => Promise<number | null>;
}

function run(file: string, environment: Environment, args: readonly string[] = []): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: path.join(folder, 'config'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  const waiting: { pattern: RegExp; resolve: (text: string) => void }[] = [];
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    for (const { pattern, resolve } of waiting) if (pattern.test(output)) resolve(output);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    output: () => output,
    ended,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        if (pattern.test(output)) return resolve(output);
        waiting.push({ pattern, resolve });
        void ended.then((code) => reject(new Error(`It ended with ${code}: ${output}`)));
      }),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Runs npm run serve for a site with its release and its own data folder. */
const serve = async (environment: Environment) =>
  run('scripts/commands/serve.ts', {
    DIST_DIR: path.join(folder, 'dist'),
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    ...environment,
  });

const foodhall = async (args: string, environment: Environment) => {
  const command = run('cli/src/main.ts', environment, args.split(' '));
  return { code: await command.ended, output: command.output() };
};

const TRIAL = { PAYMENTS: 'test', DEMO: '1', PORT: '0', LOG_LEVEL: 'error' };

let made: Promise<string> | undefined;

/** Makes the data of a trial: the demo ran once on it, and was stopped. To make a database takes ten seconds, to copy it takes one. */
async function trialData(name: string): Promise<string> {
  const first = async () => {
    const dataDir = path.join(folder, 'first');
    const trial = run('api/src/main.ts', { ...TRIAL, DATA_DIR: dataDir });
    await trial.prints(/listening on/);
    await trial.stop();
    return dataDir;
  };
  made ??= first();
  const copy = path.join(folder, name);
  await cp(await made, copy, { recursive: true });
  return copy;
}

/** Sends a request to the API. @returns its status and body */
async function post(origin: string, url: string, body: object) {
  const response = await fetch(`${origin}/api/v1${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json().catch(() => null)) as Record<string, unknown> };
}

test('a start for customers names every missing setting, and ends with 1', async () => {
  const site = await serve({ DEMO: '1', HOST: 'http://hall' });
  expect(await site.ended).toBe(1);
  expect(site.output().trim().split('\n')).toEqual([
    expect.stringMatching(/^DATABASE_URL is not set;/),
    expect.stringMatching(/^SITE_URL is not set;/),
    expect.stringMatching(/^PAYMENTS is not set;/),
    expect.stringMatching(/^HOST is 'http:\/\/hall';/),
  ]);
});

test('a start for customers needs a release, and names the command that makes one', async () => {
  const site = await serve({ DIST_DIR: path.join(folder, 'nothing') });
  expect(await site.ended).toBe(1);
  expect(site.output()).toMatch(
    /^Nothing is live in .*nothing\. Build and release the site first: npm run release -- --all/,
  );
});

test('an empty site is set up by its link, and then needs the keys of its hall', async () => {
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const environment = {
    PORT: port,
    PAYMENTS: 'test',
    SITE_URL: origin,
    DATA_DIR: path.join(folder, 'hall'),
    DEMO: '1',
  };
  const first = await serve(environment);
  const printed = await first.prints(/\/setup#[\w-]{43}/);
  expect(printed).toContain('This site keeps its orders in the embedded database');
  const [, token = ''] = /\/setup#([\w-]{43})/.exec(printed) ?? [];
  expect(await (await fetch(`${origin}/api/v1/venues`, { headers: { connection: 'close' } })).json()).toEqual({
    data: [],
  });
  const demo = { email: 'vendor@foodhall.test', password: 'foodhall-demo' };
  expect((await post(origin, '/login', demo)).status).toBe(422);
  expect(await first.stop()).toBe(0);

  const second = await serve(environment);
  const [, next = ''] = /\/setup#([\w-]{43})/.exec(await second.prints(/\/setup#[\w-]{43}/)) ?? [];
  expect((await post(origin, '/setup/check', { token })).body).toMatchObject({ code: 'SETUP_LINK_REPLACED' });
  const form = {
    token: next,
    name: 'Ola',
    email: 'ola@hall.example',
    password: 'a good password',
    hall_name: 'Granary',
    currency: 'CAD',
    timezone: 'America/Toronto',
    tax_name: 'HST',
    tax_number: '',
    tax_rate_percent: '13',
    tax_included: true,
    provider: 'Stripe',
    provider_key: 'pk_test_hall',
    secret_env: 'STRIPE_SECRET_HALL',
    webhook_secret_env: '',
    delivery_method_types: ['collect'],
  };
  expect((await post(origin, '/setup', form)).body).toMatchObject({ missing_settings: ['STRIPE_SECRET_HALL'] });
  expect(await second.stop()).toBe(0);

  const without = await serve({ ...environment, PUSHER_HOST: 'ws.example' });
  expect(await without.ended).toBe(1);
  expect(without.output().trim().split('\n')).toEqual([
    expect.stringMatching(/^PUSHER_APP_ID is not set;/),
    'STRIPE_SECRET_HALL is not set; it must be a key of Stripe, as the venue Granary names it.',
  ]);

  const third = await serve({ ...environment, STRIPE_SECRET_HALL: 'sk_test_1' });
  await third.prints(/listening on/);
  expect((await post(origin, '/login', { email: form.email, password: form.password })).status).toBe(200);
  expect(await third.stop()).toBe(0);
  expect(third.output()).not.toContain('/setup#');
});

test('the database of a trial takes live payments without its demo, and on request', async () => {
  const dataDir = await trialData('trial');
  const live = { DATA_DIR: dataDir, PAYMENTS: 'live', SITE_URL: 'https://hall.example' };
  const refused = await serve(live);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(/accounts of the demo.*npm run foodhall -- demo remove --offline/);

  const removed = await foodhall('demo remove --offline --json', { DATA_DIR: dataDir });
  expect(removed.code).toBe(0);
  expect(JSON.parse(removed.output).venues).toHaveLength(4);

  expect(await foodhall('payments live --offline', { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  const open = await serve(live);
  await open.prints(/https:\/\/hall\.example\/setup#/);
  expect(await foodhall('demo remove --offline', { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: 'A site is running on this database. Stop it first; most commands can also ask it, without --offline.\n',
  });
  expect(await open.stop()).toBe(0);
});

test('a command on a stopped site works with the live keys of its next start, and its emails link there', async () => {
  const dataDir = await trialData('next');
  const live = { PAYMENTS: 'live', STRIPE_SECRET_GRANARY: 'sk_live_1' };
  const stitch = { STITCH_CLIENT_ID: 'hall', STITCH_CLIENT_SECRET: 'a-secret' };
  expect(await foodhall('payments live --offline', { DATA_DIR: dataDir, ...live, ...stitch })).toMatchObject({
    code: 0,
  });

  const invite = 'staff invite granary-square-market cook@hall.example --offline';
  expect(await foodhall(invite, { DATA_DIR: dataDir, PORT: '9001' })).toMatchObject({ code: 0 });
  const outbox = path.join(dataDir, 'outbox');
  const [email = ''] = (await readdir(outbox)).filter((name) => name.endsWith('.txt'));
  expect(await readFile(path.join(outbox, email), 'utf8')).toContain('http://localhost:9001/invitations/');
});
