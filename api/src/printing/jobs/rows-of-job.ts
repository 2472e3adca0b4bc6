/** Reads what a job prints, and lays it out in the language of its printer. */
import type { Queryable } from 'core/database/kysely';
import { inLanguage } from 'core/http/language';
import type { QueueState } from 'shared-contracts/types';
import { findOrder } from '../../ordering/orders/order.repository';
import { expectedTimes } from '../../ordering/waiting/waiting.query';
import type { Row } from '../ticket/row';
import {
  type DayEndSlip,
  dayEndRows,
  kitchenRows,
  type Mark,
  noticeRows,
  slipRows,
  testRows,
} from '../ticket/ticket.rules';
import type { JobRecord } from './job.repository';
import { customerSlip, kitchenTicket, type PrintedOrder } from './ticket-of-order';

/** Adds up a stall's day, once for each currency. The wing of payments knows how, and is above this one. */
export type DaySlips = (question: { vendorId: number; day: string }) => Promise<DayEndSlip[]>;

export interface PrintSources {
  db: Queryable;
  daySlips: DaySlips;
}

/** The content of the job is gone. */
export class NothingToPrintError extends Error {
  override readonly name = 'NothingToPrintError';
}

/** @throws NothingToPrintError */
export async function rowsOfJob(
  sources: PrintSources,
  job: JobRecord,
  marks: readonly Mark[],
): Promise<readonly Row[]> {
  const { language } = job;
  switch (job.document) {
    case 'kitchen':
    case 'slip':
      return orderRows(sources, job, marks);
    case 'day-end': {
      const slips = await sources.daySlips({ vendorId: job.vendor_id, day: job.day ?? '' });
      return inLanguage(language, () => slips.flatMap(dayEndRows));
    }
    case 'test': {
      const { name, timezone } = await stallOf(sources.db, job);
      const page = { stall: name, printer: job.printer_name, at: job.created_at.toISOString(), timeZone: timezone };
      return inLanguage(language, () => testRows(page));
    }
    case 'notice': {
      const { timezone } = await stallOf(sources.db, job);
      const [move = { from: '', to: '' }] = job.moves;
      const notice = { number: job.order_number ?? '', move, at: job.created_at.toISOString(), timeZone: timezone };
      return inLanguage(language, () => noticeRows(notice));
    }
  }
}

async function orderRows({ db }: PrintSources, job: JobRecord, marks: readonly Mark[]): Promise<readonly Row[]> {
  const printed = await printedOrder(db, job.order_id ?? 0);
  const { language, group_ids: groupIds } = job;
  const printing = { language, groupIds, marks, copy: { number: job.copy_number, count: job.copy_count } };
  return inLanguage(language, () =>
    job.document === 'slip' ? slipRows(customerSlip(printed, printing)) : kitchenRows(kitchenTicket(printed, printing)),
  );
}

/** @throws NothingToPrintError */
async function printedOrder(db: Queryable, orderId: number): Promise<PrintedOrder> {
  const order = await findOrder(db, orderId);
  if (!order) throw new NothingToPrintError(`There is no order ${orderId}.`);
  const { vendor_id: vendorId } = order;
  const groups = await db
    .selectFrom('order_items')
    .innerJoin('items', 'items.id', 'order_items.item_id')
    .select(['items.id', 'items.group_id'])
    .where('order_items.order_id', '=', orderId)
    .execute();
  const address = await db
    .selectFrom('vendors')
    .select(['address_1', 'address_2', 'city'])
    .where('id', '=', vendorId)
    .executeTakeFirstOrThrow();
  const entry = await db
    .selectFrom('queue_entries')
    .select(['id', 'created_at', 'state', 'promised_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return {
    order,
    groupOf: new Map(groups.map(({ id, group_id }) => [id, group_id])),
    address,
    promisedAt: entry ? await promiseOf(db, vendorId, entry) : null,
  };
}

interface Entry {
  id: number;
  created_at: Date;
  state: QueueState;
  promised_at: Date | null;
}

/** Returns when the order should be done. A ticket that prints at once is before the round that stores it. */
async function promiseOf(
  db: Queryable,
  vendorId: number,
  { id, created_at, state, promised_at }: Entry,
): Promise<Date | null> {
  if (promised_at !== null || (state !== 'new' && state !== 'busy')) return promised_at;
  return (await expectedTimes(db, [{ id, vendorId, placedAt: created_at }])).get(id) ?? null;
}

const stallOf = (db: Queryable, { vendor_id }: JobRecord): Promise<{ name: string; timezone: string }> =>
  db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['vendors.name', 'venues.timezone'])
    .where('vendors.id', '=', vendor_id)
    .executeTakeFirstOrThrow();
