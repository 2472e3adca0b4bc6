import { storeUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();

test('a site without the settings offers no text messages, and has no callbacks', async () => {
  const { app, deps } = api.current;
  const { headers } = await storeUser(deps.db);
  const phone = await app.inject({ url: '/api/v1/me/phone', headers });
  expect(phone.json().data.is_offered).toBe(false);
  const asked = await app.inject({
    method: 'POST',
    url: '/api/v1/me/phone',
    headers,
    payload: { number: '+447700900123' },
  });
  expect([asked.statusCode, asked.json().message]).toEqual([404, 'This site sends no text messages.']);
  for (const path of ['sms/inbound', 'sms/status?id=1']) {
    expect((await app.inject({ method: 'POST', url: `/api/v1/${path}`, payload: {} })).statusCode).toBe(404);
  }
});
