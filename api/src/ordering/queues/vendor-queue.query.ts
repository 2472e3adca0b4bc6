import type { App } from 'core/http/scope';
import { writerFor } from 'core/http/serializer';
import { activeQueueSchema, orderSchema, queueEntrySchema } from 'shared-contracts/schemas';
import type { Deps } from '../../deps';
import { OrderTexts } from '../orders/order-texts';
import { presentEntry } from './queue.presenter';
import { changesOfVendor, type EntryRow, liveEntriesOfVendor, type QueueMoment, queueMoment } from './queue.repository';

const URL = '/queues/active';

/**
 * @returns a function that reads a vendor's live queue as JSON, or its changes since an earlier response. With an unreadable cursor, or a cursor
 * of a database that was restored since, it returns the whole queue.
 */
export function vendorQueue(
  app: App,
  { db }: Pick<Deps, 'db'>,
): (vendorId: number, changedSince: string | undefined) => Promise<string> {
  const orders = new OrderTexts(db, writerFor(app, orderSchema, URL));
  const writeEntry = writerFor(app, queueEntrySchema.omit({ order: true }), URL);
  const writeRest = writerFor(app, activeQueueSchema.omit({ data: true }), URL);

  async function write(
    entries: readonly EntryRow[],
    { now, cursor }: QueueMoment,
    removed?: number[],
  ): Promise<string> {
    const texts = await orders.find(entries.map(({ order_id }) => order_id));
    const data = entries.flatMap((entry) => {
      const order = texts.get(entry.order_id);
      return order === undefined ? [] : [`${writeEntry(presentEntry(entry)).slice(0, -1)},"order":${order}}`];
    });
    const rest = writeRest({ now: now.toISOString(), cursor, ...(removed && { removed }) });
    return `{"data":[${data.join(',')}],${rest.slice(1)}`;
  }

  return async (vendorId, changedSince) => {
    const moment = await queueMoment(db);
    if (changedSince === undefined || !isPast(changedSince, moment)) {
      return write(await liveEntriesOfVendor(db, vendorId), moment);
    }
    const { changed, removed } = await changesOfVendor(db, vendorId, changedSince);
    return write(changed, moment, removed);
  };
}

/** Cursors are transaction ids, which only increase within one database. */
const isPast = (cursor: string, moment: QueueMoment) =>
  /^\d{1,18}$/.test(cursor) && BigInt(cursor) <= BigInt(moment.cursor);
