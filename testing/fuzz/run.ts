// npm run test:fuzz: sends generated mutations of its schema to every route and socket message, on both databases.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { runCommand } from 'releases/commands/run-command';
import { findPostgres } from 'scripts/site/postgres';
import { type FuzzRequest, openApiSchema, type Route, requestsFor, routesOf, withoutRefs } from './requests';
import { type DatabaseKind, type FuzzReply, type FuzzSite, openFuzzSite } from './site';
import { converse, frames } from './sockets';
import { hold, play, TRICKS } from './tricks';

interface FuzzOptions {
  database: DatabaseKind;
  /** The number of runs for each route, and for the sockets. */
  runs: number;
  seed: number;
  report?: (line: string) => void;
}

export interface FuzzResult {
  passed: number;
  /** One sentence for each problem, with the request that causes it again. */
  problems: string[];
  /** The number of responses with each status. */
  statuses: Record<string, number>;
}

/** Explains why a response is wrong, or returns undefined. */
function wrongWith({ status, headers, text }: FuzzReply): string | undefined {
  if (status >= 500 && !(status === 503 && headers['retry-after'])) return `status ${status}: ${text.slice(0, 200)}`;
  if (/root:x:0|PRIVATE KEY|node_modules|\bat .+:\d+:\d+\)/.test(text))
    return `an answer that shows our files: ${text.slice(0, 200)}`;
  if (text.includes('"polluted"') && !text.includes('"errors"')) return `a polluted answer: ${text.slice(0, 200)}`;
  return undefined;
}

const shown = ({ method, path, headers, body }: FuzzRequest): string => {
  const { authorization, 'x-forwarded-for': _address, ...rest } = headers;
  return `${method} ${path} ${authorization ? 'signed in' : 'as a visitor'} ${JSON.stringify(rest)} ${body?.toString('utf8').slice(0, 600) ?? ''}`;
};

/** A log-out gets other tokens. With a shared session, it would end the session of later requests. */
const tokensFor = (route: Route, tokens: readonly string[]) =>
  route.path.endsWith('/logout') ? ['', 'no-session'] : tokens;

async function fuzzRoute(site: FuzzSite, route: Route, { runs, seed }: FuzzOptions, count: (status: number) => void) {
  const property = fc.asyncProperty(
    requestsFor(route, tokensFor(route, site.tokens), site.examples),
    async (request) => {
      const reply = await site.call(request);
      count(reply.status);
      const wrong = wrongWith(reply);
      if (wrong) throw new Error(wrong);
    },
  );
  const result = await fc.check(property, { numRuns: runs, seed, interruptAfterTimeLimit: 600_000 });
  const [request] = result.counterexample ?? [];
  return request ? `${shown(request)}\n    ${String(result.errorInstance)} (seed ${seed})` : undefined;
}

async function fuzzSockets({ url }: FuzzSite, { runs, seed }: FuzzOptions): Promise<string | undefined> {
  const property = fc.asyncProperty(fc.array(frames, { minLength: 1, maxLength: 20 }), async (all) => {
    await converse(url, all);
  });
  const result = await fc.check(property, { numRuns: runs, seed });
  return result.failed
    ? `the socket after ${JSON.stringify(result.counterexample).slice(0, 600)}\n    ${String(result.errorInstance)} (seed ${seed})`
    : undefined;
}

/** Checks that other requests are served while bodies that never arrive hold connections open. */
async function serveWhileHeld({ port, call }: FuzzSite): Promise<string | undefined> {
  const letGo = hold(port, 200);
  try {
    const { status } = await call({ method: 'GET', path: '/api/v1/venues', headers: {}, body: null });
    return status === 200 ? undefined : `with 200 slow bodies: status ${status}`;
  } finally {
    letGo();
  }
}

/** Plays everything once. @throws when the site does not start */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { database, report = () => {} } = options;
  const site = await openFuzzSite(database);
  const result: FuzzResult = { passed: 0, problems: [], statuses: {} };
  const count = (status: number) => {
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  };
  const take = async (name: string, tried: Promise<string | undefined>) => {
    const problem = await tried.catch((error: unknown) => `${name}: ${String(error)}`);
    const ended = site.ended();
    if (ended) throw new Error(`${name}: a process ended. ${ended}\n${problem ?? ''}`);
    if (problem) result.problems.push(problem);
    else result.passed += 1;
    report(`${problem ? 'FAIL' : 'ok  '} ${name}`);
  };
  try {
    const document = await site.call({ method: 'GET', path: '/api/v1/openapi.json', headers: {}, body: null });
    const routes = routesOf(openApiSchema.parse(withoutRefs(JSON.parse(document.text))));
    for (const route of routes) {
      await take(`${route.method} ${route.path}`, fuzzRoute(site, route, options, count));
    }
    for (const trick of TRICKS) {
      const tried = play(site.port, trick).then((text) => {
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
        if (status === 0) return trick.mayClose ? undefined : `${trick.name}: closed without an answer`;
        const wrong = wrongWith({ status, headers: {}, text });
        return wrong && `${trick.name}: ${wrong}`;
      });
      await take(trick.name, tried);
    }
    await take('the socket', fuzzSockets(site, options));
    await take('200 bodies that never arrive', serveWhileHeld(site));
    const health = await site.call({ method: 'GET', path: '/api/v1/ready', headers: {}, body: null });
    await take('the site afterwards', Promise.resolve(health.status === 200 ? undefined : `ready: ${health.status}`));
  } finally {
    await site.stop();
  }
  return result;
}

async function main() {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '500' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      database: { type: 'string' },
    },
  });
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  const wanted = values.database ?? (findPostgres() ? 'both' : 'pglite');
  if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed) || !/^(both|pglite|postgres)$/.test(wanted)) {
    throw new Error('--runs and --seed are whole numbers; --database is postgres, pglite or both.');
  }
  const databases: DatabaseKind[] = wanted === 'both' ? ['pglite', 'postgres'] : [wanted as DatabaseKind];
  for (const database of databases) {
    console.log(`${database}, ${runs} requests for each route, seed ${seed}`);
    const { passed, problems, statuses } = await runFuzz({
      database,
      runs,
      seed,
      report: (line) => console.log(`  ${line}`),
    });
    for (const problem of problems) console.error(`  ${problem}`);
    console.log(
      Object.entries(statuses)
        .map(([status, times]) => `${times} × ${status}`)
        .join(', '),
    );
    console.log(`${passed} passed, ${problems.length} failed`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

await runCommand(import.meta.url, main);
