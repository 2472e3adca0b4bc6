import { storeUser, storeVenue, type TestUser, type TestVenue, type VenueInput } from '../../testing/stored';
import { withDatabase } from '../../testing/test-app';
import { isGsm7, segmentsOf } from './segments.rules';
import { NUMBER, SmsHall } from './sms.testing';
import type { SmsSender } from './sms-sender';

withDatabase();

let hall: SmsHall;
let guest: TestUser;
let cook: TestUser;
let venue: TestVenue;

async function open(
  options: Parameters<typeof SmsHall.open>[0] = {},
  input: VenueInput = { vendors: [{ name: 'Kumo Ramen' }] },
) {
  hall = await SmsHall.open(options);
  const { db } = hall.api.deps;
  venue = await storeVenue(db, input);
  guest = await storeUser(db);
  cook = await storeUser(db, { vendorIds: [venue.vendor.id] });
}
afterEach(() => hall.close());

interface Ordered {
  language?: string;
  deliveryMethod?: 'collect' | 'deliver';
}

async function ordered({ language = 'en', deliveryMethod = 'collect' }: Ordered = {}) {
  const order = await hall.market.placeOne(guest, venue);
  const delivery = {
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: '7',
  } as const;
  const changes = { language, ...(deliveryMethod === 'deliver' && delivery) };
  await hall.api.deps.db.updateTable('orders').set(changes).where('id', '=', order.orderId).execute();
  return order;
}
const move = (id: number, state: string, from?: string) =>
  hall.market.call('PUT', `/queues/${id}`, cook, { state, ...(from && { from }) });
async function done(options: Ordered = {}) {
  const order = await ordered(options);
  await move(order.queueEntryId, 'busy');
  await move(order.queueEntryId, 'done');
  return order;
}
const drain = () => hall.api.deps.outbox.drain();
const texts = () => hall.service.textsTo(NUMBER);
const stored = () =>
  hall.api.deps.db
    .selectFrom('text_messages')
    .select(['state', 'drop_reason', 'error_code', 'segments'])
    .where('order_id', 'is not', null)
    .orderBy('id')
    .execute();
const asSent = { state: 'sent', drop_reason: null, error_code: null, segments: 1 };
/** Makes retries of the outbox due. */
const later = (milliseconds: number) => hall.api.advance(milliseconds);

