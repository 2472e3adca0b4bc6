/**
 * Compares the database with the provider's books after a run of payment faults, and prints the findings as one line of JSON. It reads
 * SANDBOX_STATE, the sandbox's state file, and the storage settings of the API.
 */
import { readFileSync } from 'node:fs';
import { readStorageConfig } from 'core/config';
import { createKysely, type Queryable } from 'core/database/kysely';
import { openDatabase } from 'core/database/pool';
import { silentLog } from 'core/testing/logs';
import { checkLedger } from '../payments/ledger/check-ledger';
import { payoutsOf } from '../payments/reports/payouts.query';
import { salesOf } from '../payments/reports/sales.query';

interface Payment {
  provider: string;
  reference: string;
  receivedMinor: number;
  refundedMinor: number;
  currency: string;
  /** True if the payment can no longer be paid. */
  isOver: boolean;
}

interface AttemptRow {
  id: number;
  cart_id: number;
  venue_id: number;
  provider: string;
  reference: string | null;
  state: string;
  /** True if the outcome of the payment was recorded a day or more after its start. */
  is_late: boolean;
  refund_state: string | null;
  amount_minor: number;
  currency: string;
  alerts: number;
  shares_minor: number | null;
  shares: number;
  /** The sum of the refunds of its orders that were made. */
  refunds_minor: number;
  /** The part of this sum that was made at the provider. */
  refunds_at_provider: number;
  /** The number of refunds. */
  refunds: number;
}

interface CartRow {
  id: number;
  state: string;
  orders: number;
  placed: number;
  queued: number;
  announced: number;
  receipts_minor: number;
}

interface SandboxState {
  stripe: {
    intents: Record<
      string,
      {
        intent: { status: string; amount_received: number; currency: string };
        refunds: { amount: number; status: string }[];
      }
    >;
    transfers: Record<
      string,
      {
        transfer: { amount: number; amount_reversed: number; metadata: Record<string, string> };
        reversals: { metadata: Record<string, string> }[];
      }
    >;
  };
  paystack: {
    transactions: Record<
      string,
      {
        status: string;
        amount: number;
        currency: string;
        /** Paystack also lists what it took back for a lost dispute, which is no refund of an order. */
        refunds: { amount: number; dispute: number | null }[];
      }
    >;
  };
  global: {
    orders: Record<
      string,
      {
        orderId: string;
        result: string | null;
        amount: string;
        currency: string;
        returned: string | null;
        rebated: number;
      }
    >;
  };
}

