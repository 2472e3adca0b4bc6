import { SmsStandIn } from 'print-stand-ins/sms';
import { TwilioSender } from './twilio-sender';

let service: SmsStandIn;
beforeEach(async () => {
  service = await SmsStandIn.start();
});
afterEach(() => service.stop());

function sender(changes: { token?: string; url?: string } = {}, timeoutMs = 10_000) {
  const { account, token, from, url } = service;
  return new TwilioSender({ account, token, from, url, dayLimit: 1, ...changes }, timeoutMs);
}
const message = { to: '+447700900123', text: 'Ready, +1 & more', statusUrl: 'https://hall.example/status?id=1' };

test('a message reaches the service as it was written', async () => {
  const { id, segments } = await sender().send(message);
  expect(segments).toBe(1);
  expect(service.taken).toEqual([
    { sid: id, to: message.to, from: service.from, body: message.text, statusCallback: message.statusUrl },
  ]);
});

test.each([
  ['busy', 'not-sent', '20429', 0],
  ['closed', 'refused', '21408', 0],
  ['broken', 'unknown', null, 0],
  ['lost', 'unknown', null, 1],
  ['silent', 'unknown', null, 1],
] as const)('a service that is %s makes the outcome %s', async (fault, failure, code, taken) => {
  service.faults.push(fault);
  const patience = fault === 'silent' ? 200 : 10_000;
  await expect(sender({}, patience).send(message)).rejects.toMatchObject({ failure, code });
  expect(service.taken).toHaveLength(taken);
});

test('a wrong token is refused', async () => {
  await expect(sender({ token: 'old' }).send(message)).rejects.toMatchObject({ failure: 'refused', code: '20003' });
});

test('a service that cannot be reached has no message', async () => {
  const gone = await SmsStandIn.start();
  const { url } = gone;
  await gone.stop();
  await expect(sender({ url }).send(message)).rejects.toMatchObject({ failure: 'not-sent' });
});

test('an account that sends messages passes, and nothing is sent', async () => {
  await expect(sender().checkAccount()).resolves.toBeUndefined();
  expect(service.taken).toEqual([]);
});

test('an account that is suspended, and a wrong token, do not pass', async () => {
  service.accountStatus = 'suspended';
  await expect(sender().checkAccount()).rejects.toThrow('The account is suspended');
  await expect(sender({ token: 'old' }).checkAccount()).rejects.toThrow('The service answered 401 with error 20003');
});

test('the error has neither the number nor the words of the service', async () => {
  await expect(sender().send({ ...message, to: '12345' })).rejects.toThrow('The service answered 400 with error 21211');
});
