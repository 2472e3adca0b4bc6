/** Sums the sales and refunds of a venue, or of one of its stalls, by day, vendor, item and tax. All amounts are minor units. */

import type { Queryable } from 'core/database/kysely';
import type { RefundedTax } from 'core/database/types';
import { type RawBuilder, sql } from 'kysely';
import { splitByWeight } from 'shared-contracts/rules/money';
import { isSameTax, type OrderAmounts, receiptTotal, type TaxRate } from 'shared-contracts/rules/totals';
import { taxOfLine, withServiceCharge } from '../../ordering/orders/order-amounts';
import { siteIsLive } from '../core/payments-mode';
import { amountsOf, paidOrderOf } from '../refund/refund.repository';
import { lineAmounts, NO_AMOUNTS } from '../refund/refund.rules';
import { type DayRange, dayOf, isWithin } from './day-range';

/** The number of orders in one statement. */
const PAGE = 500;

export interface Figures {
  /** The part of gross that is lines, with their tax if it is included. */
  salesMinor: number;
  /** The amount that was paid: lines, service charge, tax and tips. */
  grossMinor: number;
  /** The part of gross that is tax. */
  taxMinor: number;
  /** The part of gross that is service charge, without its tax if tax is added. */
  serviceChargeMinor: number;
  /** The part of gross that is tips. 0 for an item. */
  tipsMinor: number;
  refundsMinor: number;
  /** The part of refunds that is tax. */
  refundedTaxMinor: number;
}

export interface ItemFigures extends Figures {
  /** null for a refunded amount, which belongs to no item. */
  itemId: number | null;
  name: string | null;
  vendorId: number;
  vendorName: string;
  quantity: number;
  refundedQuantity: number;
}

/** The figures of one tax rate. */
export interface TaxFigures extends TaxRate {
  /** The prices without tax. */
  baseMinor: number;
  /** This includes the tax of the service charge, which has the venue's rate. */
  taxMinor: number;
  refundedBaseMinor: number;
  refundedTaxMinor: number;
}

export interface CountedFigures extends Figures {
  orders: number;
  /** The number of these orders that were cancelled later. */
  cancelled: number;
  /** The rates add up to the taxes. */
  taxes: TaxFigures[];
}

/** The sales in one currency. */
export interface Sales {
  currency: string;
  currencySymbol: string;
  total: CountedFigures;
  days: (CountedFigures & { day: string })[];
  vendors: (CountedFigures & { vendorId: number; name: string })[];
  items: ItemFigures[];
}

interface Line {
  id: number;
  item_id: number;
  name: string;
  quantity: number;
  total_minor: number;
  /** Null if the line has the order's tax. */
  tax_name: string | null;
  tax_rate_bp: number | null;
  /** The units that a refund covers. For an order, all its units. */
  units: number;
}

interface Movement {
  id: number;
  day: string;
  vendor_id: number;
  vendor_name: string;
  currency: string;
  currency_symbol: string;
  is_cancelled: boolean;
  tax_name: string;
  tax_rate_bp: number;
  is_tax_included: boolean;
  total_minor: number;
  tax_minor: number;
  service_fee_minor: number;
  service_fee_tax_minor: number;
  tip_minor: number;
  /** The taxes of a refund by rate; null for an order. */
  taxes: RefundedTax[] | null;
  lines: Line[];
}

interface SalesQuestion {
  venue: { id: number; timezone: string };
  range: DayRange;
  /** null for the whole venue. */
  vendorId: number | null;
}

/**
 * A sale counts on the day of its payment, and a refund on the day of its request, in the venue's time zone. Payments of another mode do not
 * count.
 */
export async function salesOf(db: Queryable, question: SalesQuestion): Promise<Sales[]> {
  const report = new Report();
  for await (const order of movements(question, (paging) => findOrders(db, question, paging))) report.addSale(order);
  for await (const refund of movements(question, (paging) => findRefunds(db, question, paging)))
    report.addRefund(refund);
  return report.sales();
}

type Paging = (id: string) => RawBuilder<unknown>;

/**
 * Reads the orders of a venue page by page. It reads the orders of a stall at once, because an index finds the stall's days and paging by
 * id would not use it. Ten thousand orders are only a few megabytes.
 */
function movements(
  { vendorId }: SalesQuestion,
  read: (paging: Paging) => Promise<Movement[]>,
): AsyncGenerator<Movement> {
  return vendorId === null ? pages(read) : once(() => read(() => sql``));
}

async function* once(read: () => Promise<Movement[]>): AsyncGenerator<Movement> {
  yield* await read();
}

