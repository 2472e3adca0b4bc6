// npm run test:payments: makes payments at the three providers through the real routes, with every possible fault, and compares the books
// at the end. `--count 1000 --seed 1 --database postgres|pglite`.

import { parseArgs } from 'node:util';
import { runCommand } from 'releases/commands/run-command';
import { findPostgres } from 'scripts/site/postgres';
import { toMinor } from 'shared-contracts/rules/money';
import { z } from 'zod';
import { type Left, newBuyer, type Tally } from './buyer';
import { KINDS } from './kinds';
import { type Market, readMarket, takeTips } from './market';
import { deckOf, type Random, randomOf } from './random';
import { type DatabaseKind, openSite, type Site } from './site';
import { type Accounts, openAccounts, retryRefused } from './transfers';

const PROVIDERS = ['Stripe', 'Paystack', 'Global'] as const;
/** The number of payments at the same time. */
const WIDTH = 4;
const PAYMENTS_PER_KILL = 80;
const WEBHOOK_MODES = ['deliver', 'drop', 'hold', 'delay', 'duplicate', 'reorder'];
const FAILING_PATHS = [
  '/v1/payment_intents',
  '/v1/refunds',
  '/v1/transfers',
  '/transaction',
  '/refund',
  '/epage-remote.cgi',
];
/** A round of the provider watch over all venues ends within this time. */
const ROUND_MS = 120_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NO_WORK = ['outbox_waiting', 'payment_refunds_waiting', 'order_refunds_waiting'];

/** The sandbox's own state. */
const stateSchema = z.object({
  faults: z.object({ failure: z.object({ times: z.number() }) }),
  counts: z.record(z.string(), z.number()),
});
const stateOf = async ({ sandbox }: Site) => stateSchema.parse(await sandbox.control('GET', ''));

interface Options {
  count: number;
  seed: number;
  database: DatabaseKind;
  report?: (line: string) => void;
}

