import { SmsStandIn } from './sms-stand-in';

let service: SmsStandIn;
beforeEach(async () => {
  service = await SmsStandIn.start();
});
afterEach(() => service.stop());

const NUMBER = '+447700900123';

function send(fields: Record<string, string> = {}, token = service.token) {
  const key = Buffer.from(`${service.account}:${token}`).toString('base64');
  return fetch(`${service.url}/2010-04-01/Accounts/${service.account}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${key}`, connection: 'close' },
    body: new URLSearchParams({ To: NUMBER, From: service.from, Body: 'Hello', ...fields }),
  });
}

test('a message is taken and listed', async () => {
  const response = await send({ StatusCallback: 'https://hall.example/status' });
  expect(response.status).toBe(201);
  const { sid, status } = await response.json();
  expect([sid, status]).toEqual([expect.stringMatching(/^SM[0-9a-f]{32}$/), 'queued']);
  expect(service.taken).toEqual([
    { sid, to: NUMBER, from: service.from, body: 'Hello', statusCallback: 'https://hall.example/status' },
  ]);
});

test.each([
  ['a number without a country code', { To: '0820000001' }, 21211],
  ['a sender of another account', { From: '+447700900999' }, 21659],
  ['an empty text', { Body: '' }, 21602],
])('%s is refused', async (_case, fields, code) => {
  const response = await send(fields);
  expect([response.status, (await response.json()).code]).toEqual([400, code]);
  expect(service.taken).toEqual([]);
});

test('another token is refused', async () => {
  expect((await send({}, 'guessed')).status).toBe(401);
});

test('a number that replied STOP is refused until it replies START', async () => {
  service.reply(NUMBER, 'STOP', 'https://hall.example/inbound');
  expect((await (await send()).json()).code).toBe(21610);
  service.reply(NUMBER, 'START', 'https://hall.example/inbound');
  expect((await send()).status).toBe(201);
});

test('faults come one by one', async () => {
  service.faults.push('busy', 'broken', 'closed', 'lost');
  expect((await send()).status).toBe(429);
  expect((await send()).status).toBe(503);
  expect((await send()).status).toBe(400);
  await expect(send()).rejects.toThrow();
  expect(service.taken).toHaveLength(1);
});
