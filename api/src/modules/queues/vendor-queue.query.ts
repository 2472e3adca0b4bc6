import type { ActiveQueue } from 'shared-contracts/types';
import type { Queryable } from '../../database/kysely';
import { presentActiveQueue } from './queue.presenter';
import { changesOfVendor, liveQueueOfVendor, type QueueMoment, queueMoment } from './queue.repository';

/**
 * A vendor's live queue, or what changed in it since an earlier response. An unreadable cursor, or one of a database that was
 * restored since, gets the whole queue.
 */
export async function readVendorQueue(
  db: Queryable,
  vendorId: number,
  changedSince: string | undefined,
): Promise<ActiveQueue> {
  const moment = await queueMoment(db);
  if (changedSince === undefined || !isPast(changedSince, moment)) {
    return { ...presentActiveQueue(await liveQueueOfVendor(db, vendorId), moment), cursor: moment.cursor };
  }
  const { changed, removed } = await changesOfVendor(db, vendorId, changedSince);
  return { ...presentActiveQueue(changed, moment), removed, cursor: moment.cursor };
}

/** Cursors are transaction ids, which one database only counts up. */
const isPast = (cursor: string, moment: QueueMoment) =>
  /^\d{1,18}$/.test(cursor) && BigInt(cursor) <= BigInt(moment.cursor);
