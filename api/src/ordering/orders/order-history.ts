/** Writes a vendor's orders as one JSON text, page after page, because an export of years must not be in memory as a whole. */
import { Readable } from 'node:stream';
import type { Queryable } from 'core/database/kysely';
import type { Order } from 'shared-contracts/types';
import { presentOrder } from './order.presenter';
import { vendorHistoryPage } from './order.repository';

const PAGE = 200;

export interface HistoryRequest {
  vendorId: number;
  since: Date | null;
  /** The order of this vendor after which the text begins; null for the newest. */
  after: number | null;
  /** The states of the orders to return. */
  states: readonly ('placed' | 'completed')[];
  /** The most orders to return; null for all of them. */
  limit: number | null;
  /** Writes one order as JSON. */
  write: (order: Order) => string;
}

/** Resolves after the first page is read. An error until then gets a normal error response, and a later one cuts the text short. */
export async function streamHistory(db: Queryable, request: HistoryRequest): Promise<Readable> {
  const text = historyText(db, request);
  const start = await text.next();
  return Readable.from(startingWith(start, text));
}

async function* startingWith(start: IteratorResult<string>, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (start.done) return;
  yield start.value;
  yield* rest;
}

async function* historyText(
  db: Queryable,
  { vendorId, since, after, states, limit, write }: HistoryRequest,
): AsyncGenerator<string> {
  let last = after;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let isFirst = true;
  while (left > 0) {
    const size = Math.min(PAGE, left);
    const page = await vendorHistoryPage(db, { vendorId, since, after: last, states, limit: size });
    const orders = page.map((order) => write(presentOrder(order))).join(',');
    if (isFirst) yield `{"data":[${orders}`;
    else if (page.length > 0) yield `,${orders}`;
    if (page.length < size) break;
    last = page.at(-1)?.id ?? null;
    left -= page.length;
    isFirst = false;
  }
  yield ']}';
}