interface Run {
  site: Site;
  tally: Tally;
  problems: string[];
  report: (line: string) => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @returns the problems, a sentence each, and the number of times that each thing happened */
export async function runPaymentFaults({ count, seed, database, report = () => {} }: Options) {
  const counts: Record<string, number> = {};
  const tally: Tally = (name, times = 1) => {
    counts[name] = (counts[name] ?? 0) + times;
  };
  const problems: string[] = [];
  const site = await openSite(database);
  const run: Run = { site, tally, problems, report };
  try {
    const market = await readMarket(site.send);
    await takeTips(await site.signInOperator(), market);
    const accounts = market.Stripe ? await openAccounts(await site.signInOperator(), market.Stripe.id) : null;
    const left = await playPayments(run, { market, accounts, count, seed });
    // Unfinished work is a problem like any other. The books show the rest.
    await letTimePass(run, { left, market, accounts }).catch((error: unknown) => problems.push(messageOf(error)));
    await checkLedgers(run, market).catch((error: unknown) => problems.push(messageOf(error)));
    for (const [mode, events] of Object.entries((await stateOf(site)).counts)) tally(`webhooks ${mode}`, events);
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

interface Plan {
  market: Market;
  accounts: Accounts | null;
  count: number;
  seed: number;
}

interface Deals {
  mode: () => string;
  path: () => string;
}

async function playPayments(run: Run, { market, accounts, count, seed }: Plan): Promise<Left> {
  const { site, tally, problems, report } = run;
  const random = randomOf(seed);
  const kind = deckOf(random, KINDS);
  const deals: Deals = { mode: deckOf(random, WEBHOOK_MODES), path: deckOf(random, FAILING_PATHS) };
  const kills = Math.max(1, Math.floor(count / PAYMENTS_PER_KILL));
  const killEvery = Math.floor(Math.ceil(count / WIDTH) / kills);
  const left: Left = { started: [], late: [], refunded: [] };

  for (let first = 0; first < count; first += WIDTH) {
    await arrangeFaults(run, random, { ...deals, closing: accounts?.closing ?? '' });
    const wave = first / WIDTH;
    if (wave % killEvery === Math.floor(killEvery / 2) && site.kills < kills) site.killIn(random.int(10, 60));
    const payments = Array.from({ length: Math.min(WIDTH, count - first) }, (_, index) => ({
      number: first + index,
      kind: kind(),
    }));
    await Promise.all(
      payments.map(async ({ number, kind: [name, play] }) => {
        try {
          const provider = PROVIDERS[number % PROVIDERS.length] ?? 'Stripe';
          const venue = market[provider];
          if (!venue) throw new Error(`The demo has no open venue with ${provider}.`);
          const chance = randomOf(seed, number + 1);
          const buyer = await newBuyer({ site, venue, provider, random: chance, tally, left });
          await buyer.fillCart();
          await play(buyer, site.sandbox);
        } catch (error) {
          problems.push(`Payment ${number} (${name}): ${messageOf(error)}`);
        }
      }),
    );
    if (random.chance(0.5)) await site.sandbox.control('POST', '/webhooks/release', { order: 'reverse' });
    if ((first / WIDTH) % 25 === 24) report(`${first + WIDTH} payments, ${site.kills} kills`);
  }
  await site.up;
  return left;
}

/** Sets the provider's faults for the next payments. A fault that has not hit a payment yet stays. */
async function arrangeFaults({ site, tally }: Run, random: Random, deals: Deals & { closing: string }): Promise<void> {
  const { faults } = await stateOf(site);
  const failure =
    faults.failure.times > 0
      ? null
      : { times: random.int(0, 4), when: random.pick(['before', 'after']), path: deals.path() };
  if (failure) tally('provider failures', failure.times);
  await site.sandbox.control('PUT', '/faults', {
    webhooks: { mode: deals.mode(), delayMs: 200 },
    latencyMs: random.pick([0, 0, 15]),
    closedAccount: { id: random.chance(0.2) ? deals.closing : '' },
    ...(failure && { failure }),
  });
}

/** Lets the periods of the reconciler pass one after another, and then more than a day, after which some buyers pay their open forms. */
async function letTimePass(
  run: Run,
  { left, market, accounts }: Pick<Plan, 'market' | 'accounts'> & { left: Left },
): Promise<void> {
  const { site, problems, report } = run;
  await site.sandbox.control('DELETE', '/faults');
  site.kill(2 * MINUTE);
  await site.quiet(NO_WORK);
  await clearRefunds(run, left);
  await site.quiet(NO_WORK);
  await site.goTo(31 * MINUTE);
  await site.quiet(NO_WORK);
  report('half an hour later');
  for (const started of left.started) await site.sandbox.settle(started);
  await site.goTo(25 * HOUR);
  await site.quiet(NO_WORK);
  report('a day later');
  await changeFeesAndDispute(run, market);

  await site.sandbox.control('PUT', '/faults', { webhooks: { mode: 'drop' } });
  for (const [index, { buyer, payment }] of left.late.entries()) {
    try {
      if (!(await buyer.enterCard(payment))) continue;
      buyer.tally('paid a day late');
      // The other buyers have closed their tabs by then.
      if (index % 2 === 0) await buyer.finish(payment);
    } catch (error) {
      problems.push(`Paid a day late: ${messageOf(error)}`);
    }
  }
  await site.sandbox.control('DELETE', '/faults');
  await site.sandbox.control('POST', '/webhooks/release', { order: 'given' });
  await site.resendWebhooks();
  await site.quiet(NO_WORK);
  await site.goTo(50 * HOUR);
  if (market.Stripe && accounts) {
    run.tally('transfers refused', await retryRefused(await site.signInOperator(), market.Stripe.id, accounts));
  }
  await site.quiet([...NO_WORK, 'payments_open']);
  report('two days later');
}

const refundsSchema = z.object({
  currency: z.string(),
  data: z.array(z.object({ id: z.number(), amount: z.number(), state: z.string() })),
});
const consoleSchema = z.object({ rebates: z.array(z.number()) });

/** Checks in Global's console, as the operator, whether refunds without a response were made, and records it. */
async function clearRefunds({ site, tally }: Run, { refunded }: Left): Promise<void> {
  const operator = await site.signInOperator();
  for (const { payment, orderIds } of refunded) {
    if (payment.provider !== 'Global') continue;
    const { rebates } = consoleSchema.parse(await site.sandbox.control('GET', `/global/refunds/${payment.reference}`));
    const found: { path: string; minor: number; state: string }[] = [];
    for (const orderId of orderIds) {
      const { currency, data } = await operator.get(`/orders/${orderId}/refunds`, refundsSchema);
      for (const { id, amount, state } of data) {
        found.push({ path: `/orders/${orderId}/refunds/${id}`, minor: toMinor(amount, currency), state });
      }
    }
    // Each refund takes one rebate of its amount. The refunds that the books already record as made come first.
    const take = (minor: number) => rebates.includes(minor) && rebates.splice(rebates.indexOf(minor), 1).length > 0;
    for (const { minor } of found.filter(({ state }) => state === 'refunded')) take(minor);
    for (const { path, minor } of found.filter(({ state }) => state === 'unclear')) {
      await operator.put(path, { is_made: take(minor) });
      tally('unclear refunds cleared');
    }
  }
}

const entriesSchema = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      cause: z.string(),
      payment: z.object({ provider: z.string(), reference: z.string().nullable() }).nullable(),
    }),
  ),
});

