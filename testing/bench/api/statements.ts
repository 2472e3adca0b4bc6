// Measures the statements of a hall with 100,000 orders in the month, on the wall clock: an operator waits for them.
import { ledgerCheckSchema, many, statementSchema } from 'shared-contracts/schemas';
import { logIn } from '../../client/accounts';
import { type Figure, medianOf } from '../support/figures';
import { copyOrders, type Market } from './market-day';
import type { Subject } from './subject';

const CHECK = 'the check of the ledger';
const ORDERS = 100_000;
const DAYS = 28;
/** The limit of a statement. The check has none. */
const MOST_MS = 1_000;

/** Books the copied payments, spread over the days: what the provider received, and what the stall is owed. */
const BOOK_COPIES = `
  begin;
  set local session_replication_role = replica;
  create temporary table booked on commit drop as
    select attempt.id as attempt_id, attempt.venue_id, attempt.currency, attempt.amount_minor, o.id as order_id, o.vendor_id,
      nextval(pg_get_serial_sequence('ledger_entries', 'id')) as entry_id,
      now() - interval '${DAYS} days' * (row_number() over (order by attempt.id) / ${ORDERS}.0) as at
    from payment_attempts attempt join orders o on o.cart_id = attempt.cart_id where attempt.reference like 'bench-%';
  insert into ledger_entries (id, venue_id, currency, is_live, cause, attempt_id, booked_at) overriding system value
    select entry_id, venue_id, currency, false, 'payment', attempt_id, at from booked;
  insert into ledger_postings (entry_id, account, vendor_id, order_id, line, amount_minor)
    select entry_id, 'provider', null::integer, null::bigint, 'received', amount_minor from booked
    union all select entry_id, 'stall', vendor_id, order_id, 'sales', -amount_minor from booked;
  commit`;

export async function measureStatements(subject: Subject, { vendorId }: Market, rounds: number): Promise<Figure[]> {
  await subject.runSql(copyOrders(ORDERS, 'past'));
  await subject.runSql(BOOK_COPIES);
  await subject.runSql('vacuum analyze');
  const operator = await logIn(subject.send, 'operator@foodhall.test');
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const month = `/venues/1/statements?from=${day(DAYS)}&to=${day(0)}`;
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    'the statements of all stalls': () => operator.get(month, many(statementSchema)),
    'the statement of one stall': () => operator.get(`${month}&vendor=${vendorId}`, many(statementSchema)),
    [CHECK]: () => operator.get('/venues/1/ledger/check', ledgerCheckSchema),
  };
  const figures: Figure[] = [];
  for (const [name, read] of Object.entries(reads)) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const start = performance.now();
      await read();
      // The first round warms up.
      if (round > 0) times.push(performance.now() - start);
    }
    const figure = { name: `${name}, ${ORDERS} orders in ${DAYS} days`, value: medianOf(times), unit: 'ms' };
    figures.push(name === CHECK ? figure : { ...figure, atMost: MOST_MS });
  }
  return figures;
}
