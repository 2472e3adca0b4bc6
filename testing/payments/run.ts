// npm run test:payments: payments over the three providers through the real routes, with everything going wrong that can,
// and the books compared at the end. `--count 1000 --seed 1 --database postgres|pglite`.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findPostgres } from 'tooling/site/postgres';
import { newBuyer } from './buyer';
import { endProcessing, KINDS } from './kinds';
import { readMarket } from './market';
import { deckOf, randomOf } from './random';
import { openSite } from './site';

const PROVIDERS = ['Stripe', 'Paystack', 'Global'];
/** Payments at the same time. */
const WIDTH = 4;
const PAYMENTS_PER_KILL = 80;
const WEBHOOK_MODES = ['deliver', 'drop', 'hold', 'delay', 'duplicate', 'reorder'];
const FAILING_PATHS = ['/v1/payment_intents', '/v1/refunds', '/transaction', '/refund', '/epage-remote.cgi'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NO_WORK = ['outbox_waiting', 'payment_refunds_waiting'];

/**
 * @param {{count: number, seed: number, database: 'pglite' | 'postgres', report?: (line: string) => void}} options
 * @returns {Promise<{problems: string[], counts: Record<string, number>}>}
 */
export async function runPaymentFaults({ count, seed, database, report = () => {} }) {
  const counts = {};
  const tally = (name, times = 1) => {
    counts[name] = (counts[name] ?? 0) + times;
  };
  const problems = [];
  const site = await openSite(database);
  try {
    const market = await readMarket(site.url);
    const left = await playPayments({ site, market, count, seed, tally, problems, report });
    // What stays undone is a finding like any other; the books tell the rest.
    await letTimePass({ site, left, problems, report }).catch((error) => problems.push(error.message));
    for (const [mode, events] of Object.entries((await site.control('GET', '')).counts))
      tally(`webhooks ${mode}`, events);
    tally('kills', site.kills);
    tally('lines in the log', site.log.lines);
    problems.push(...site.log.leaks.slice(0, 5).map((line) => `In the log: ${line}`));
    const audit = await site.audit();
    problems.push(...audit.problems);
    for (const [name, value] of Object.entries(audit.counts)) tally(name, value);
    return { problems, counts };
  } finally {
    await site.close();
  }
}

async function playPayments({ site, market, count, seed, tally, problems, report }) {
  const random = randomOf(seed);
  const deals = {
    kind: deckOf(random, KINDS),
    mode: deckOf(random, WEBHOOK_MODES),
    path: deckOf(random, FAILING_PATHS),
  };
  const kills = Math.max(1, Math.floor(count / PAYMENTS_PER_KILL));
  const killEvery = Math.floor(Math.ceil(count / WIDTH) / kills);
  const left = { started: [], late: [] };

  for (let first = 0; first < count; first += WIDTH) {
    await arrangeFaults(site, random, deals, tally);
    const wave = first / WIDTH;
    if (wave % killEvery === Math.floor(killEvery / 2) && site.kills < kills) site.killIn(random.int(10, 60));
    const payments = Array.from({ length: Math.min(WIDTH, count - first) }, (_, index) => ({
      number: first + index,
      kind: deals.kind(),
    }));
    await Promise.all(
      payments.map(async ({ number, kind: [name, play] }) => {
        const provider = PROVIDERS[number % PROVIDERS.length];
        try {
          const chance = randomOf(seed, number + 1);
          const buyer = await newBuyer({
            site,
            venue: market[provider],
            provider,
            random: chance,
            tally,
            started: left.started,
          });
          await buyer.fillCart();
          const late = await play(buyer, site);
          if (late) left.late.push(late);
        } catch (error) {
          problems.push(`Payment ${number} (${name}): ${error.message}`);
        }
      }),
    );
    if (random.chance(0.5)) await site.control('POST', '/webhooks/release', { order: 'reverse' });
    if ((first / WIDTH) % 25 === 24) report(`${first + WIDTH} payments, ${site.kills} kills`);
  }
  await site.up;
  return left;
}

/** What the provider does wrong during the next payments. A failure that nothing has met yet stays. */
async function arrangeFaults(site, random, deals, tally) {
  const { faults } = await site.control('GET', '');
  const failure =
    faults.failure.times > 0
      ? {}
      : { failure: { times: random.int(0, 4), when: random.pick(['before', 'after']), path: deals.path() } };
  if (failure.failure) tally('provider failures', failure.failure.times);
  await site.control('PUT', '/faults', {
    webhooks: { mode: deals.mode(), delayMs: 200 },
    latencyMs: random.pick([0, 0, 15]),
    ...failure,
  });
}

/** The reconciler's times, one after the other; then a day and more, on which some pay what they had left open. */
async function letTimePass({ site, left, problems, report }) {
  await site.control('DELETE', '/faults');
  site.kill(2 * MINUTE);
  await site.quiet(NO_WORK);
  await site.goTo(31 * MINUTE);
  await site.quiet(NO_WORK);
  report('half an hour later');
  for (const started of left.started) await endProcessing(site, started);
  await site.goTo(25 * HOUR);
  await site.quiet(NO_WORK);
  report('a day later');

  await site.control('PUT', '/faults', { webhooks: { mode: 'drop' } });
  for (const [index, { buyer, started }] of left.late.entries()) {
    try {
      if (!(await buyer.enterCard(started))) continue;
      buyer.tally('paid a day late');
      // The others have closed their tabs by then.
      if (index % 2 === 0) await buyer.finish(started);
    } catch (error) {
      problems.push(`Paid a day late: ${error.message}`);
    }
  }
  await site.control('DELETE', '/faults');
  await site.control('POST', '/webhooks/release', { order: 'given' });
  await site.resendWebhooks();
  await site.quiet(NO_WORK);
  await site.goTo(50 * HOUR);
  await site.quiet([...NO_WORK, 'payments_open']);
  report('two days later');
}

/** What a run must have met to be worth something. */
const MUST_OCCUR = [
  'kills',
  'double submits',
  'double starts',
  'webhooks drop',
  'webhooks hold',
  'webhooks delay',
  'webhooks duplicate',
  'webhooks reorder',
  'provider failures',
  'carts in two tabs',
  'carts changed after the start',
  'carts paid twice',
  'wrong amounts or currencies',
  'surplus payments refunded',
  'carts fulfilled',
];

/** @returns {string[]} what the run left out */
export function missingOf(counts) {
  return MUST_OCCUR.filter((name) => !counts[name]).map((name) => `The run met no ${name}.`);
}

async function main() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string', default: findPostgres() ? 'postgres' : 'pglite' },
    },
  });
  const options = { count: Number(values.count), seed: Number(values.seed), database: values.database };
  const name = { postgres: 'PostgreSQL', pglite: 'PGlite in a folder' }[options.database];
  if (!name || !Number.isInteger(options.count) || options.count < 1 || !Number.isInteger(options.seed)) {
    throw new Error('--count and --seed are whole numbers; --database is postgres or pglite.');
  }
  console.log(`${options.count} payments on ${name}, seed ${options.seed}`);
  const startedAt = Date.now();
  const { problems, counts } = await runPaymentFaults({ ...options, report: (line) => console.log(`  ${line}`) });
  problems.push(...missingOf(counts));
  for (const [what, times] of Object.entries(counts).sort()) console.log(`${String(times).padStart(7)}  ${what}`);
  for (const problem of problems) console.error(`  ${problem}`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(
    problems.length === 0 ? `All in order after ${seconds} s.` : `${problems.length} problems after ${seconds} s.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    console.error(error.stack ?? error.message);
    process.exitCode = 1;
  }
}
