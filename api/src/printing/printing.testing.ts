/** Steps that tests of printers share: store a printer, place orders, and read what came out on paper. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Database } from 'core/database/types';
import { hashToken } from 'core/http/session';
import type { Insertable } from 'kysely';
import { readEscPos, readStar } from 'print-stand-ins';
import { Market } from '../ordering/carts/market.testing';
import type { PlacedOrder } from '../ordering/checkout/place-orders.command';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../testing/stored';
import type { TestApp } from '../testing/test-app';
import { runPrintingRound } from './jobs/printing-round';

export interface StoredPrinter {
  id: number;
  secret: string;
  path: string;
}

export class Kitchen {
  readonly market = new Market(() => this.api);
  venue!: TestVenue;
  buyer!: TestUser;

  constructor(
    private readonly test: { current: TestApp },
    private readonly printerKind: Database['printers']['kind'] = 'cloudprnt',
  ) {}

  get api(): TestApp {
    return this.test.current;
  }

  get db() {
    return this.api.deps.db;
  }

  async open(): Promise<void> {
    this.venue = await storeVenue(this.db);
    this.buyer = await storeUser(this.db, { name: 'Thandi' });
  }

  async printer(values: Partial<Insertable<Database['printers']>> = {}): Promise<StoredPrinter> {
    const secret = randomBytes(32).toString('base64url');
    const { id } = await this.db
      .insertInto('printers')
      .values({
        vendor_id: this.venue.vendor.id,
        name: 'Kitchen',
        kind: this.printerKind,
        paper: 80,
        documents: ['kitchen'],
        moment: 'placed',
        copies: 1,
        language: 'en',
        secret_hash: hashToken(secret),
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, secret, path: `/api/v1/print/${secret}` };
  }

  /** Places an order of one item at the first stall. */
  placeOne(): Promise<PlacedOrder> {
    return this.market.placeOne(this.buyer, this.venue);
  }

  /** The address of a printer over real HTTP. */
  async addressOf({ path }: StoredPrinter): Promise<string> {
    const { app } = this.api;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`;
  }

  jobs(printerId?: number) {
    const all = this.db.selectFrom('print_jobs').selectAll().orderBy('id');
    return (printerId === undefined ? all : all.where('printer_id', '=', printerId)).execute();
  }

  /** Lets the background round pass. */
  round(): Promise<void> {
    return runPrintingRound(this.api.deps);
  }
}

/** The text of StarPRNT tickets. */
export const starTexts = (tickets: readonly Buffer[]): string[] => tickets.map((ticket) => readStar(ticket).join('\n'));
export const escPosTexts = (tickets: readonly Buffer[]): string[] =>
  tickets.map((ticket) => readEscPos(ticket).join('\n'));
