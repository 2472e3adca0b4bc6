import { venueAuditSchema } from 'shared-contracts/schemas';
import { aDelivery } from 'shared-contracts/testing/builders';
import { firstOf, Market } from '../../ordering/carts/market.testing';
import { settle } from '../../payments/settle/settle';
import { expectShape } from '../../testing/expect-shape';
import { storeAttempt, storeUser, storeVendor, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

const PASSWORD = 'secret-1';
const EMAIL = 'ada@hall.example';
const browser_key = 'b'.repeat(43);

let venue: TestVenue;
beforeEach(async () => {
  venue = await storeVenue(db(), { vendors: [{ delivery_method_types: ['collect', 'address', 'table'] }] });
});

/** Registers a customer with a password. */
async function registered(): Promise<TestUser> {
  const body = { name: 'Ada Lovelace', email: EMAIL, phone: '0820000001' };
  const response = await market.call('POST', '/register', null, {
    ...body,
    password: PASSWORD,
    password_confirmation: PASSWORD,
  });
  const { token, data } = response.json();
  return { id: data.id, name: body.name, email: EMAIL, token, headers: { authorization: `Bearer ${token}` } };
}

const remove = (user: TestUser, body: object = { password: PASSWORD }) =>
  market.call('POST', '/me/deletion', user, body);

async function code(): Promise<string> {
  await market.call('POST', '/login/code', null, { email: EMAIL, browser_key });
  await api.current.deps.workers.idle();
  return /\d{6}/.exec(api.current.emails.at(-1)?.text ?? '')?.[0] ?? '';
}

/** Stores a collected order that was delivered to the customer's address. */
async function pastOrder(user: TestUser): Promise<number> {
  const cart = await market.add(user, { venue, notes: 'No nuts, I am allergic' });
  const order = firstOf(cart.orders.data);
  const placed = firstOf(await market.place(user, cart));
  await db().updateTable('queue_entries').set({ state: 'busy' }).where('order_id', '=', order.id).execute();
  await db().updateTable('queue_entries').set({ state: 'done' }).where('order_id', '=', order.id).execute();
  await db().updateTable('queue_entries').set({ state: 'collected' }).where('order_id', '=', order.id).execute();
  await db()
    .updateTable('orders')
    .set({
      state: 'completed',
      completed_at: new Date(),
      delivery_method: 'deliver',
      delivery_method_type: 'address',
      delivery_method_location: '12 Byron Street',
      delivery_method_instructions: 'Ring twice',
      allergy_note: 'Shellfish',
    })
    .where('id', '=', placed.orderId)
    .execute();
  return placed.orderId;
}

const cartOf = async (orderId: number): Promise<number> =>
  (await db().selectFrom('orders').select('cart_id').where('id', '=', orderId).executeTakeFirstOrThrow()).cart_id;

/** A payment of the order's cart, with the provider's facts about it. */
async function payment(user: TestUser, orderId: number, state: 'succeeded' | 'open' | 'cancelled' = 'succeeded') {
  const cart_id = await cartOf(orderId);
  const words = { notes: 'No nuts, I am allergic', line_key: '1|No nuts, I am allergic', total_minor: 1000 };
  const address = { delivery_method_type: 'address', delivery_method_location: '12 Byron Street' };
  const order = {
    id: orderId,
    ...address,
    delivery_method_instructions: 'Ring twice',
    allergy_note: 'Shellfish',
    lines: [words],
  };
  await db()
    .insertInto('webhook_events')
    .values({
      provider: 'Stripe',
      venue_id: venue.id,
      event_key: `event of ${orderId}`,
      reference: `pi_${orderId}`,
      body: JSON.stringify({ receipt_email: EMAIL }),
      processed_at: new Date(),
    })
    .execute();
  return storeAttempt(db(), {
    cart_id,
    user_id: user.id,
    venue_id: venue.id,
    state,
    reference: `pi_${orderId}`,
    client_secret: 'secret',
    snapshot: JSON.stringify({ cart_id, cart_version: 1, orders: [order] }),
  });
}

/** Returns every row of every table as one text. */
async function wholeDatabase(): Promise<string> {
  const { pool } = api.current.deps;
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts = [];
  for (const { name } of tables.rows) texts.push((await pool.query(`select t::text from "${name}" t`)).rows);
  return JSON.stringify(texts);
}

test('a deletion keeps the order and its payment, and removes every trace of the person', async () => {
  const ada = await registered();
  const orderId = await pastOrder(ada);
  await payment(ada, orderId);
  await market.add(ada, { venue, notes: 'Extra hot' });
  await market.call('POST', '/forgot-password', null, { email: EMAIL });
  await market.call('POST', '/push/subscriptions', ada, {
    endpoint: 'https://push.example/1',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  });
  await code();
  await db()
    .insertInto('phones')
    .values({ user_id: ada.id, number: '+447700900123', confirmed_at: new Date() })
    .execute();

  expect((await remove(ada)).statusCode).toBe(204);

  // Handled messages are deleted after a week.
  await db().deleteFrom('outbox').execute();
  const left = await wholeDatabase();
  for (const trace of [
    'Ada',
    EMAIL,
    '0820000001',
    'Byron',
    'Ring twice',
    'Shellfish',
    'No nuts',
    '7700900123',
    'Extra hot',
    'push.example',
  ])
    expect(left).not.toContain(trace);
  const order = await db().selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  expect(order).toMatchObject({ state: 'completed', user_id: ada.id, delivery_method_location: 'Deleted' });
  const attempt = await db().selectFrom('payment_attempts').selectAll().executeTakeFirstOrThrow();
  expect(attempt).toMatchObject({ reference: `pi_${orderId}`, amount_minor: 1000, client_secret: null });
  expect(attempt.snapshot).toMatchObject({ orders: [{ id: orderId, lines: [{ notes: '', total_minor: 1000 }] }] });
});

test('a vendor sees the order of a deleted account', async () => {
  const ada = await registered();
  const orderId = await pastOrder(ada);
  const owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  const shown = async () => (await market.call('GET', `/orders/${orderId}`, owner)).json().data;
  const { allergy_note, ...before } = await shown();
  expect(allergy_note).toBe('Shellfish');
  await remove(ada);
  expect(await shown()).toEqual({
    ...before,
    user: { id: ada.id, name: 'Deleted account' },
    delivery_method_location: 'Deleted',
    delivery_method_instructions: '',
    order_items: { data: [{ ...firstOf(before.order_items.data as object[]), notes: '' }] },
  });
  const listed = (await market.call('GET', `/vendors/${venue.vendor.id}/orders`, owner)).json().data;
  expect(listed.map(({ user }: { user: { name: string } }) => user.name)).toEqual(['Deleted account']);
});

test('a deletion keeps the table of an order, because it belongs to the hall', async () => {
  const ada = await registered();
  const cart = await market.add(ada, { venue });
  const order = firstOf(cart.orders.data);
  const placed = firstOf(await market.place(ada, cart));
  await db()
    .updateTable('orders')
    .set({
      state: 'completed',
      delivery_method: 'deliver',
      delivery_method_type: 'table',
      delivery_method_location: '7',
    })
    .where('id', '=', placed.orderId)
    .execute();
  await remove(ada);
  const row = await db().selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
  expect(row.delivery_method_location).toBe('7');
});

test('a deletion ends every session at once, and frees the email for a new account', async () => {
  const ada = await registered();
  const login = () => market.call('POST', '/login', null, { email: EMAIL, password: PASSWORD });
  const other = { ...ada, headers: { authorization: `Bearer ${(await login()).json().token}` } };
  await remove(ada);
  expect((await market.call('GET', '/me', ada)).statusCode).toBe(401);
  expect((await market.call('GET', '/me', other)).statusCode).toBe(401);
  expect((await login()).statusCode).toBe(422);
  const again = await registered();
  expect(again.id).not.toBe(ada.id);
  expect((await market.call('GET', '/me', again)).json().data.orders.data).toEqual([]);
});

describe('a deletion needs a proof', () => {
  test('and is refused with a wrong password', async () => {
    const ada = await registered();
    const response = await remove(ada, { password: 'secret-2' });
    expect([response.statusCode, response.json().code]).toEqual([422, 'WRONG_PASSWORD']);
    expect((await market.call('GET', '/me', ada)).statusCode).toBe(200);
  });

  test('and wrong passwords count together with those of a sign-in', async () => {
    const ada = await registered();
    for (let guess = 0; guess < 5; guess += 1) await remove(ada, { password: `guess-${guess}` });
    expect((await remove(ada)).statusCode).toBe(429);
    const login = await market.call('POST', '/login', null, { email: EMAIL, password: PASSWORD });
    expect(login.statusCode).toBe(429);
  });

  test('and accepts a code that was sent by email', async () => {
    const ada = await registered();
    const digits = await code();
    const wrong = digits === '000000' ? '000001' : '000000';
    expect((await remove(ada, { code: wrong, browser_key })).json().code).toBe('WRONG_LOGIN_CODE');
    expect((await remove(ada, { code: digits, browser_key: 'c'.repeat(43) })).json().code).toBe('LOGIN_CODE_ENDED');
    expect((await remove(ada, { code: digits, browser_key })).statusCode).toBe(204);
  });

  test('and the sixth try of a code is refused', async () => {
    const ada = await registered();
    const digits = await code();
    const wrong = digits === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1) await remove(ada, { code: wrong, browser_key });
    await db().deleteFrom('attempt_counts').execute();
    expect((await remove(ada, { code: digits, browser_key })).json().code).toBe('LOGIN_CODE_ENDED');
  });

  test.each([[{}], [{ password: 1 }], [{ code: '12', browser_key }], [{ dry_run: false }]])(
    'and %j does not count as a proof',
    async (body) => {
      const ada = await registered();
      expect((await remove(ada, body)).statusCode).toBe(422);
      expect((await market.call('GET', '/me', ada)).statusCode).toBe(200);
    },
  );
});

