import { storeUser, type TestUser } from '../../testing/stored';
import { withDatabase } from '../../testing/test-app';
import { NUMBER, SmsHall } from './sms.testing';

withDatabase();

let hall: SmsHall;
let guest: TestUser;

beforeEach(async () => {
  hall = await SmsHall.open();
  guest = await storeUser(hall.api.deps.db);
});
afterEach(() => hall.close());

const OTHER = '+447700900456';
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('a number is confirmed by the code that it got, and is then shown without its digits', async () => {
  expect((await hall.phone(guest)).json().data).toEqual({
    is_offered: true,
    number: null,
    confirmed_at: null,
    is_stopped: false,
  });
  const asked = await hall.ask(guest, '+44 (7700) 900-123');
  expect(asked.json().data).toMatchObject({ number: '••••••••• 123', confirmed_at: null });
  expect(hall.service.textsTo(NUMBER)).toEqual([expect.stringMatching(/^Your code for .+ is \d{6}\.$/)]);
  const confirmed = await hall.confirm(guest, hall.lastCode());
  expect(confirmed.json().data).toMatchObject({ number: '••••••••• 123', confirmed_at: expect.any(String) });
  // A second tap gets the same response.
  expect((await hall.confirm(guest, hall.lastCode())).json()).toEqual(confirmed.json());
});

test('a number that is confirmed already gets no other code', async () => {
  await hall.confirmed(guest);
  expect((await hall.ask(guest)).json().data.confirmed_at).not.toBeNull();
  expect(hall.service.taken).toEqual([]);
});

test('after five wrong codes the right one no longer works', async () => {
  await hall.ask(guest);
  const code = hall.lastCode();
  const answers = [];
  for (let round = 0; round < 5; round += 1) answers.push((await hall.confirm(guest, wrong(code))).json().code);
  expect(answers).toEqual([...Array(4).fill('WRONG_PHONE_CODE'), 'PHONE_CODE_ENDED']);
  expect((await hall.confirm(guest, code)).json()).toMatchObject({
    code: 'PHONE_CODE_ENDED',
    message: 'Too many wrong codes were entered. Please ask for a new one.',
  });
  await hall.ask(guest);
  expect((await hall.confirm(guest, hall.lastCode())).statusCode).toBe(200);
});

test('wrong codes that come at the same time are all counted', async () => {
  await hall.ask(guest);
  const code = hall.lastCode();
  await Promise.all(Array.from({ length: 8 }, () => hall.confirm(guest, wrong(code))));
  expect((await hall.confirm(guest, code)).statusCode).toBe(422);
});

test('a code works for ten minutes', async () => {
  await hall.ask(guest);
  hall.api.advance(10 * 60_000);
  expect((await hall.confirm(guest, hall.lastCode())).json()).toMatchObject({
    code: 'PHONE_CODE_ENDED',
    message: 'This code has expired. Please ask for a new one.',
  });
});

test('a code confirms only the number and the account that it was sent for', async () => {
  const other = await storeUser(hall.api.deps.db);
  await hall.ask(guest);
  await hall.ask(other, OTHER);
  expect((await hall.confirm(other, hall.lastCode(NUMBER))).statusCode).toBe(422);
  const early = hall.lastCode(NUMBER);
  await hall.ask(guest, OTHER);
  expect((await hall.confirm(guest, early)).statusCode).toBe(422);
});

test('a number without a code, and a removed one, cannot be confirmed', async () => {
  expect((await hall.confirm(guest, '123456')).json().code).toBe('PHONE_CODE_ENDED');
  await hall.ask(guest);
  expect((await hall.market.call('DELETE', '/me/phone', guest)).statusCode).toBe(204);
  expect((await hall.confirm(guest, hall.lastCode())).statusCode).toBe(422);
  expect((await hall.phone(guest)).json().data.number).toBeNull();
});

test('the number of another account gets the same response, and moves to the account that confirms it', async () => {
  const other = await storeUser(hall.api.deps.db);
  await hall.confirmed(guest);
  const [known, unknown] = [await hall.ask(other), await hall.ask(await storeUser(hall.api.deps.db), '+447700900321')];
  expect(known.json().data).toEqual({ ...unknown.json().data, number: '••••••••• 123' });
  expect((await hall.phone(guest)).json().data.number).not.toBeNull();
  await hall.confirm(other, hall.lastCode());
  expect((await hall.phone(guest)).json().data.number).toBeNull();
  expect((await hall.phone(other)).json().data.confirmed_at).not.toBeNull();
});

