import { storeUser, storeVenue } from 'api/testing/stored';
import { withTestApp } from 'api/testing/test-app';

const api = withTestApp();

async function register(body: Buffer) {
  const headers = { 'content-type': 'application/json' };
  return api.current.app.inject({ method: 'POST', url: '/api/v1/register', headers, payload: body });
}

const form = (name: string) =>
  JSON.stringify({
    name,
    email: 'a@foodhall.test',
    phone: '4165550100',
    password: 'secret',
    password_confirmation: 'secret',
  });

test.each([
  ['Latin 1', Buffer.from(form('Zoë'), 'latin1'), 'The body is not UTF-8: send it as UTF-8.'],
  ['UTF-16', Buffer.from(`\ufeff${form('Zoë')}`, 'utf16le'), 'The body is UTF-16: send it as UTF-8.'],
])('a body in %s is refused with a sentence', async (_what, body, message) => {
  const response = await register(body);
  expect([response.statusCode, response.json()]).toEqual([400, { message, code: 'NOT_UTF8' }]);
});

test('a body in UTF-8 is accepted, with its byte order mark too', async () => {
  const response = await register(Buffer.from(`\ufeff${form('Zoë')}`));
  expect([response.statusCode, response.json().data.name]).toEqual([201, 'Zoë']);
});

test('a form with an escape that is not UTF-8 is refused', async () => {
  const { db } = api.current.deps;
  const venue = await storeVenue(db);
  const { headers } = await storeUser(db, { staffOf: [venue.vendor.id] });
  const post = (payload: string) =>
    api.current.app.inject({
      method: 'POST',
      url: '/api/v1/broadcasting/auth',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const channel = `socket_id=1.1&channel_name=private-vendors.${venue.vendor.id}`;
  expect((await post(channel)).statusCode).toBe(200);
  expect((await post(`${channel}&note=Caf%C3%A9`)).statusCode).toBe(200);
  expect((await post(`${channel}&note=Caf%E9`)).json()).toMatchObject({ code: 'NOT_UTF8' });
});