async function* pages(read: (paging: Paging) => Promise<Movement[]>): AsyncGenerator<Movement> {
  let after = 0;
  for (;;) {
    const last = after;
    const page = await read((id) => sql`and ${sql.ref(id)} > ${last} order by ${sql.ref(id)} limit ${PAGE}`);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? after;
  }
}

const isOf = ({ venue, vendorId }: SalesQuestion) =>
  sql`o.venue_id = ${venue.id} ${vendorId === null ? sql`` : sql`and o.vendor_id = ${vendorId}`}`;

/** Selects placed orders. Their `created_at` is the time of the placement. */
async function findOrders(db: Queryable, question: SalesQuestion, paging: Paging): Promise<Movement[]> {
  const { venue, range } = question;
  const { rows } = await sql<Movement>`
    select o.id, ${dayOf('o.created_at', venue.timezone)} as day, o.vendor_id, o.vendor_name, o.currency, o.currency_symbol,
      o.state = 'cancelled' as is_cancelled, o.tax_name, o.tax_rate_bp, o.is_tax_included, o.total_minor, o.tax_minor, o.service_fee_minor, o.service_fee_tax_minor, o.tip_minor,
      null as taxes,
      coalesce((select json_agg(json_build_object('id', line.id, 'item_id', line.item_id, 'name', line.item_name,
          'quantity', line.quantity, 'total_minor', line.total_minor, 'tax_name', line.tax_name,
          'tax_rate_bp', line.tax_rate_bp, 'units', line.quantity) order by line.id)
        from order_items line where line.order_id = o.id), '[]') as lines
    from orders o
    where ${isOf(question)} and o.state <> 'cart'
      and not exists (select from payment_attempts attempt
        where attempt.cart_id = o.cart_id and attempt.state = 'succeeded' and attempt.is_live <> ${siteIsLive})
      and ${isWithin('o.created_at', range, venue.timezone)} ${paging('o.id')}`.execute(db);
  return rows;
}

async function findRefunds(db: Queryable, question: SalesQuestion, paging: Paging): Promise<Movement[]> {
  const { venue, range } = question;
  const { rows } = await sql<Movement>`
    select refund.id, ${dayOf('refund.created_at', venue.timezone)} as day, o.vendor_id, o.vendor_name, o.currency,
      o.currency_symbol, false as is_cancelled, o.tax_name, o.tax_rate_bp, o.is_tax_included, refund.total_minor, refund.tax_minor,
      refund.service_fee_minor, refund.service_fee_tax_minor, refund.tip_minor, refund.taxes,
      coalesce((select json_agg(json_build_object('id', line.id, 'item_id', line.item_id, 'name', line.item_name,
          'quantity', line.quantity, 'total_minor', line.total_minor, 'tax_name', line.tax_name,
          'tax_rate_bp', line.tax_rate_bp, 'units', part.quantity) order by line.id)
        from order_refund_lines part join order_items line on line.id = part.order_item_id
        where part.refund_id = refund.id), '[]') as lines
    from order_refunds refund join orders o on o.id = refund.order_id
      join payment_attempts attempt on attempt.id = refund.attempt_id and attempt.is_live = ${siteIsLive}
    where ${isOf(question)} and refund.state not in ('failed', 'void')
      and ${isWithin('refund.created_at', range, venue.timezone)} ${paging('refund.id')}`.execute(db);
  return rows;
}

const noFigures = (): Figures => ({
  salesMinor: 0,
  grossMinor: 0,
  taxMinor: 0,
  serviceChargeMinor: 0,
  tipsMinor: 0,
  refundsMinor: 0,
  refundedTaxMinor: 0,
});

const noCounts = (): CountedFigures => ({ orders: 0, cancelled: 0, taxes: [], ...noFigures() });

/** Sums movements by currency. */
class Report {
  private readonly byCurrency = new Map<string, Sales>();

  addSale(order: Movement): void {
    const paid = paidOrderOf(order);
    for (const figures of this.countedOf(order)) {
      addSaleTo(figures, paid.amounts, order.is_tax_included);
      for (const part of withServiceCharge(paid.amounts.taxes, order)) {
        const tax = taxIn(figures, part);
        tax.baseMinor += part.baseMinor;
        tax.taxMinor += part.taxMinor;
      }
      figures.orders += 1;
      if (order.is_cancelled) figures.cancelled += 1;
    }
    const shares = lineAmounts(paid);
    for (const line of order.lines) {
      const item = this.itemOf(order, line);
      item.quantity += line.quantity;
      addSaleTo(item, shares.get(line.id)?.amounts ?? NO_AMOUNTS, order.is_tax_included);
    }
  }

