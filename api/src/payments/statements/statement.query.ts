/** What a hall owes its stalls for some days, from the ledger. All amounts are minor units. */
import type { Queryable } from 'core/database/kysely';
import type { LedgerCause, LedgerLine } from 'core/database/types';
import { sql } from 'kysely';
import { addedByRate, type TaxPart, taxesOfOrder } from '../../ordering/orders/order-amounts';
import { siteIsLive } from '../core/payments-mode';
import { type DayRange, isWithin } from '../reports/day-range';

/** The lines of a statement, each as it changes what the stall is owed. They add up to `owedMinor`. */
export interface StatementLines {
  carriedOverMinor: number;
  salesMinor: number;
  tipsMinor: number;
  refundsMinor: number;
  commissionMinor: number;
  rentMinor: number;
  feesMinor: number;
  disputesMinor: number;
  transfersMinor: number;
  correctionsMinor: number;
  payoutsMinor: number;
}

export interface Statement extends StatementLines {
  vendorId: number;
  vendorName: string;
  currency: string;
  currencySymbol: string;
  orders: number;
  owedMinor: number;
  /** What can still be paid out for these days, by `payableOf`. */
  payableMinor: number;
  hasEstimatedFees: boolean;
  taxes: TaxPart[];
}

export interface StatementQuestion {
  venue: { id: number; timezone: string };
  range: DayRange;
  /** null for all stalls of the venue. */
  vendorId: number | null;
}

/** A sum of one stall's postings: before the days, on them, or after them. */
export interface BookedSum {
  vendorId: number;
  vendorName: string;
  currency: string;
  currencySymbol: string;
  era: 'before' | 'inside' | 'after';
  cause: LedgerCause;
  line: LedgerLine;
  minor: number;
  postings: number;
}

/** @returns a statement for each stall and currency with anything booked until the last day, in the order of the stalls */
export async function statementsOf(db: Queryable, question: StatementQuestion): Promise<Statement[]> {
  const { venue, range, vendorId } = question;
  const start = sql`(${range.from}::date)::timestamp at time zone ${venue.timezone}`;
  const end = sql`(${range.to}::date + 1)::timestamp at time zone ${venue.timezone}`;
  const ofVenue = sql`entry.venue_id = ${venue.id} and entry.is_live = ${siteIsLive} and posting.vendor_id is not null
    and ${vendorId === null ? sql`true` : sql`posting.vendor_id = ${vendorId}`}`;
  const { rows } = await sql<BookedSum>`
    with booked as (
      select posting.vendor_id, entry.currency, entry.cause, posting.line,
        case when entry.booked_at < ${start} then 'before' when entry.booked_at < ${end} then 'inside' else 'after' end as era,
        sum(posting.amount_minor)::bigint as minor, count(*)::integer as postings
      from ledger_postings posting join ledger_entries entry on entry.id = posting.entry_id
      where ${ofVenue} group by 1, 2, 3, 4, 5)
    select vendors.id as "vendorId", vendors.name as "vendorName", booked.currency, booked.cause, booked.line, booked.era, booked.minor,
      booked.postings, coalesce((select currency_symbol from orders where orders.vendor_id = vendors.id
        and orders.currency = booked.currency order by id desc limit 1), booked.currency) as "currencySymbol"
    from booked join vendors on vendors.id = booked.vendor_id
    order by vendors.position, vendors.id, booked.currency`.execute(db);
  const { rows: estimated } = await sql<{ vendorId: number }>`
    select distinct posting.vendor_id as "vendorId"
    from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
    where ${ofVenue} and entry.is_estimated and ${isWithin('entry.booked_at', range, venue.timezone)}
      and not exists (select from ledger_entries told
        where told.attempt_id = entry.attempt_id and told.cause = 'fee' and not told.is_estimated)`.execute(db);
  const taxes = await taxesOfStalls(db, question);
  return statementsFrom(rows).map((statement) => ({
    ...statement,
    hasEstimatedFees: estimated.some((each) => each.vendorId === statement.vendorId),
    taxes: addedByRate(
      taxes.filter((tax) => tax.vendorId === statement.vendorId && tax.currency === statement.currency),
    ),
  }));
}

type Figures = Omit<Statement, 'hasEstimatedFees' | 'taxes'>;