describe('the deletion waits', () => {
  test('for an order that is not collected', async () => {
    const ada = await registered();
    await market.placeOne(ada, venue);
    for (const body of [{ dry_run: true }, { password: PASSWORD }]) {
      const response = await remove(ada, body);
      expect([response.statusCode, response.json()]).toEqual([
        409,
        {
          code: 'ORDERS_OPEN',
          message: expect.stringMatching(
            /^The order [A-Z]-\d+ at .+ is not collected yet\. The account can be deleted once it is collected or cancelled\.$/,
          ),
        },
      ]);
    }
    await db().updateTable('orders').set({ state: 'cancelled' }).execute();
    expect((await remove(ada, { dry_run: true })).statusCode).toBe(204);
    expect((await remove(ada)).statusCode).toBe(204);
  });

  test('for a payment that is open', async () => {
    const ada = await registered();
    const cart = await market.add(ada, { venue });
    await payment(ada, firstOf(cart.orders.data).id, 'open');
    expect((await remove(ada)).json().code).toBe('PAYMENTS_OPEN');
    await db().updateTable('payment_attempts').set({ state: 'superseded' }).execute();
    expect((await remove(ada)).statusCode).toBe(204);
  });

  test('for no other payment, and money that arrives later is refunded', async () => {
    const ada = await registered();
    const cart = await market.add(ada, { venue });
    const { id } = await payment(ada, firstOf(cart.orders.data).id, 'cancelled');
    await remove(ada);
    expect(await db().selectFrom('orders').selectAll().execute()).toEqual([]);
    const reported = {
      status: 'succeeded' as const,
      reference: `pi_${firstOf(cart.orders.data).id}`,
      amountMinor: 1000,
      currency: 'CAD',
      isLive: false,
      resultCode: 'succeeded',
      refusal: null,
      lastFour: null,
      fee: null,
    };
    const settled = await db()
      .transaction()
      .execute((trx) => settle(trx, { id, cart_id: cart.id }, reported, new Date()));
    expect(settled.state).toBe('duplicate');
    const attempt = await db().selectFrom('payment_attempts').selectAll().executeTakeFirstOrThrow();
    expect(attempt.refund_state).toBe('wanted');
  });

  test('for a deletion that already runs, so that two requests delete the account once', async () => {
    const ada = await registered();
    const responses = await Promise.all([remove(ada), remove(ada)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).not.toContain(500);
    expect(responses.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    const entries = await db().selectFrom('audit_log').selectAll().where('action', '=', 'account.deleted').execute();
    expect(entries).toHaveLength(1);
  });
});

describe('a person with a role', () => {
  const works = async (
    table: 'venue_operators' | 'vendor_members',
    userId: number,
    role: 'owner' | 'staff' = 'owner',
  ) =>
    table === 'venue_operators'
      ? db().insertInto(table).values({ venue_id: venue.id, user_id: userId }).execute()
      : db().insertInto(table).values({ vendor_id: venue.vendor.id, user_id: userId, role }).execute();

  test('who is the last operator can be deleted only after there is another', async () => {
    const ada = await registered();
    await works('venue_operators', ada.id);
    expect((await remove(ada)).json().code).toBe('LAST_OPERATOR');
    await storeUser(db(), { operatorOf: [venue.id] });
    expect((await remove(ada)).statusCode).toBe(204);
    expect(await db().selectFrom('venue_operators').selectAll().where('user_id', '=', ada.id).execute()).toEqual([]);
  });

  test('who is the last owner cannot be deleted, while staff can', async () => {
    const ada = await registered();
    await works('vendor_members', ada.id);
    expect((await remove(ada, { dry_run: true })).json().code).toBe('LAST_OWNER');
    await db().updateTable('vendor_members').set({ role: 'staff' }).execute();
    expect((await remove(ada)).statusCode).toBe(204);
  });

  test('who is the last owner of a removed vendor can be deleted', async () => {
    const ada = await registered();
    await works('vendor_members', ada.id);
    await db().updateTable('vendors').set({ is_active: false }).execute();
    expect((await remove(ada)).statusCode).toBe(204);
  });

  test('loses the invitations to them, and those that they sent stay valid', async () => {
    const ada = await registered();
    await storeUser(db(), { operatorOf: [venue.id] });
    await works('venue_operators', ada.id);
    await market.call('POST', `/venues/${venue.id}/invitations`, ada, { email: 'cook@hall.example' });
    const another = await storeVendor(db(), venue.id);
    await market.call('POST', `/vendors/${another.id}/invitations`, ada, { email: EMAIL, role: 'staff' });
    await remove(ada);
    const rows = await db().selectFrom('invitations').selectAll().execute();
    expect(rows).toEqual([expect.objectContaining({ email: 'cook@hall.example', revoked_at: expect.any(Date) })]);
  });

  test('stays in the audit log only as a deleted account', async () => {
    const ada = await registered();
    const { headers, ...rest } = await storeUser(db(), { operatorOf: [venue.id] });
    await works('vendor_members', ada.id, 'staff');
    await remove(ada);
    const response = await market.call('GET', `/venues/${venue.id}/audit`, { ...rest, headers });
    const { data } = expectShape(venueAuditSchema, response.json());
    expect(data.slice(0, 3).map(({ action, subject, actor }) => [action, subject, actor?.name])).toEqual([
      ['account.deleted', `account ${ada.id}`, 'Deleted account'],
      ['member.removed', `account ${ada.id}`, 'Deleted account'],
      ['member.added', `account ${ada.id}`, undefined],
    ]);
    expect(JSON.stringify(data)).not.toContain(EMAIL);
  });
});

describe('a deletion by an operator at the request of the person', () => {
  const by = async (user: TestUser, body: object) => market.call('POST', '/accounts/deletion', user, body);
  let operator: TestUser;
  beforeEach(async () => {
    operator = await storeUser(db(), { name: 'Ola', operatorOf: [venue.id], isSiteOperator: true });
  });

  test('gets the response for an unknown email if the person has nothing to do with the operator’s venue', async () => {
    const { statusCode, body } = await by(await storeUser(db(), { operatorOf: [venue.id] }), {
      email: 'no@one.example',
    });
    expect(statusCode).toBe(404);
    const ada = await registered();
    const bob = await storeUser(db(), { operatorOf: [venue.id] });
    const elsewhere = await storeVenue(db());
    const cook = await storeUser(db(), { staffOf: [elsewhere.vendor.id] });
    for (const email of [ada.email, cook.email, operator.email]) {
      const refused = await by(bob, { email });
      expect([refused.statusCode, refused.body]).toEqual([404, body]);
      const hidden = await market.call('POST', '/accounts/export', bob, { email });
      expect([hidden.statusCode, hidden.body]).toEqual([404, body]);
    }
    await market.add(ada, { venue });
    expect((await by(bob, { email: ada.email, dry_run: true })).statusCode).toBe(204);
    await market.add(ada, { venue: elsewhere });
    expect((await by(bob, { email: ada.email, dry_run: true })).body).toBe(body);
    expect((await by(operator, { email: ada.email, dry_run: true })).body).toBe(body);
  });

  test('is refused for a person who runs the site', async () => {
    const colleague = await storeUser(db(), { isSiteOperator: true });
    expect((await by(operator, { email: colleague.email })).json().code).toBe('HAS_ROLES');
  });

  test('changes nothing in a dry run, and is then done and logged', async () => {
    const ada = await registered();
    expect((await by(operator, { email: EMAIL, dry_run: true })).statusCode).toBe(204);
    expect((await market.call('GET', '/me', ada)).statusCode).toBe(200);
    expect((await by(operator, { email: ` ${EMAIL.toUpperCase()} ` })).statusCode).toBe(204);
    expect((await market.call('GET', '/me', ada)).statusCode).toBe(401);
    const [entry] = await db().selectFrom('audit_log').selectAll().where('action', '=', 'account.deleted').execute();
    expect(entry).toMatchObject({ actor_id: operator.id, subject: `account ${ada.id}`, venue_id: null });
    expect((await by(operator, { email: EMAIL })).statusCode).toBe(404);
  });

  test('is refused for a person who works here, and while an order is open', async () => {
    const cook = await storeUser(db(), { staffOf: [venue.vendor.id] });
    expect((await by(operator, { email: cook.email })).json().code).toBe('HAS_ROLES');
    expect((await by(operator, { email: operator.email })).json().code).toBe('HAS_ROLES');
    const ada = await registered();
    await market.placeOne(ada, venue);
    const { code, message } = (await by(operator, { email: EMAIL, dry_run: true })).json();
    const { order_number } = await db().selectFrom('orders').select('order_number').executeTakeFirstOrThrow();
    expect([code, message]).toEqual(['ORDERS_OPEN', expect.stringMatching(`^The order ${order_number} at `)]);
  });
});

test('a deletion removes the reply of the mail server about a receipt, and keeps the key of the receipt', async () => {
  const ada = await registered();
  const orderId = await pastOrder(ada);
  const key = `receipt:${await cartOf(orderId)}`;
  const refused = { done_at: new Date(), last_error: `550 ${EMAIL} is unknown` };
  await db().updateTable('outbox').set(refused).where('key', '=', key).execute();
  await remove(ada);
  const message = await db().selectFrom('outbox').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  expect(message.last_error).toBe('The account was deleted.');
});

test('a waiting receipt is not sent to a deleted account', async () => {
  const ada = await registered();
  const cart = await market.add(ada, { venue });
  await market.call('PUT', `/orders/${firstOf(cart.orders.data).id}`, ada, aDelivery('collect'));
  await market.place(ada, cart);
  await db().updateTable('orders').set({ state: 'completed' }).execute();
  await remove(ada);
  const before = api.current.emails.length;
  await api.current.deps.outbox.drain();
  expect(api.current.emails).toHaveLength(before);
});
