/** A vendor's orders as one JSON text, page after page: an export of years must not stand in memory whole. */
import { Readable } from 'node:stream';
import type { Queryable } from '../../database/kysely';
import { presentOrder } from './order.presenter';
import { vendorHistoryPage } from './order.repository';

const PAGE = 200;

export interface HistoryRequest {
  vendorId: number;
  since: Date | null;
  /** The order of this vendor that the text begins after; null for the newest. */
  after: number | null;
  /** Orders in one of these. */
  states: readonly ('placed' | 'completed')[];
  /** How many orders at most; null for all of them. */
  limit: number | null;
}

export function streamHistory(db: Queryable, request: HistoryRequest): Readable {
  return Readable.from(historyText(db, request));
}

async function* historyText(
  db: Queryable,
  { vendorId, since, after, states, limit }: HistoryRequest,
): AsyncGenerator<string> {
  let last = after;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let separator = '';
  yield '{"data":[';
  while (left > 0) {
    const size = Math.min(PAGE, left);
    const page = await vendorHistoryPage(db, { vendorId, since, after: last, states, limit: size });
    if (page.length > 0) yield separator + page.map((order) => JSON.stringify(presentOrder(order))).join(',');
    if (page.length < size) break;
    last = page.at(-1)?.id ?? null;
    left -= page.length;
    separator = ',';
  }
  yield ']}';
}
