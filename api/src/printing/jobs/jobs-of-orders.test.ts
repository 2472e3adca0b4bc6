/** Which jobs an order makes: the trigger of migration 0147. */
import { CloudPrntPrinter, readStar } from 'print-stand-ins';
import { storeUser, storeVenue, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { Kitchen, starTexts } from '../printing.testing';

const kitchen = new Kitchen(withTestApp());

beforeEach(() => kitchen.open());

const documents = async () => (await kitchen.jobs()).map(({ document }) => document);
const move = (entryId: number, change: object, user: Awaited<ReturnType<typeof storeUser>>) =>
  kitchen.market.call('PUT', `/queues/${entryId}`, user, change);

async function inGroup(name: string): Promise<number> {
  const { vendor } = kitchen.venue;
  const { id } = await kitchen.db
    .insertInto('groups')
    .values({ menu_id: vendor.menuId, slug: name, name, position: 9 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('a stall without printers makes no jobs', async () => {
  await kitchen.placeOne();
  expect(await kitchen.jobs()).toEqual([]);
});

test('each copy and each document is one job', async () => {
  await kitchen.printer({ documents: ['kitchen', 'slip', 'day-end'], copies: 2 });
  await kitchen.placeOne();
  expect((await kitchen.jobs()).map((job) => [job.document, job.copy_number, job.copy_count])).toEqual([
    ['kitchen', 1, 2],
    ['kitchen', 2, 2],
    ['slip', 1, 2],
    ['slip', 2, 2],
  ]);
});

test('a free order prints too', async () => {
  await kitchen.db.updateTable('variants').set({ price_minor: 0 }).execute();
  await kitchen.db.updateTable('venues').set({ service_charge_minor: 0 }).execute();
  await kitchen.printer();
  const { variants } = kitchen.venue.vendor.item;
  const variant = { id: variants[0]?.id ?? 0, price_minor: 0 };
  const cart = await kitchen.market.add(kitchen.buyer, { venue: kitchen.venue, variant });
  for (const order of cart.orders.data) await kitchen.market.collect(kitchen.buyer, order.id);
  const placed = await kitchen.market.call('POST', `/carts/${cart.id}/place-free`, kitchen.buyer, {});
  expect(placed.statusCode).toBe(200);
  expect(await documents()).toEqual(['kitchen']);
});

test('an order prints at the moment of the printer, once, although the step is undone and taken again', async () => {
  await kitchen.printer({ moment: 'picked' });
  await kitchen.printer({ moment: 'done', documents: ['slip'] });
  const cook = await storeUser(kitchen.db, { staffOf: [kitchen.venue.vendor.id] });
  const { queueEntryId } = await kitchen.placeOne();
  expect(await documents()).toEqual([]);
  await move(queueEntryId, { state: 'busy', from: 'new' }, cook);
  await move(queueEntryId, { state: 'new', from: 'busy' }, cook);
  await move(queueEntryId, { state: 'busy', from: 'new' }, cook);
  expect(await documents()).toEqual(['kitchen']);
  await move(queueEntryId, { state: 'done', from: 'busy' }, cook);
  expect(await documents()).toEqual(['kitchen', 'slip']);
});

test('a printer of a group prints its lines alone, and nothing of another group', async () => {
  const drinks = await inGroup('drinks');
  await kitchen.printer({ name: 'Bar', group_ids: [drinks] });
  await kitchen.placeOne();
  expect(await kitchen.jobs()).toEqual([]);
  const venue: TestVenue = await storeVenue(kitchen.db, {
    vendors: [{ items: [{ name: 'Tempura' }, { name: 'Cola' }] }],
  });
  const [tempura, cola] = venue.vendor.items;
  if (!tempura || !cola) throw new Error('The stall sells two items.');
  const { id: group } = await kitchen.db
    .insertInto('groups')
    .values({ menu_id: venue.vendor.menuId, slug: 'drinks', name: 'Drinks', position: 9 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kitchen.db.updateTable('items').set({ group_id: group }).where('id', '=', cola.id).execute();
  const bar = await kitchen.printer({ name: 'Bar', vendor_id: venue.vendor.id, group_ids: [group] });
  await kitchen.market.add(kitchen.buyer, { venue, variant: tempura.variants[0] ?? { id: 0, price_minor: 0 } });
  const cart = await kitchen.market.add(kitchen.buyer, {
    venue,
    variant: cola.variants[0] ?? { id: 0, price_minor: 0 },
  });
  await kitchen.market.place(kitchen.buyer, cart);
  const standIn = new CloudPrntPrinter(await kitchen.addressOf(bar));
  await standIn.poll();
  const [text] = starTexts(standIn.tickets);
  expect(text).toContain('Cola');
  expect(text).not.toContain('Tempura');
});

test('an order that is cancelled before it prints does not print', async () => {
  await kitchen.printer();
  const cook = await storeUser(kitchen.db, { staffOf: [kitchen.venue.vendor.id] });
  const { orderId } = await kitchen.placeOne();
  const cancelled = await kitchen.market.call('PUT', `/queues/cancel/${orderId}`, cook, { reason: 'Sold out' });
  expect(cancelled.statusCode).toBe(200);
  expect(await kitchen.jobs()).toEqual([expect.objectContaining({ state: 'failed', problem: 'cancelled' })]);
});

test('an order counts as seen once its ticket is printed', async () => {
  const printer = new CloudPrntPrinter(await kitchen.addressOf(await kitchen.printer()));
  await kitchen.placeOne();
  const seen = () => kitchen.db.selectFrom('queue_entries').select('seen_by').executeTakeFirst();
  expect(await seen()).toEqual({ seen_by: null });
  await printer.poll();
  expect(await seen()).toEqual({ seen_by: 'ticket' });
});

test('an order of a hundred lines with 40 KB of notes prints while the server responds', async () => {
  const stored = await kitchen.printer();
  const { orderId } = await kitchen.placeOne();
  const [line] = await kitchen.db.selectFrom('order_items').selectAll().execute();
  if (!line) throw new Error('The order has a line.');
  const { id: _id, texts: _texts, allergens: _allergens, ...copied } = line;
  const lines = Array.from({ length: 99 }, (_none, index) => ({
    ...copied,
    order_id: orderId,
    line_key: `line ${index}`,
    // Some need pictures.
    notes: (index % 20 === 0 ? 'بدون بصل ' : 'No onions ').repeat(42),
  }));
  await kitchen.db.insertInto('order_items').values(lines).execute();
  const standIn = new CloudPrntPrinter(await kitchen.addressOf(stored));
  let isPrinting = true;
  const printing = standIn.poll().finally(() => {
    isPrinting = false;
  });
  let responses = 0;
  while (isPrinting && responses < 200) {
    const { statusCode } = await kitchen.api.app.inject({ url: '/api/v1/health' });
    if (statusCode === 200) responses += 1;
    await new Promise(setImmediate);
  }
  expect(responses).toBe(200);
  await printing;
  expect(readStar(standIn.tickets[0] ?? Buffer.alloc(0)).length).toBeGreaterThan(100);
});
