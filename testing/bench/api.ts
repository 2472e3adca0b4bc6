// npm run bench:api: how many requests a second the API serves of what every visitor reads, beside a bare Node server that sends the
// same bytes with the same headers; on PGlite and on PostgreSQL. Prints medians; judges nothing. The two servers take turns, so that a
// busy machine slows both.
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { runCommand } from 'tooling/commands/run-command';
import { startProgram, waitForLine } from 'tooling/site/children';
import { findPostgres, freePort, startPostgres } from 'tooling/site/postgres';
import { startSite } from 'tooling/site/site';
import type { BareResponses } from './support/bare-server';
import { quantile } from './support/site';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = 3;
const CONNECTIONS = 50;
const PATHS = ['/venues', '/venues/1', '/vendors?venue_id=1', '/vendors/1', '/items/1'].map((each) => `/api/v1${each}`);
const HEADERS = { 'accept-encoding': 'br' };
/** Node's server writes these by itself. */
const OWN_HEADERS = ['connection', 'keep-alive', 'date'];

/** A response as it comes over the wire, compressed. */
function read(url: string): Promise<BareResponses[string]> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: HEADERS }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          if (response.statusCode !== 200) reject(new Error(`${url} responds ${response.statusCode}.`));
          const headers = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.includes(name));
          resolve({ headers: Object.fromEntries(headers), base64: Buffer.concat(chunks).toString('base64') });
        });
      })
      .on('error', reject);
  });
}

/** @returns responses a second */
async function load(url: string, seconds: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: HEADERS,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} failures and ${errors} lost connections.`);
  return requests.total / seconds;
}

async function startBare(responses: BareResponses): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const port = await freePort();
  const { onLine, seen } = waitForLine(/listening on/);
  const program = startProgram('testing/bench/support/bare-server.ts', {
    args: [String(port), JSON.stringify(responses)],
    onLine,
  });
  const isReady = await Promise.race([seen, program.ended.then(() => false)]);
  if (!isReady) throw new Error(`The bare server did not start: ${program.tail()}`);
  return { url: `http://127.0.0.1:${port}`, stop: program.stop };
}

async function compare(site: string): Promise<void> {
  const responses = Object.fromEntries(
    await Promise.all(PATHS.map(async (each) => [each, await read(site + each)] as const)),
  );
  const bare = await startBare(responses);
  try {
    for (const each of PATHS) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      await load(site + each, 1);
      await load(bare.url + each, 1);
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await load(site + each, SECONDS));
        theirs.push(await load(bare.url + each, SECONDS));
      }
      const ratios = ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN));
      const bytes = Buffer.from(responses[each]?.base64 ?? '', 'base64').length;
      console.log(
        `  ${each.padEnd(28)} ${String(bytes).padStart(6)} bytes  API ${quantile(ours, 0.5).toFixed(0).padStart(6)}/s  ` +
          `bare ${quantile(theirs, 0.5).toFixed(0).padStart(6)}/s  ratio ${quantile(ratios, 0.5).toFixed(2)}`,
      );
    }
  } finally {
    await bare.stop();
  }
}

async function measure(directory: string, databaseUrl: string): Promise<void> {
  const site = await startSite({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir: await mkdtemp(path.join(directory, 'data-')),
    distDir: directory,
    env: { DATABASE_URL: databaseUrl },
  });
  try {
    await compare(site.url.replace('localhost', '127.0.0.1'));
  } finally {
    await site.stop();
  }
}

async function onPostgres(directory: string): Promise<void> {
  const bin = findPostgres();
  if (!bin) {
    console.log('PostgreSQL: not installed on this machine');
    return;
  }
  const postgres = await startPostgres(bin);
  try {
    console.log('PostgreSQL');
    await measure(directory, postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function main(): Promise<void> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-bench-'));
  try {
    console.log(`${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s`);
    console.log('PGlite');
    await measure(directory, '');
    await onPostgres(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

await runCommand(import.meta.url, main);