test('a number that replied STOP gets no code, and the response does not tell', async () => {
  await hall.callBack(hall.reply('STOP'));
  const response = await hall.ask(guest);
  expect(response.json().data).toEqual({
    is_offered: true,
    number: '••••••••• 123',
    confirmed_at: null,
    is_stopped: false,
  });
  expect(hall.service.taken).toEqual([]);
});

test('a stop that only the service knows is learned from its refusal', async () => {
  hall.reply('STOP');
  expect((await hall.ask(guest)).json().data.confirmed_at).toBeNull();
  expect(await hall.api.deps.db.selectFrom('text_replies').select('is_stop').execute()).toEqual([{ is_stop: true }]);
});

describe('a code that the service does not send', () => {
  test('says so at the number that the service refuses', async () => {
    hall.service.faults.push('closed');
    expect((await hall.ask(guest)).json()).toMatchObject({
      code: 'NO_TEXTS_TO_NUMBER',
      errors: { number: ['This number cannot get text messages. Check it, or use another one.'] },
    });
  });

  test.each(['busy', 'broken', 'lost'] as const)(
    'says that it was not sent, where the service is %s',
    async (fault) => {
      hall.service.faults.push(fault);
      const response = await hall.ask(guest);
      expect([response.statusCode, response.json().code]).toEqual([503, 'TEXT_NOT_SENT']);
    },
  );

  test('works where the message was taken and its answer was lost', async () => {
    hall.service.faults.push('lost');
    await hall.ask(guest);
    expect((await hall.confirm(guest, hall.lastCode())).statusCode).toBe(200);
  });
});

describe('codes are limited', () => {
  test('to five a day for a person', async () => {
    for (let last = 1; last <= 5; last += 1) {
      expect((await hall.ask(guest, `+44770090000${last}`)).statusCode).toBe(200);
    }
    const refused = await hall.ask(guest, '+447700900009');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBeDefined();
  });

  test('to five a day for a number', async () => {
    for (let round = 1; round <= 5; round += 1) {
      expect((await hall.ask(await storeUser(hall.api.deps.db))).statusCode).toBe(200);
    }
    expect((await hall.ask(guest)).statusCode).toBe(429);
    expect((await hall.ask(guest, OTHER)).statusCode).toBe(200);
  });

  test('to thirty an hour for an address', async () => {
    const statuses = [];
    for (let round = 10; round <= 40; round += 1) {
      const person = await storeUser(hall.api.deps.db);
      statuses.push((await hall.ask(person, `+4477009001${round}`)).statusCode);
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });
});

test.each(['0820000001', '+1', 'not a number', '+44770090012345678'])('the number %s is refused', async (number) => {
  expect((await hall.ask(guest, number)).statusCode).toBe(422);
});

test('neither the log nor the database of messages has the number', async () => {
  hall.service.faults.push('closed', 'lost');
  await hall.ask(guest);
  await hall.ask(guest);
  await hall.callBack(hall.reply('STOP'), { 'x-twilio-signature': 'forged' });
  const digits = NUMBER.slice(1);
  expect(JSON.stringify(hall.api.logged)).not.toContain(digits);
  expect(hall.api.logged.length).toBeGreaterThan(0);
  const { db } = hall.api.deps;
  expect(JSON.stringify(await db.selectFrom('text_messages').selectAll().execute())).not.toContain(digits);
});

test('accounts that confirm one number at the same time all get a response, and the last one has the number', async () => {
  const guests = [guest, await storeUser(hall.api.deps.db), await storeUser(hall.api.deps.db)];
  const codes: string[] = [];
  for (const each of guests) {
    await hall.ask(each);
    codes.push(hall.lastCode());
  }
  const confirmed = await Promise.all(guests.map((each, at) => hall.confirm(each, codes[at] ?? '')));
  expect(confirmed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const numbers = await Promise.all(guests.map(async (each) => (await hall.phone(each)).json().data.number));
  expect(numbers.filter((number) => number !== null)).toEqual(['••••••••• 123']);
});