describe('a done order', () => {
  beforeEach(() => open());

  test('sends one message to the confirmed number', async () => {
    await hall.confirmed(guest);
    await done();
    await drain();
    expect(texts()).toEqual(['Order K-101 of Kumo Ramen is ready to collect.']);
    expect(await stored()).toEqual([asSent]);
  });

  test('sends no second message when it is notified again, or undone and done again', async () => {
    await hall.confirmed(guest);
    const { orderId, queueEntryId } = await done();
    await drain();
    expect((await hall.market.call('PUT', `/queues/notify/${orderId}`, cook)).statusCode).toBe(200);
    expect((await move(queueEntryId, 'busy', 'done')).statusCode).toBe(200);
    expect((await move(queueEntryId, 'done')).statusCode).toBe(200);
    await drain();
    expect(texts()).toHaveLength(1);
  });

  test('sends nothing without a confirmed number', async () => {
    await hall.ask(guest);
    hall.service.taken.length = 0;
    await done();
    await drain();
    expect(texts()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  test('sends nothing once the number is removed', async () => {
    await hall.confirmed(guest);
    await done();
    await hall.market.call('DELETE', '/me/phone', guest);
    await drain();
    expect(texts()).toEqual([]);
    expect(await stored()).toMatchObject([{ state: 'dropped', drop_reason: 'no-number' }]);
  });

  test('sends nothing more than an hour late', async () => {
    await hall.confirmed(guest);
    await done();
    later(3_600_001);
    await drain();
    expect(await stored()).toMatchObject([{ state: 'dropped', drop_reason: 'late' }]);
    expect(texts()).toEqual([]);
  });

  test.each([
    ['en', 'collect', 'Order K-101 of Kumo Ramen is ready to collect.'],
    ['en', 'deliver', 'Order K-101 of Kumo Ramen is on its way.'],
    ['fr', 'collect', 'La commande K-101 du stand Kumo Ramen vous attend.'],
    ['fr', 'deliver', 'La commande K-101 du stand Kumo Ramen arrive.'],
    ['es', 'collect', 'El pedido K-101 de Kumo Ramen te espera.'],
    ['es', 'deliver', 'El pedido K-101 de Kumo Ramen va en camino.'],
    ['ar', 'collect', 'الطلب K-101 من Kumo Ramen جاهز للاستلام.'],
    ['ar', 'deliver', 'الطلب K-101 من Kumo Ramen في الطريق إليك.'],
  ] as const)('in %s, to %s, is one segment: %s', async (language, deliveryMethod, text) => {
    await hall.confirmed(guest);
    await done({ language, deliveryMethod });
    await drain();
    expect(texts()).toEqual([text]);
    expect(segmentsOf(text)).toBe(1);
    expect(isGsm7(text)).toBe(language !== 'ar');
  });
});

test('the name of a stall that is too long is cut', async () => {
  await open({}, { vendors: [{ name: 'Crêperie '.repeat(20).trim() }] });
  await hall.confirmed(guest);
  await done();
  await drain();
  const [text = ''] = texts();
  expect(text).toMatch(/^Order C-101 of (Creperie )+\w*\. is ready to collect\.$/);
  expect(text.length).toBeLessThanOrEqual(160);
  expect(isGsm7(text)).toBe(true);
});

describe('a service that fails', () => {
  beforeEach(async () => {
    await open();
    await hall.confirmed(guest);
  });

  test('gets the message again if it was busy', async () => {
    hall.service.faults.push('busy', 'busy');
    await done();
    await drain();
    expect(texts()).toEqual([]);
    later(60_000);
    await drain();
    later(60_000);
    await drain();
    expect(texts()).toHaveLength(1);
    expect(await stored()).toMatchObject([{ state: 'sent' }]);
  });

  test.each(['lost', 'broken'] as const)('never gets it twice if its answer was %s', async (fault) => {
    hall.service.faults.push(fault);
    await done();
    for (let round = 0; round < 3; round += 1) {
      await drain();
      later(120_000);
    }
    expect(texts()).toHaveLength(fault === 'lost' ? 1 : 0);
    expect(await stored()).toMatchObject([{ state: 'unknown' }]);
  });

  test('tells later that a message arrived whose answer was lost', async () => {
    hall.service.faults.push('lost');
    await done();
    await drain();
    expect(await report('delivered')).toBe(204);
    expect(await stored()).toMatchObject([{ state: 'delivered' }]);
  });

  test('is not asked again after it has refused the message', async () => {
    hall.service.faults.push('closed');
    await done();
    await drain();
    later(120_000);
    await drain();
    expect(await stored()).toMatchObject([{ state: 'failed', error_code: '21408' }]);
    expect(texts()).toEqual([]);
  });
});

test('a process that dies while it sends leaves a message that is not sent again', async () => {
  const asked: string[] = [];
  // It gets the message, and the process never learns so.
  const dying: SmsSender = {
    send: async ({ to }) => {
      asked.push(to);
      throw new Error('killed');
    },
    checkAccount: async () => {},
    ownsNumber: async () => true,
  };
  await open({ overrides: { smsSender: dying } });
  const { db } = hall.api.deps;
  await db.insertInto('phones').values({ user_id: guest.id, number: NUMBER, confirmed_at: new Date() }).execute();
  await done();
  for (let round = 0; round < 3; round += 1) {
    await drain();
    later(120_000);
  }
  expect(asked).toEqual([NUMBER]);
  expect(await stored()).toMatchObject([{ state: 'unknown' }]);
});

/** Reports on the last message. */
function report(status: string, errorCode?: number) {
  const last = hall.service.taken.at(-1);
  if (!last?.statusCallback) throw new Error('There is no message with a callback.');
  return hall.callBack(hall.service.report(last, last.statusCallback, status, errorCode));
}

describe('a report of the service', () => {
  beforeEach(async () => {
    await open();
    await hall.confirmed(guest);
    await done();
    await drain();
  });

  test.each([
    [['sent', 'delivered'], 'delivered'],
    [['delivered', 'sent'], 'delivered'],
    [['delivered', 'delivered'], 'delivered'],
    [['delivered', 'failed'], 'delivered'],
    [['queued', 'sending'], 'sent'],
    [['undelivered', 'delivered'], 'failed'],
  ])('%s leaves the message %s', async (statuses, state) => {
    for (const status of statuses) expect(await report(status)).toBe(204);
    expect(await stored()).toMatchObject([{ state }]);
  });

  test('stores the error of a message that did not arrive', async () => {
    await report('undelivered', 30003);
    expect(await stored()).toMatchObject([{ state: 'failed', error_code: '30003' }]);
  });

  test('with a forged signature, or for another message, has no effect', async () => {
    const [message] = hall.service.taken;
    if (!message?.statusCallback) throw new Error('There is no message.');
    const form = hall.service.report(message, message.statusCallback, 'delivered');
    expect(await hall.callBack(form, { 'x-twilio-signature': 'forged' })).toBe(400);
    expect(await hall.callBack({ ...form, body: form.body.replace('delivered', 'failed') })).toBe(400);
    const foreign = hall.service.report(
      { ...message, sid: `SM${'9'.repeat(32)}` },
      message.statusCallback,
      'delivered',
    );
    expect(await hall.callBack(foreign)).toBe(204);
    expect(await stored()).toEqual([asSent]);
  });
});

describe('a number that replies', () => {
  beforeEach(async () => {
    await open();
    await hall.confirmed(guest);
  });
  const isStopped = async () => (await hall.phone(guest)).json().data.is_stopped;

  test('STOP gets no message until it replies START', async () => {
    expect(await hall.callBack(hall.reply('Stop'))).toBe(204);
    expect(await isStopped()).toBe(true);
    await done();
    await drain();
    expect(texts()).toEqual([]);
    expect(await stored()).toMatchObject([{ state: 'dropped', drop_reason: 'stopped' }]);
    await hall.callBack(hall.reply('START'));
    expect(await isStopped()).toBe(false);
    await done();
    await drain();
    expect(texts()).toHaveLength(1);
  });

  test('STOP once is not stopped again by a replay of that reply', async () => {
    const stop = hall.reply('STOP');
    await hall.callBack(stop);
    await hall.callBack(hall.reply('START'));
    expect(await hall.callBack(stop)).toBe(204);
    expect(await isStopped()).toBe(false);
  });

  test('something else is not stopped', async () => {
    expect(await hall.callBack(hall.reply('Thanks, stop by again'))).toBe(204);
    expect(await isStopped()).toBe(false);
  });

  test('STOP with a forged signature is not stopped', async () => {
    expect(await hall.callBack(hall.reply('STOP'), { 'x-twilio-signature': '' })).toBe(400);
    expect(await isStopped()).toBe(false);
  });

  test('STOP stays stopped after the account and its number are deleted', async () => {
    await hall.callBack(hall.reply('STOP'));
    await hall.market.call('DELETE', '/me/phone', guest);
    expect((await hall.ask(guest)).statusCode).toBe(200);
    expect(hall.service.taken).toEqual([]);
  });
});

describe('the limit of a day', () => {
  const cost = async () => {
    const operator = await storeUser(hall.api.deps.db, { operatorOf: [venue.id] });
    return (await hall.market.call('GET', `/venues/${venue.id}/text-messages`, operator)).json().data;
  };

  test('drops further messages, says so in the log and to the operator', async () => {
    await open({ environment: { SMS_DAY_LIMIT: '2' } });
    await hall.confirmed(guest);
    await done();
    await done();
    await drain();
    expect(texts()).toHaveLength(1);
    expect((await stored()).map(({ drop_reason }) => drop_reason).sort()).toEqual(['limit', null]);
    expect(JSON.stringify(hall.api.logged)).toContain('SMS_DAY_LIMIT');
    const counts = { messages: 1, segments: 1, over_limit: 1 };
    expect(await cost()).toEqual({
      is_offered: true,
      today: counts,
      month: counts,
      site: { day_limit: 2, messages_today: 2 },
    });
  });

  test('allows codes half of the messages', async () => {
    await open({ environment: { SMS_DAY_LIMIT: '3' } });
    await hall.confirmed(guest);
    expect((await hall.ask(cook, '+447700900456')).statusCode).toBe(200);
    expect((await hall.ask(cook, '+447700900457')).statusCode).toBe(429);
    hall.service.taken.length = 0;
    await done();
    await drain();
    expect(texts()).toHaveLength(1);
  });

  test('does not count a message that the service did not take', async () => {
    await open({ environment: { SMS_DAY_LIMIT: '2' } });
    await hall.confirmed(guest);
    hall.service.faults.push('busy');
    await done();
    await drain();
    later(60_000);
    await drain();
    expect(texts()).toHaveLength(1);
    expect((await cost()).today).toEqual({ messages: 1, segments: 1, over_limit: 0 });
  });

  test('counts the messages of one hall only', async () => {
    await open();
    await hall.confirmed(guest);
    const first = venue;
    await done();
    venue = await storeVenue(hall.api.deps.db, {});
    await drain();
    expect((await cost()).today.messages).toBe(0);
    venue = first;
    expect((await cost()).today.messages).toBe(1);
  });
});