  addRefund(refund: Movement): void {
    // A refund without tax rows belongs to an order with one rate, so its whole tax is at that rate.
    const amounts = amountsOf(refund, { ...refund, lines: [] });
    const refundMinor = receiptTotal(amounts, refund.is_tax_included);
    const taxMinor = amounts.taxMinor + amounts.serviceFeeTaxMinor;
    for (const figures of this.countedOf(refund)) {
      addRefundTo(figures, refundMinor, taxMinor);
      for (const part of withServiceCharge(amounts.taxes, refund)) {
        const tax = taxIn(figures, part);
        tax.refundedBaseMinor += part.baseMinor;
        tax.refundedTaxMinor += part.taxMinor;
      }
    }
    // The tip is of no item.
    const itemsMinor = refundMinor - amounts.tipMinor;
    if (refund.lines.length === 0) {
      addRefundTo(this.itemOf(refund, null), itemsMinor, taxMinor);
      return;
    }
    const weights = refund.lines.map(({ total_minor, quantity, units }) => (total_minor / quantity) * units);
    const minors = splitByWeight(itemsMinor, weights);
    const rated = refund.lines.map(
      (line, index) => (weights[index] ?? 0) * (taxOfLine(line)?.rateBasisPoints ?? refund.tax_rate_bp),
    );
    const taxes = splitByWeight(taxMinor, rated);
    for (const [index, line] of refund.lines.entries()) {
      const item = this.itemOf(refund, line);
      item.refundedQuantity += line.units;
      addRefundTo(item, minors[index] ?? 0, taxes[index] ?? 0);
    }
  }

  sales(): Sales[] {
    const all = [...this.byCurrency.values()].sort((a, b) => a.currency.localeCompare(b.currency));
    for (const { total, days, vendors, items } of all) {
      for (const { taxes } of [total, ...days, ...vendors])
        taxes.sort((a, b) => a.name.localeCompare(b.name) || a.rateBasisPoints - b.rateBasisPoints);
      days.sort((a, b) => a.day.localeCompare(b.day));
      vendors.sort((a, b) => b.grossMinor - a.grossMinor || a.vendorId - b.vendorId);
      items.sort((a, b) => b.grossMinor - a.grossMinor || a.vendorId - b.vendorId || (a.itemId ?? 0) - (b.itemId ?? 0));
    }
    return all;
  }

  private countedOf(movement: Movement): CountedFigures[] {
    const { total, days, vendors } = this.salesOf(movement);
    const { day, vendor_id: vendorId, vendor_name: name } = movement;
    return [
      total,
      found(
        days,
        (each) => each.day === day,
        () => ({ day, ...noCounts() }),
      ),
      found(
        vendors,
        (each) => each.vendorId === vendorId,
        () => ({ vendorId, name, ...noCounts() }),
      ),
    ];
  }

  private itemOf(movement: Movement, line: Line | null): ItemFigures {
    const { vendor_id: vendorId, vendor_name: vendorName } = movement;
    const itemId = line?.item_id ?? null;
    return found(
      this.salesOf(movement).items,
      (each) => each.itemId === itemId && each.vendorId === vendorId,
      () => ({
        itemId,
        name: line?.name ?? null,
        vendorId,
        vendorName,
        quantity: 0,
        refundedQuantity: 0,
        ...noFigures(),
      }),
    );
  }

  private salesOf({ currency, currency_symbol }: Movement): Sales {
    let sales = this.byCurrency.get(currency);
    if (!sales) {
      sales = { currency, currencySymbol: currency_symbol, total: noCounts(), days: [], vendors: [], items: [] };
      this.byCurrency.set(currency, sales);
    }
    return sales;
  }
}

/** Returns the existing entry, or adds a new one. */
function found<T>(list: T[], is: (each: T) => boolean, make: () => T): T {
  const known = list.find(is);
  if (known) return known;
  const made = make();
  list.push(made);
  return made;
}

const taxIn = ({ taxes }: CountedFigures, { name, rateBasisPoints }: TaxRate): TaxFigures =>
  found(
    taxes,
    (each) => isSameTax(each, { name, rateBasisPoints }),
    () => ({ name, rateBasisPoints, baseMinor: 0, taxMinor: 0, refundedBaseMinor: 0, refundedTaxMinor: 0 }),
  );

function addSaleTo(figures: Figures, amounts: OrderAmounts, isTaxIncluded: boolean): void {
  figures.salesMinor += amounts.totalMinor;
  figures.grossMinor += receiptTotal(amounts, isTaxIncluded);
  figures.taxMinor += amounts.taxMinor + amounts.serviceFeeTaxMinor;
  figures.serviceChargeMinor += amounts.serviceFeeMinor;
  figures.tipsMinor += amounts.tipMinor ?? 0;
}

function addRefundTo(figures: Figures, refundMinor: number, taxMinor: number): void {
  figures.refundsMinor += refundMinor;
  figures.refundedTaxMinor += taxMinor;
}