const sumOf = (amounts: readonly { amount: number }[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the payments that the providers have received and refunded. */
function paymentsOf({ stripe, paystack, global }: SandboxState): Payment[] {
  return [
    ...Object.entries(stripe.intents).map(([reference, { intent, refunds }]) => ({
      provider: 'Stripe',
      reference,
      receivedMinor: intent.status === 'succeeded' ? intent.amount_received : 0,
      refundedMinor: sumOf(refunds.filter(({ status }) => status === 'succeeded')),
      currency: intent.currency.toUpperCase(),
      isOver: ['succeeded', 'canceled'].includes(intent.status),
    })),
    ...Object.entries(paystack.transactions).map(([reference, { status, amount, currency, refunds }]) => ({
      provider: 'Paystack',
      reference,
      receivedMinor: status === 'success' || status === 'reversed' ? amount : 0,
      refundedMinor: sumOf(refunds.filter(({ dispute }) => dispute === null)),
      currency,
      // This payment cannot be cancelled there.
      isOver: true,
    })),
    ...Object.values(global.orders).map(({ orderId, result, amount, currency, returned, rebated }) => ({
      provider: 'Global',
      reference: orderId,
      receivedMinor: result === '00' ? Number(amount) : 0,
      refundedMinor: returned === 'void' ? Number(amount) : rebated,
      currency,
      isOver: true,
    })),
  ];
}

async function main(): Promise<void> {
  const state = JSON.parse(readFileSync(process.env.SANDBOX_STATE ?? '', 'utf8')) as SandboxState;
  const payments = paymentsOf(state);
  const database = await openDatabase(readStorageConfig(process.env), silentLog);
  const rows = async <Row>(sql: string): Promise<Row[]> => (await database.poolFor('export').query(sql)).rows as Row[];
  const owed = `ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id and entry.cause = 'payment'
      and entry.attempt_id = a.id and posting.account in ('stall', 'tips', 'hall', 'tax')`;
  const attempts = await rows<AttemptRow>(`
    select id, cart_id, venue_id, provider, reference, state, refund_state, amount_minor, currency,
      coalesce(settled_at - created_at >= interval '1 day', false) as is_late,
      (select count(*) from payment_alerts where attempt_id = a.id) as alerts,
      (select -sum(posting.amount_minor)::bigint from ${owed}) as shares_minor,
      (select count(*) from ${owed} where posting.line = 'sales') as shares,
      (select coalesce(sum(amount_minor), 0) from order_refunds where attempt_id = a.id and state = 'done') as refunds_minor,
      (select count(*) from order_refunds where attempt_id = a.id and state = 'done') as refunds,
      (select count(*) from order_refunds where attempt_id = a.id and state = 'done' and source = 'provider')
        as refunds_at_provider
    from payment_attempts a`);
  const carts = await rows<CartRow>(`
    with announced as (
      select (payload->'payload'->'order'->>'id')::integer as order_id, count(*) as times from outbox
      where kind = 'event' and done_at is not null and payload->>'event' like '%QueueOrderAdded' group by 1)
    select c.id, c.state, count(o.id) as orders,
      count(o.id) filter (where o.state in ('placed', 'completed')) as placed,
      count(q.id) as queued,
      coalesce(sum(announced.times), 0)::integer as announced,
      coalesce(sum(o.total_minor + o.service_fee_minor +
        case when o.is_tax_included then 0 else o.tax_minor + o.service_fee_tax_minor end + o.tip_minor), 0) as receipts_minor
    from carts c left join orders o on o.cart_id = c.id left join queue_entries q on q.order_id = o.id
      left join announced on announced.order_id = o.id
    group by c.id`);
  const [open] = await rows<Record<string, number>>(`select
    (select count(*) from payment_attempts where state in ('open', 'superseded')) as "open payments",
    (select count(*) from payment_attempts where refund_state = 'wanted') as "refunds not made",
    (select count(*) from order_refunds where state in ('wanted', 'asked', 'unclear')) as "refunds of orders not made",
    (select count(*) from transfers where state in ('wanted', 'asked', 'refused')) as "transfers not made",
    (select count(*) from outbox where done_at is null) as "work in the outbox",
    (select count(*) from webhook_events where processed_at is null) as "webhooks not processed"`);
  const [webhooks] = await rows<{ count: number }>('select count(*) from webhook_events');
  const transfers = await rows<TransferRow>(`select id, reverses, amount_minor from transfers where state = 'done'`);
  const ledgers = await ledgersOf(createKysely(database.pool));
  const differences = await differencesOf(createKysely(database.pool));
  await database.close();

  const { problems, counts, owedMinor } = compare(payments, attempts, carts, open ?? {});
  problems.push(...differences, ...compareTransfers(state, transfers, counts));
  for (const { venueId, payoutMinor, netMinor } of ledgers) {
    const owed = owedMinor.get(venueId) ?? 0;
    if (payoutMinor === owed && netMinor === owed) continue;
    problems.push(
      `Venue ${venueId}: received less refunded is ${owed}, its payouts are ${payoutMinor}, its net sales ${netMinor}.`,
    );
  }
  console.info(JSON.stringify({ problems, counts: { ...counts, 'webhooks stored': webhooks?.count ?? 0 } }));
}

interface TransferRow {
  id: number;
  reverses: number | null;
  amount_minor: number;
}

/** The provider has each transfer and reversal of the books once, and no other, and took none back but for a reversal. */
function compareTransfers({ stripe }: SandboxState, rows: TransferRow[], counts: Record<string, number>): string[] {
  const made = Object.values(stripe.transfers);
  const keys = [
    ...made.map(({ transfer }) => transfer.metadata.transfer),
    ...made.flatMap(({ reversals }) => reversals.map(({ metadata }) => metadata.reversal)),
  ];
  counts['transfers made'] = rows.filter(({ reverses }) => reverses === null).length;
  counts['transfers taken back'] = rows.length - counts['transfers made'];
  const ours = rows.map(({ id }) => `transfer-${id}`);
  const problems: string[] = [];
  if ([...keys].sort().join() !== [...ours].sort().join()) {
    problems.push(`The provider made ${keys.length} transfers and reversals, and the books have ${ours.length}.`);
  }
  const leftMinor = made.reduce((sum, { transfer }) => sum + transfer.amount - transfer.amount_reversed, 0);
  const bookedMinor = rows.reduce(
    (sum, { reverses, amount_minor }) => sum + (reverses === null ? amount_minor : -amount_minor),
    0,
  );
  if (leftMinor !== bookedMinor) problems.push(`The stalls got ${leftMinor}, and the books say ${bookedMinor}.`);
  return problems;
}

/** Returns what the check of the ledger finds, a sentence each. */
async function differencesOf(db: Queryable): Promise<string[]> {
  const venues = await db.selectFrom('venues').select('id').execute();
  const found = await Promise.all(venues.map(({ id }) => checkLedger(db, id)));
  return found
    .flat()
    .map(
      ({ kind, reference, bookedMinor, expectedMinor }) =>
        `The ledger's ${kind} of ${reference} is ${bookedMinor} and should be ${expectedMinor}.`,
    );
}

interface Ledger {
  venueId: number;
  payoutMinor: number;
  netMinor: number;
}

/** Returns the figures of the reports over all days. */
async function ledgersOf(db: Queryable): Promise<Ledger[]> {
  const range = { from: '2000-01-01', to: '2100-01-01' };
  const venues = await db.selectFrom('venues').select(['id', 'timezone']).execute();
  const ledgers: Ledger[] = [];
  for (const venue of venues) {
    const payouts = await payoutsOf(db, { venue, range, vendorId: null });
    const sales = await salesOf(db, { venue, range, vendorId: null });
    ledgers.push({
      venueId: venue.id,
      payoutMinor: payouts.reduce((sum, { shares_minor, refunds_minor }) => sum + shares_minor - refunds_minor, 0),
      netMinor: sales.reduce((sum, { total }) => sum + total.grossMinor - total.refundsMinor, 0),
    });
  }
  return ledgers;
}

function compare(payments: Payment[], attempts: AttemptRow[], carts: CartRow[], open: Record<string, number>) {
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  /** Returns the received and not refunded amounts by venue. */
  const owedMinor = new Map<number, number>();
  const tally = (name: string, times = 1) => {
    counts[name] = (counts[name] ?? 0) + times;
  };
  for (const [what, count] of Object.entries(open)) if (count > 0) problems.push(`There are ${what}: ${count}.`);

  const keyOf = (provider: string, reference: string | null) => `${provider} ${reference}`;
  const attemptOf = new Map(attempts.map((attempt) => [keyOf(attempt.provider, attempt.reference), attempt]));
  const paymentsOfCart = new Map<number, { payment: Payment; attempt: AttemptRow; isAsAsked: boolean }[]>();
  for (const payment of payments) {
    const attempt = attemptOf.get(keyOf(payment.provider, payment.reference));
    if (!attempt) {
      // The provider created the payment although its response was lost, so no buyer can have paid it.
      if (payment.receivedMinor > 0)
        problems.push(`${payment.provider} was paid for ${payment.reference}, which was never started.`);
      continue;
    }
    if (!payment.isOver) problems.push(`${payment.reference} can still be paid.`);
    if (payment.receivedMinor === 0) continue;
    tally('payments received');
    tally(`payments received by ${payment.provider}`);
    const isAsAsked = payment.receivedMinor === attempt.amount_minor && payment.currency === attempt.currency;
    if (!isAsAsked) tally('wrong amounts or currencies');
    if (isAsAsked === (attempt.state === 'mismatch') || attempt.alerts !== (isAsAsked ? 0 : 1)) {
      problems.push(
        `${payment.reference}: state ${attempt.state}, ${attempt.alerts} alerts, received as asked: ${isAsAsked}.`,
      );
    }
    // A surplus payment is refunded as surplus, even if it is very late.
    if (isAsAsked && (attempt.state === 'expired') !== (attempt.is_late && attempt.state !== 'duplicate')) {
      problems.push(`${payment.reference}: state ${attempt.state}, settled a day late: ${attempt.is_late}.`);
    }
    if (attempt.state === 'expired') tally('expired payments refunded');
    const list = paymentsOfCart.get(attempt.cart_id) ?? [];
    paymentsOfCart.set(attempt.cart_id, [...list, { payment, attempt, isAsAsked }]);
  }

  for (const cart of carts) {
    const received = paymentsOfCart.get(cart.id) ?? [];
    const isPaid = received.some(({ attempt, isAsAsked }) => isAsAsked && attempt.state !== 'expired');
    const captured = received.filter(({ attempt }) => attempt.state === 'succeeded');
    const refunded = received.filter(
      ({ attempt, payment }) => attempt.state !== 'succeeded' && payment.refundedMinor === payment.receivedMinor,
    );
    tally('carts');
    tally(isPaid ? 'carts paid' : 'carts not paid');
    tally('surplus payments refunded', refunded.length);
    const wrong = (what: string) =>
      problems.push(
        `Cart ${cart.id} (${cart.state}; ${received.map(({ payment }) => payment.reference).join(', ')}): ${what}.`,
      );
    if (captured.length + refunded.length !== received.length)
      wrong('the refund of a surplus payment is not the whole of it, once');
    if (!isPaid) {
      if (cart.state !== 'new' || cart.placed > 0 || cart.queued > 0) wrong('fulfilled and not paid');
      if (captured.length > 0) wrong('the money was not refunded, and nothing was fulfilled');
      continue;
    }
    if (cart.state !== 'paid' || cart.placed !== cart.orders || cart.queued !== cart.orders)
      wrong('paid and not fulfilled');
    else if (cart.announced !== cart.orders)
      wrong(`${cart.orders} orders, and their vendors were told ${cart.announced} times`);
    else tally('carts fulfilled');
    const [only] = captured;
    if (!only || captured.length > 1) {
      wrong(`${captured.length} payments were not refunded`);
      continue;
    }
    const { attempt, payment } = only;
    const sums = [payment.receivedMinor, attempt.amount_minor, cart.receipts_minor, attempt.shares_minor ?? 0];
    if (attempt.state !== 'succeeded' || new Set(sums).size !== 1) {
      wrong(`received, asked, receipts and shares are ${sums.join(', ')}; the attempt is ${attempt.state}`);
    }
    if (attempt.shares !== cart.orders) wrong(`the ledger has ${attempt.shares} sales of ${cart.orders} orders`);
    if (payment.refundedMinor !== attempt.refunds_minor || attempt.refunds_minor > payment.receivedMinor) {
      wrong(
        `of ${payment.receivedMinor} the provider refunded ${payment.refundedMinor}, its orders say ${attempt.refunds_minor}`,
      );
    }
    tally('refunds of orders', attempt.refunds);
    tally('refunds of the provider recorded', attempt.refunds_at_provider);
    if (attempt.refunds_minor > 0 && attempt.refunds_minor < payment.receivedMinor) tally('payments refunded in part');
    if (attempt.refunds_minor === payment.receivedMinor) tally('payments refunded as a whole');
    owedMinor.set(
      attempt.venue_id,
      (owedMinor.get(attempt.venue_id) ?? 0) + payment.receivedMinor - payment.refundedMinor,
    );
    tally('minor units captured', payment.receivedMinor);
  }
  return { problems, counts, owedMinor };
}

void main();
