/**
 * Writes placed orders as JSON texts for lists that are read often and change little. An order whose version has not changed keeps its
 * text: comparing the versions of 300 orders costs far less than reading, presenting, checking and writing the orders.
 */

import type { Queryable } from 'core/database/kysely';
import type { Order } from 'shared-contracts/types';
import { presentOrder } from './order.presenter';
import { findOrders, findOrderVersions, type OrderVersion } from './order.repository';

/** The most texts that are kept. Each has 1 to 2 KB, so all take 10 MB at most. */
const MOST = 5_000;

export class OrderTexts {
  private readonly known = new Map<number, { version: string; text: string }>();

  /** @param write writes one order as JSON */
  constructor(
    private readonly db: Queryable,
    private readonly write: (order: Order) => string,
  ) {}

  /** @returns the texts of the existing orders by id */
  async find(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const versions = await findOrderVersions(this.db, ids);
    const texts = new Map<number, string>();
    const outdated: OrderVersion[] = [];
    for (const each of versions) {
      const known = this.known.get(each.id);
      if (known?.version === each.version) texts.set(each.id, known.text);
      else outdated.push(each);
    }
    for (const [id, text] of await this.read(outdated)) texts.set(id, text);
    return texts;
  }

  /** The rows are read after their versions, so a text may be newer than its version, never older. */
  private async read(versions: readonly OrderVersion[]): Promise<[number, string][]> {
    if (versions.length === 0) return [];
    const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
    const orders = await findOrders(this.db, [...versionOf.keys()]);
    return orders.map((order) => {
      const text = this.write(presentOrder(order));
      this.remember(order.id, versionOf.get(order.id) ?? '', text);
      return [order.id, text];
    });
  }

  private remember(id: number, version: string, text: string): void {
    this.known.delete(id);
    this.known.set(id, { version, text });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST) return;
      this.known.delete(oldest);
    }
  }
}
