/**
 * Orders as JSON texts, for lists that are read again and again and change little. An order whose row is what it was at the last read
 * has the text that it had: to parse, present, check and write 300 orders costs six times as much as to compare their rows. The row
 * holds all that an order shows, so no text is ever older than the rows.
 */
import type { Pool } from 'pg';
import type { Order } from 'shared-contracts/types';
import type { Queryable, TextRow } from '../../database/kysely';
import { presentOrder } from './order.presenter';
import { findOrderTexts } from './order.repository';

/** Of the latest orders, with 3 to 5 KB each: some 20 MB at most. */
const MOST = 5_000;

export class OrderTexts {
  private readonly known = new Map<number, { row: TextRow; text: string }>();

  /** @param write one order as JSON */
  constructor(
    private readonly pool: Pool,
    private readonly db: Queryable,
    private readonly write: (order: Order) => string,
  ) {}

  /** @returns the texts of the orders that there are, by id */
  async find(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const { rows, read } = await findOrderTexts(this.pool, this.db, ids);
    const texts = rows.map((row): [number, string] => {
      const id = Number(row[0]);
      const known = this.known.get(id);
      if (known && isSame(known.row, row)) return [id, known.text];
      const text = this.write(presentOrder(read(row)));
      this.remember(id, row, text);
      return [id, text];
    });
    return new Map(texts);
  }

  private remember(id: number, row: TextRow, text: string): void {
    this.known.delete(id);
    this.known.set(id, { row, text });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST) return;
      this.known.delete(oldest);
    }
  }
}

const isSame = (one: TextRow, other: TextRow) => one.every((text, index) => text === other[index]);
