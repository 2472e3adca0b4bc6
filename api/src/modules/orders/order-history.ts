/** A vendor's orders as one JSON text, page after page: an export of years must not stand in memory whole. */
import { Readable } from 'node:stream';
import type { Queryable } from '../../database/kysely';
import { presentOrder } from './order.presenter';
import { type HistoryCursor, vendorHistoryPage } from './order.repository';

const PAGE = 200;

export function streamHistory(db: Queryable, vendorId: number, since: Date | null): Readable {
  return Readable.from(historyText(db, vendorId, since));
}

async function* historyText(db: Queryable, vendorId: number, since: Date | null): AsyncGenerator<string> {
  let after: HistoryCursor | null = null;
  let isFirst = true;
  yield '{"data":[';
  for (;;) {
    const page = await vendorHistoryPage(db, { vendorId, since, after, limit: PAGE });
    const last = page.at(-1);
    if (!last) break;
    const text = page.map((order) => JSON.stringify(presentOrder(order))).join(',');
    yield isFirst ? text : `,${text}`;
    isFirst = false;
    if (page.length < PAGE) break;
    after = { created_at: last.created_at, id: last.id };
  }
  yield ']}';
}