/** Changes fees, and opens and decides disputes, at the providers that have them. Half of their webhooks are lost. */
async function changeFeesAndDispute({ site, tally }: Run, market: Market): Promise<void> {
  const operator = await site.signInOperator();
  for (const provider of ['Stripe', 'Paystack'] as const) {
    const venue = market[provider];
    if (!venue) continue;
    const { data } = await operator.get(`/venues/${venue.id}/ledger?cause=payment&limit=200`, entriesSchema);
    let disputed = 0;
    for (const [index, { payment }] of data.entries()) {
      const reference = payment?.reference;
      if (!reference) continue;
      if (index % 5 === 0) {
        await site.sandbox.control('PUT', '/fee', { provider, reference, by: 25 });
        tally('fees changed late');
      }
      // A bank takes nothing back of a payment that has gone back already.
      const { data: entries } = await operator.get(`/venues/${venue.id}/ledger?payment=${reference}`, entriesSchema);
      if (index % 2 !== 0 || entries.some(({ cause }) => cause === 'refund')) continue;
      await site.sandbox.control('PUT', '/faults', { webhooks: { mode: index % 4 === 0 ? 'drop' : 'deliver' } });
      const { id } = disputeSchema.parse(
        await site.sandbox.control('POST', '/disputes', { provider, reference, amount: 100 }),
      );
      const outcome = disputed % 2 === 0 ? 'won' : 'lost';
      disputed += 1;
      await site.sandbox.control('POST', '/disputes/close', { provider, id: String(id), outcome });
      tally(`disputes ${outcome}`);
    }
  }
}

const disputeSchema = z.object({ id: z.union([z.string(), z.number()]) });
const checkSchema = z.object({
  provider: z.enum(['compared', 'silent', 'unreachable']),
  data: z.array(z.object({ kind: z.string(), payment: z.unknown(), booked: z.number(), expected: z.number() })),
});

/**
 * Checks the ledger of each venue against the payments and against the provider's own books. The API asks the providers once after its start for
 * what their webhooks did not tell, so the books are compared until that round has ended.
 */
async function checkLedgers({ site, tally, problems }: Run, market: Market): Promise<void> {
  const operator = await site.signInOperator();
  const deadline = Date.now() + ROUND_MS;
  for (const [provider, venue] of Object.entries(market)) {
    const check = () => operator.get(`/venues/${venue.id}/ledger/check`, checkSchema);
    let found = await check();
    while (found.data.length > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      found = await check();
    }
    tally(`ledgers ${found.provider}`);
    if (found.provider === 'unreachable') problems.push(`The books of ${provider} could not be read.`);
    for (const { kind, payment, booked, expected } of found.data)
      problems.push(
        `${provider} ${JSON.stringify(payment)}: the ledger's ${kind} is ${booked}, and should be ${expected}.`,
      );
  }
}

/** Events that a useful run must include. */
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
  'refunds requested',
  'refunds in the dashboard',
  'refunds of the provider recorded',
  'payments refunded in part',
  'fees changed late',
  'disputes won',
  'disputes lost',
  'transfers made',
  'transfers taken back',
  'transfers refused',
  'ledgers compared',
];

/** @returns the missing events, a sentence each */
export function missingOf(counts: Record<string, number>): string[] {
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
  const [count, seed, database] = [Number(values.count), Number(values.seed), values.database];
  const isDatabase = database === 'postgres' || database === 'pglite';
  if (!isDatabase || !Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
    throw new Error('--count and --seed are whole numbers; --database is postgres or pglite.');
  }
  const name = { postgres: 'PostgreSQL', pglite: 'PGlite in a folder' }[database];
  console.log(`${count} payments on ${name}, seed ${seed}`);
  const startedAt = Date.now();
  const { problems, counts } = await runPaymentFaults({
    count,
    seed,
    database,
    report: (line) => console.log(`  ${line}`),
  });
  problems.push(...missingOf(counts));
  for (const [what, times] of Object.entries(counts).sort()) console.log(`${String(times).padStart(7)}  ${what}`);
  for (const problem of problems) console.error(`  ${problem}`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(
    problems.length === 0 ? `All in order after ${seconds} s.` : `${problems.length} problems after ${seconds} s.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

await runCommand(import.meta.url, main);