/** Adds up the lines of each stall and currency, in the order of the sums. */
export function statementsFrom(sums: readonly BookedSum[]): Figures[] {
  const groups = new Map<string, BookedSum[]>();
  for (const each of sums) {
    const key = `${each.vendorId} ${each.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    // What came after the days alone is no statement of these days.
    if (!first || group.every(({ era }) => era === 'after')) return [];
    const { vendorId, vendorName, currency, currencySymbol } = first;
    /** What these postings make the stall be owed more. */
    const owedBy = (which: (sum: BookedSum) => boolean) =>
      group.filter(which).reduce((total, { minor }) => total - minor, 0);
    const inside = (line: LedgerLine, cause?: LedgerCause) =>
      owedBy((sum) => sum.era === 'inside' && sum.line === line && (cause === undefined || sum.cause === cause));
    const lines: StatementLines = {
      carriedOverMinor: owedBy(({ era }) => era === 'before'),
      salesMinor: inside('sales', 'payment'),
      tipsMinor: inside('tip', 'payment'),
      refundsMinor: inside('sales', 'refund') + inside('tip', 'refund'),
      commissionMinor: inside('commission'),
      rentMinor: inside('rent'),
      feesMinor: inside('fee'),
      disputesMinor: inside('dispute'),
      transfersMinor: inside('transfer'),
      correctionsMinor: inside('correction'),
      payoutsMinor: inside('payout'),
    };
    const owedMinor = owedOf(lines);
    const payableMinor = payableOf({
      owedMinor,
      laterPayoutsMinor: owedBy(({ era, line }) => era === 'after' && line === 'payout'),
      balanceMinor: owedBy(() => true),
    });
    const orders = group
      .filter(({ era, cause, line }) => era === 'inside' && cause === 'payment' && line === 'sales')
      .reduce((count, { postings }) => count + postings, 0);
    return [{ vendorId, vendorName, currency, currencySymbol, orders, ...lines, owedMinor, payableMinor }];
  });
}

/**
 * What is owed at the end of the days.
 * @example
 * owedOf({ ...NO_LINES, carriedOverMinor: -500, salesMinor: 11300, commissionMinor: -1200 }); // 9600
 */
export function owedOf(lines: StatementLines): number {
  return (
    lines.carriedOverMinor +
    lines.salesMinor +
    lines.tipsMinor +
    lines.refundsMinor +
    lines.commissionMinor +
    lines.rentMinor +
    lines.feesMinor +
    lines.disputesMinor +
    lines.transfersMinor +
    lines.correctionsMinor +
    lines.payoutsMinor
  );
}

/**
 * What can be paid out for the days: what was owed at their end less what was paid since, and never more than is owed today, since a refund or
 * a dispute may have come after them.
 * @param balanceMinor what is owed today
 * @example
 * payableOf({ owedMinor: 1130, laterPayoutsMinor: 0, balanceMinor: 400 }); // 400
 */
export function payableOf(of: { owedMinor: number; laterPayoutsMinor: number; balanceMinor: number }): number {
  return Math.max(0, Math.min(of.owedMinor + of.laterPayoutsMinor, of.balanceMinor));
}

interface StallTax {
  vendorId: number;
  currency: string;
  name: string;
  rateBasisPoints: number;
  baseMinor: number;
  taxMinor: number;
}

interface MixedOrder {
  vendor_id: number;
  currency: string;
  total_minor: number;
  tax_minor: number;
  tax_name: string;
  tax_rate_bp: number;
  is_tax_included: boolean;
  lines: { total_minor: number; tax_name: string | null; tax_rate_bp: number | null }[];
}

/**
 * The taxes of the stalls' sales less those of their refunds, by rate. The database sums orders with one rate. An order with lines of several
 * rates is divided here, by the same rule as its receipt.
 */
async function taxesOfStalls(db: Queryable, { venue, range, vendorId }: StatementQuestion): Promise<StallTax[]> {
  const sold = sql`
    select posting.order_id from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
    where entry.venue_id = ${venue.id} and entry.is_live = ${siteIsLive} and entry.cause = 'payment' and posting.line = 'sales'
      and ${isWithin('entry.booked_at', range, venue.timezone)}
      and ${vendorId === null ? sql`true` : sql`posting.vendor_id = ${vendorId}`}`;
  const hasOwnTaxes = sql`exists (select from order_items line where line.order_id = o.id and line.tax_rate_bp is not null)`;
  const { rows: plain } = await sql<StallTax>`
    with sold as (${sold}),
    part as (
      select o.vendor_id, o.currency, o.tax_name, o.tax_rate_bp, o.total_minor - case when o.is_tax_included then o.tax_minor else 0 end as base,
        o.tax_minor as tax
      from sold join orders o on o.id = sold.order_id where not ${hasOwnTaxes}
      union all
      select o.vendor_id, o.currency, tax.name, tax.rate_bp, -tax.total_minor + case when o.is_tax_included then tax.tax_minor else 0 end,
        -tax.tax_minor
      from order_refunds refund join orders o on o.id = refund.order_id
        join payment_attempts attempt on attempt.id = refund.attempt_id and attempt.is_live = ${siteIsLive}
        cross join lateral jsonb_to_recordset(coalesce(refund.taxes, jsonb_build_array(jsonb_build_object('name', o.tax_name,
          'rate_bp', o.tax_rate_bp, 'total_minor', refund.total_minor, 'tax_minor', refund.tax_minor))))
          as tax (name text, rate_bp integer, total_minor integer, tax_minor integer)
      where o.venue_id = ${venue.id} and refund.state not in ('failed', 'void')
        and ${isWithin('refund.created_at', range, venue.timezone)}
        and ${vendorId === null ? sql`true` : sql`o.vendor_id = ${vendorId}`})
    select vendor_id as "vendorId", currency, tax_name as name, tax_rate_bp as "rateBasisPoints", sum(base)::bigint as "baseMinor",
      sum(tax)::bigint as "taxMinor"
    from part group by 1, 2, 3, 4 order by 3, 4`.execute(db);
  const { rows: mixed } = await sql<MixedOrder>`
    with sold as (${sold})
    select o.vendor_id, o.currency, o.total_minor, o.tax_minor, o.tax_name, o.tax_rate_bp, o.is_tax_included,
      (select json_agg(json_build_object('total_minor', line.total_minor, 'tax_name', line.tax_name, 'tax_rate_bp', line.tax_rate_bp)
        order by line.id) from order_items line where line.order_id = o.id) as lines
    from sold join orders o on o.id = sold.order_id where ${hasOwnTaxes}`.execute(db);
  return [...plain, ...mixed.flatMap(taxesOfMixed)];
}

const taxesOfMixed = (order: MixedOrder): StallTax[] =>
  taxesOfOrder(order).map(({ name, rateBasisPoints, totalMinor, taxMinor }) => ({
    vendorId: order.vendor_id,
    currency: order.currency,
    name,
    rateBasisPoints,
    baseMinor: totalMinor - (order.is_tax_included ? taxMinor : 0),
    taxMinor,
  }));
