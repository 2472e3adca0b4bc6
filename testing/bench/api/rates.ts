// Measures how many requests a second the API serves for the data that every visitor reads, beside a bare Node server that sends the same
// bytes with the same headers. The two servers take turns, so that a busy machine slows both.
import http from 'node:http';
import autocannon from 'autocannon';
import { startProgram, waitForLine } from 'scripts/site/children';
import { freePort } from 'scripts/site/postgres';
import type { BareResponses } from '../support/bare-server';
import { type Figure, medianOf } from '../support/figures';
import type { Subject } from './subject';

const SECONDS = 3;
const CONNECTIONS = 50;
const PATHS = ['/venues', '/venues/1', '/vendors?venue_id=1', '/vendors/1', '/items/1'].map((each) => `/api/v1${each}`);
const HEADERS = { 'accept-encoding': 'br' };
/** The headers that Node's server writes by itself. */
const OWN_HEADERS = ['connection', 'keep-alive', 'date'];
const LEAST_RATIO = 0.6;

/** Reads a response as it comes over the wire, compressed. */
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
export async function load(url: string, seconds: number, connections = CONNECTIONS): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections,
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

/** @returns the ratio for each path, with both rates and the cost of a thousand of our responses */
export async function measureRates(subject: Subject, rounds: number): Promise<Figure[]> {
  const responses = Object.fromEntries(
    await Promise.all(PATHS.map(async (each) => [each, await read(subject.url + each)] as const)),
  );
  const bare = await startBare(responses);
  const figures = await memoryOf(subject, 'at rest');
  try {
    for (const each of PATHS) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      await load(subject.url + each, 1);
      await load(bare.url + each, 1);
      const before = await subject.processorMs();
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await load(subject.url + each, SECONDS));
        theirs.push(await load(bare.url + each, SECONDS));
      }
      const after = await subject.processorMs();
      const thousands = (ours.reduce((sum, rate) => sum + rate, 0) * SECONDS) / 1000;
      const cost = (of: 'api' | 'database') => ((after[of] - before[of]) / thousands).toFixed(0);
      const bytes = Buffer.from(responses[each]?.base64 ?? '', 'base64').length;
      figures.push({
        name: `${each.slice('/api/v1'.length)} (${bytes} bytes), rate beside a bare server`,
        value: medianOf(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN))),
        unit: '',
        atLeast: LEAST_RATIO,
        note: `${medianOf(ours).toFixed(0)} of ${medianOf(theirs).toFixed(0)} a second; processor ${cost('api')} + ${cost('database')} ms per 1,000`,
      });
    }
  } finally {
    await bare.stop();
  }
  return [...figures, ...(await memoryOf(subject, 'after this load'))];
}

async function memoryOf(subject: Subject, when: string): Promise<Figure[]> {
  const { api, database } = await subject.memoryMb();
  const figure = (of: string, value: number): Figure => ({ name: `memory of ${of} ${when}`, value, unit: 'MB' });
  return subject.database === 'pglite'
    ? [figure('the API with PGlite', api)]
    : [figure('the API', api), figure('PostgreSQL', database)];
}
