/**
 * Calls each route of the API in each role. A route without a row here fails, and so does a row without a route. The expected statuses are
 * written here, and compared with the API's responses and with the policies in docs/reference/roles.md.
 */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from 'core/database/kysely';
import { findSessions, hashToken, type Session } from 'core/http/session';
import { versionOf } from 'core/http/version';
import { decide, type Resource } from 'core/policy/policies';
import type { RoutePolicy } from 'core/policy/require-policies';
import { rolesPage } from 'core/policy/roles-page';
import { emptyDatabase } from 'core/testing/test-database';
import { OverrideGrants } from 'releases/overrides/override-grants';
import { githubPublisher } from 'releases/testing/publishers';
import { hallHoursOf, hoursOf } from './menu/hours/hours.repository';
import { linkFor } from './operations/backup/backup-link';
import { hallStalls } from './operations/office/stalls.repository';
import { Market } from './ordering/carts/market.testing';
import { storeAttempt, storeUser, storeVendor, storeVenue, type TestUser, type TestVenue } from './testing/stored';
import { buildTestApp, type TestApp, withDatabase } from './testing/test-app';

const { database } = withDatabase();

const ROLES = ['guest', 'customer', 'stranger', 'staff', 'owner', 'neighbour', 'operator', 'outsider', 'site'] as const;
type Role = (typeof ROLES)[number];

/** A guest has no session. The carts and orders belong to the customer. The stranger is another customer. */
type Answer = 'ok' | 401 | 403 | 404;
type Answers = Record<Role, Answer>;

/**
 * The roles have the order of ROLES. The neighbour owns another vendor of the venue. The outsider runs another venue, and the site operator
 * none.
 */
const answers = (...row: Answer[]): Answers => Object.fromEntries(ROLES.map((role, at) => [role, row[at]])) as Answers;

const ANYONE = answers('ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok');
const SIGNED_IN = answers(401, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok');
const HIDDEN = answers(404, 404, 404, 404, 404, 404, 404, 404, 404);
const CUSTOMER = answers(401, 'ok', 403, 403, 403, 403, 403, 403, 403);
const BUYER = answers(401, 'ok', 404, 404, 404, 404, 404, 404, 404);
const BUYER_OR_STAFF = answers(401, 'ok', 404, 'ok', 'ok', 404, 'ok', 404, 404);
const STAFF_OF_ORDER = answers(401, 403, 404, 'ok', 'ok', 404, 'ok', 404, 404);
const OPERATOR_OF_ORDER = answers(401, 403, 404, 403, 403, 404, 'ok', 404, 404);
const STAFF = answers(401, 403, 403, 'ok', 'ok', 403, 'ok', 403, 403);
const OPERATORS = answers(401, 403, 403, 403, 403, 403, 'ok', 'ok', 'ok');
const SITE = answers(401, 403, 403, 403, 403, 403, 403, 403, 'ok');
const OWNERS = answers(401, 403, 403, 403, 'ok', 403, 'ok', 403, 403);
const BY_TOKEN = answers(401, 401, 401, 401, 401, 401, 401, 401, 401);
const OPERATOR = answers(401, 403, 403, 403, 403, 403, 'ok', 403, 403);

const DAYS = 'from=2026-11-01&to=2026-11-30';

interface Call {
  /** Below /api/v1. */
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

interface Case {
  expect: Answers;
  call: (role: Role) => Call | Promise<Call>;
  /** The resource of the request, if it is not the whole venue, the vendor and the customer. */
  about?: () => Resource;
  /** True if the handler requires more than the route's policy, as the sentence of the policy states. */
  isNarrower?: true;
}

let api: TestApp;
let venue: TestVenue;
let elsewhere: TestVenue;
let people: Record<Exclude<Role, 'guest'>, TestUser>;
/** The sessions are read before the requests, because one request logs out. */
let sessions: Map<Role, Session | null>;
const market = new Market(() => api);

/** The customer has an open cart and a placed order. */
let cart: { id: number; orderId: number; lineId: number };
let order: { orderId: number; queueEntryId: number };

/** The providers at this address do not respond, so no role gets access by their answer. */
const environment = {
  REGISTRY_KEY: String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
  STRIPE_SECRET_VENUE: 'sk_test_venue',
  STRIPE_WEBHOOK_SECRET_VENUE: 'whsec_venue',
  STITCH_CLIENT_ID: 'test-client',
  STITCH_CLIENT_SECRET: 'test-secret',
  STITCH_TOKEN_URL: 'http://127.0.0.1:9/token',
  STITCH_API_URL: 'http://127.0.0.1:9/graphql',
  SITE_URL: 'http://localhost:8080',
  SMS_URL: 'http://127.0.0.1:9',
  SMS_ACCOUNT: 'AC-venue',
  SMS_TOKEN: 'sms-secret',
  SMS_FROM: '+447700900000',
};

/** The responses to each role and the decisions of the route's policy, by the row's name and number. */
const found = new Map<string, { answered: Partial<Answers>; decided: Partial<Answers> }>();
/** The responses to refused roles that send a body which no schema accepts, by route. */
const unread = new Map<string, Partial<Answers>>();
let routes: readonly RoutePolicy[];

// All rows share one market, because a new one for each takes minutes. Requests that end something are in the last rows.
beforeAll(async () => {
  await emptyDatabase(await database());
  api = await buildTestApp({ environment });
  const { db } = api.deps;
  venue = await storeVenue(db, { vendors: [{ items: [{ optionGroups: [{}] }] }] });
  const neighbour = await storeVendor(db, venue.id);
  elsewhere = await storeVenue(db);
  const customer = await storeUser(db);
  people = {
    customer,
    stranger: await storeUser(db),
    staff: await storeUser(db, { staffOf: [venue.vendor.id] }),
    owner: await storeUser(db, { vendorIds: [venue.vendor.id] }),
    neighbour: await storeUser(db, { vendorIds: [neighbour.id] }),
    operator: await storeUser(db, { operatorOf: [venue.id] }),
    outsider: await storeUser(db, { operatorOf: [elsewhere.id] }),
    site: await storeUser(db, { isSiteOperator: true }),
  };
  // Otherwise their second factors ask for the code of an email first.
  await db.updateTable('users').set({ email_confirmed_at: new Date() }).execute();
  sessions = new Map([['guest', null]]);
  for (const [role, person] of Object.entries(people)) sessions.set(role as Role, await sessionOf(db, person));
  order = await market.placeOne(customer, venue);
  const open = await market.add(customer, { venue });
  const [first] = open.orders.data;
  cart = { id: open.id, orderId: first?.id ?? 0, lineId: first?.order_items.data[0]?.id ?? 0 };
  routes = api.app.routePolicies;
  openRoutes = api.app.openRoutes;
  await mkdir(api.deps.config.mediaDir, { recursive: true });
  await writeFile(join(api.deps.config.mediaDir, 'picture.svg'), '<svg/>');
  for (const line of openLines) await openAs(line);
  for (const [name, cases] of Object.entries(CASES)) {
    for (const [index, one] of [cases].flat().entries()) found.set(`${name} ${index}`, await ask(name, one));
  }
  await api.close();
}, 180_000);

/** The headers with which a browser sends a form of this site. */
const OWN_FORM = { 'sec-fetch-site': 'same-origin' };
const at = (path: string, body?: object) => (): Call => ({ path, ...(body && { body }) });
const fromOwnForm = (path: string, body?: object) => (): Call => ({ ...at(path, body)(), headers: OWN_FORM });
const vendorPath = (rest = '') => `/vendors/${venue.vendor.id}${rest}`;
const venuePath = (rest: string) => `/venues/${venue.id}${rest}`;
const account = (role: Role) => ({ email: `${role}@foodhall.test`, password: 'secret-1' });
const registration = (role: Role) => ({
  ...account(role),
  name: role,
  phone: '0820000001',
  password_confirmation: 'secret-1',
});
const browser_key = 'b'.repeat(43);
/** Names an old version of the cart, so that no provider is asked. */
const outdated = { version: 999 };
const push = { endpoint: 'https://push.test/1', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } };

/** No role may call it. A tool, which is recognized here by its address, needs no role. */
const forTools = (path: string): Case[] => [
  { expect: HIDDEN, call: () => ({ path, headers: { 'x-forwarded-for': '203.0.113.7' } }), about: () => ({}) },
  { expect: ANYONE, call: at(path), about: () => ({ isAskedByTool: true }) },
];

const CASES: Record<string, Case | readonly Case[]> = {
  'GET /health': { expect: ANYONE, call: at('/health') },
  'GET /ready': { expect: ANYONE, call: at('/ready') },
  'GET /metrics': forTools('/metrics'),
  'GET /docs': { expect: ANYONE, call: at('/docs') },
  'GET /openapi.json': { expect: ANYONE, call: at('/openapi.json') },
  'GET /releases': forTools('/releases'),
  'GET /releases/errors': forTools('/releases/errors?app=catalog'),
  'POST /reports': { expect: ANYONE, call: at('/reports', { entries: [] }) },

  'POST /register': { expect: ANYONE, call: (role) => ({ path: '/register', body: registration(role) }) },
  'POST /login': { expect: ANYONE, call: (role) => ({ path: '/login', body: account(role) }) },
  // The token is of no sign-in, so everyone gets a 422.
  'POST /login/second-factor': {
    expect: ANYONE,
    call: at('/login/second-factor', { token: browser_key, code: '123456' }),
  },
  'POST /me/proof/question': { expect: SIGNED_IN, call: at('/me/proof/question', {}) },
  'POST /me/proof': { expect: SIGNED_IN, call: at('/me/proof', { token: browser_key, code: '123456' }) },
  'GET /me/second-factor': { expect: SIGNED_IN, call: at('/me/second-factor') },
  'POST /me/second-factor/passkeys/options': {
    expect: SIGNED_IN,
    call: at('/me/second-factor/passkeys/options', {}),
  },
  // The passkey and the code are not right, so a person gets a 422.
  'POST /me/second-factor/passkeys': {
    expect: SIGNED_IN,
    call: at('/me/second-factor/passkeys', { name: 'Phone', response: {} }),
  },
  'POST /me/second-factor/authenticators/options': {
    expect: SIGNED_IN,
    call: at('/me/second-factor/authenticators/options', {}),
  },
  'POST /me/second-factor/authenticators': {
    expect: SIGNED_IN,
    call: at('/me/second-factor/authenticators', { name: 'Phone', token: browser_key, code: '123456' }),
  },
  'POST /me/second-factor/recovery-codes': { expect: SIGNED_IN, call: at('/me/second-factor/recovery-codes', {}) },
  // No one has this factor.
  'DELETE /me/second-factor/:id': {
    expect: answers(401, 404, 404, 404, 404, 404, 404, 404, 404),
    call: at('/me/second-factor/1'),
    isNarrower: true,
  },
  'POST /login/code': {
    expect: ANYONE,
    call: (role) => ({ path: '/login/code', body: { email: account(role).email, browser_key } }),
  },
  'POST /login/code/verify': {
    expect: ANYONE,
    call: (role) => ({ path: '/login/code/verify', body: { email: account(role).email, browser_key, code: '123456' } }),
  },
  'POST /forgot-password': {
    expect: ANYONE,
    call: (role) => ({ path: '/forgot-password', body: { email: account(role).email } }),
  },
  'POST /password-reset/:token': {
    expect: ANYONE,
    call: at('/password-reset/unknown', {
      email: 'guest@foodhall.test',
      password: 'secret-1',
      password_confirmation: 'secret-1',
      token: 'unknown',
    }),
  },

  'POST /setup/check': { expect: ANYONE, call: at('/setup/check', { token: 'unknown' }) },
  'POST /setup': { expect: ANYONE, call: at('/setup', { token: 'unknown' }) },

  'GET /venues': { expect: ANYONE, call: at('/venues') },
  'GET /venues/:id': { expect: ANYONE, call: () => ({ path: `/venues/${venue.id}` }) },
  'GET /vendors': { expect: ANYONE, call: () => ({ path: `/vendors?venue_id=${venue.id}` }) },
  'GET /vendors/:id': { expect: ANYONE, call: () => ({ path: vendorPath() }) },
  'GET /items/:id': { expect: ANYONE, call: () => ({ path: `/items/${venue.vendor.item.id}` }) },
  'PUT /vendors/:id': { expect: STAFF, call: () => ({ path: vendorPath(), body: { accepting_orders: true } }) },
  'PUT /items/:id': {
    expect: STAFF,
    call: () => ({ path: `/items/${venue.vendor.item.id}`, body: { status: 'active' } }),
  },
  'PUT /variants/:id': {
    expect: STAFF,
    call: () => ({ path: `/variants/${venue.vendor.item.variants[0]?.id}`, body: { status: 'active' } }),
  },
  'PUT /options/:id': {
    expect: STAFF,
    call: () => ({ path: `/options/${venue.vendor.item.optionGroups[0]?.options[0]?.id}`, body: { status: 'active' } }),
  },

  'GET /me': { expect: SIGNED_IN, call: at('/me') },
  'PUT /me': { expect: SIGNED_IN, call: at('/me', { name: 'Another name' }) },
  'GET /me/export': { expect: SIGNED_IN, call: at('/me/export') },
  'POST /me/deletion': { expect: SIGNED_IN, call: at('/me/deletion', { dry_run: true }) },
  // No venue knows the person.
  'POST /accounts/export': {
    expect: answers(401, 403, 403, 403, 403, 403, 404, 404, 'ok'),
    call: () => ({ path: '/accounts/export', body: { email: people.stranger.email } }),
    isNarrower: true,
  },
  'POST /accounts/second-factor-reset': {
    expect: answers(401, 403, 403, 403, 403, 403, 404, 404, 'ok'),
    call: () => ({ path: '/accounts/second-factor-reset', body: { email: people.stranger.email, dry_run: true } }),
    isNarrower: true,
  },
  'POST /accounts/deletion': {
    expect: answers(401, 403, 403, 403, 403, 403, 404, 404, 'ok'),
    call: () => ({ path: '/accounts/deletion', body: { email: people.stranger.email, dry_run: true } }),
    isNarrower: true,
  },
  'GET /me/phone': { expect: SIGNED_IN, call: at('/me/phone') },
  // The number is empty, so a person gets a 422.
  'POST /me/phone': { expect: SIGNED_IN, call: at('/me/phone', {}) },
  'POST /me/phone/confirm': { expect: SIGNED_IN, call: at('/me/phone/confirm', { code: '123456' }) },
  'DELETE /me/phone': { expect: SIGNED_IN, call: at('/me/phone') },
  'GET /venues/:id/text-messages': { expect: OPERATOR, call: () => ({ path: venuePath('/text-messages') }) },
  // No signature is valid, whoever calls.
  'POST /sms/status': { expect: ANYONE, call: at('/sms/status?id=1', {}) },
  'POST /sms/inbound': { expect: ANYONE, call: at('/sms/inbound', {}) },
  'GET /me/carts': { expect: SIGNED_IN, call: at('/me/carts') },
  'POST /carts': { expect: SIGNED_IN, call: at('/carts', {}) },
  'GET /carts/active': {
    expect: CUSTOMER,
    call: () => ({ path: `/carts/active?venue_id=${venue.id}&user_id=${people.customer.id}` }),
  },
  'GET /carts/:id': { expect: BUYER, call: () => ({ path: `/carts/${cart.id}` }) },
  'PUT /order-items/:id': {
    expect: BUYER,
    call: () => ({ path: `/order-items/${cart.lineId}`, body: { quantity: 2 } }),
  },
  'PUT /orders/:id': {
    expect: BUYER,
    call: () => ({
      path: `/orders/${cart.orderId}`,
      body: { delivery_method: 'collect', delivery_method_type: 'collect' },
    }),
  },
  'PUT /orders/:id/allergy-note': {
    expect: BUYER,
    call: () => ({ path: `/orders/${cart.orderId}/allergy-note`, body: { allergy_note: 'Nuts' } }),
  },

  'PUT /carts/:id/tip': { expect: BUYER, call: () => ({ path: `/carts/${cart.id}/tip`, body: { percent: null } }) },
  'POST /carts/:id/start-stripe': {
    expect: BUYER,
    call: () => ({ path: `/carts/${cart.id}/start-stripe`, body: outdated }),
  },
  'POST /carts/:id/start-global': {
    expect: BUYER,
    call: () => ({ path: `/carts/${cart.id}/start-global`, body: outdated }),
  },
  'GET /carts/newpayment': { expect: BUYER, call: () => ({ path: `/carts/newpayment?cart_id=${cart.id}` }) },
  'POST /carts/:id/place-free': { expect: BUYER, call: () => ({ path: `/carts/${cart.id}/place-free`, body: {} }) },
  ...Object.fromEntries(
    ['stripe', 'paystack', 'global'].map((provider) => [
      `POST /carts/:id/pay-with-${provider}`,
      {
        expect: BUYER,
        call: () => ({ path: `/carts/${cart.id}/pay-with-${provider}`, body: { reference: 'unknown' } }),
      },
    ]),
  ),
  'GET /stitch/return': {
    expect: BUYER,
    call: async (role) => ({ path: `/stitch/return?id=${await paidByStitch(role)}` }),
  },
  'GET /vendors/:id/printers': { expect: STAFF, call: () => ({ path: vendorPath('/printers') }) },
  // The settings are empty, so an owner gets a 422.
  'POST /vendors/:id/printers': { expect: OWNERS, call: () => ({ path: vendorPath('/printers'), body: {} }) },
  'PUT /vendors/:id/printers/:printerId': {
    expect: OWNERS,
    call: () => ({ path: vendorPath('/printers/1'), body: {} }),
  },
  'POST /vendors/:id/printers/:printerId/address': {
    expect: OWNERS,
    call: async () => ({ path: vendorPath(`/printers/${await addedPrinter()}/address`) }),
  },
  'DELETE /vendors/:id/printers/:printerId/address': {
    expect: OWNERS,
    call: async () => ({ path: vendorPath(`/printers/${await addedPrinter()}/address`) }),
  },
  'POST /vendors/:id/printers/:printerId/test': {
    expect: STAFF,
    call: async () => ({ path: vendorPath(`/printers/${await addedPrinter()}/test`) }),
  },
  // It is no tablet, so staff get a 409.
  'POST /vendors/:id/printers/:printerId/next': {
    expect: STAFF,
    call: async () => ({ path: vendorPath(`/printers/${await addedPrinter()}/next`) }),
  },
  'GET /vendors/:id/print-jobs': { expect: STAFF, call: () => ({ path: vendorPath('/print-jobs') }) },
  // Of staff, the handler refuses the day's end alone (printers.test.ts).
  'POST /vendors/:id/print-jobs': {
    expect: STAFF,
    call: () => ({ path: vendorPath('/print-jobs'), body: { order_id: order.orderId } }),
  },
  'GET /vendors/:id/print-jobs/:jobId/preview': {
    expect: STAFF,
    call: async () => ({ path: vendorPath(`/print-jobs/${await addedJob()}/preview`) }),
  },
  'PUT /vendors/:id/print-jobs/:jobId': {
    expect: STAFF,
    call: async () => ({ path: vendorPath(`/print-jobs/${await addedJob()}`), body: { state: 'printed' } }),
  },
  'GET /print/agent.mjs': { expect: ANYONE, call: at('/print/agent.mjs') },
  // No printer has the secret, whoever calls.
  'POST /print/agent': { expect: ANYONE, call: at('/print/agent', {}) },
  ...Object.fromEntries(
    ['POST', 'GET', 'DELETE'].map((method) => [
      `${method} /print/:secret`,
      { expect: HIDDEN, call: at('/print/unknown'), isNarrower: true as const },
    ]),
  ),
  'POST /webhooks/:provider/:venue': {
    expect: ANYONE,
    call: () => ({ path: `/webhooks/stripe/${venue.id}`, body: {} }),
  },

  'GET /orders/:id': [
    { expect: BUYER_OR_STAFF, call: () => ({ path: `/orders/${order.orderId}` }) },
    // A vendor cannot see carts.
    {
      expect: BUYER,
      call: () => ({ path: `/orders/${cart.orderId}` }),
      about: () => ({ userId: people.customer.id }),
    },
  ],
  'GET /vendors/:id/orders': [
    { expect: OWNERS, call: () => ({ path: vendorPath('/orders') }), isNarrower: true },
    { expect: OWNERS, call: () => ({ path: vendorPath('/orders?state=completed') }), isNarrower: true },
    { expect: OWNERS, call: () => ({ path: vendorPath('/orders?state=completed&limit=51') }), isNarrower: true },
    {
      expect: OWNERS,
      call: () => ({ path: vendorPath(`/orders?state=completed&limit=50&after=${order.orderId}`) }),
      isNarrower: true,
    },
    {
      expect: OWNERS,
      call: () => ({ path: vendorPath('/orders?state=completed&limit=50&since=2026-01-01T00:00:00Z') }),
      isNarrower: true,
    },
    { expect: STAFF, call: () => ({ path: vendorPath('/orders?state=completed&limit=50') }) },
  ],
  // Nothing was paid for the order, so no refund changes it between the roles.
  'POST /orders/:id/refunds': {
    expect: OPERATOR_OF_ORDER,
    call: () => ({
      path: `/orders/${order.orderId}/refunds`,
      body: { reason: 'Cold soup' },
      headers: { 'idempotency-key': 'one' },
    }),
  },
  'GET /orders/:id/refunds': { expect: OPERATOR_OF_ORDER, call: () => ({ path: `/orders/${order.orderId}/refunds` }) },
  'PUT /orders/:id/refunds/:refundId': {
    expect: OPERATOR_OF_ORDER,
    call: async () => ({ path: `/orders/${order.orderId}/refunds/${await madeRefund()}`, body: { is_made: true } }),
  },

  'GET /venues/:id/payouts': [
    {
      expect: OWNERS,
      call: () => ({ path: `/venues/${venue.id}/payouts?${DAYS}&vendor=${venue.vendor.id}` }),
    },
    {
      expect: OPERATOR,
      call: () => ({ path: `/venues/${venue.id}/payouts?${DAYS}` }),
      about: () => ({ venueId: venue.id }),
    },
  ],
  'GET /venues/:id/statements': [
    {
      expect: OWNERS,
      call: () => ({ path: `/venues/${venue.id}/statements?${DAYS}&vendor=${venue.vendor.id}` }),
    },
    {
      expect: OPERATOR,
      call: () => ({ path: `/venues/${venue.id}/statements?${DAYS}` }),
      about: () => ({ venueId: venue.id }),
    },
  ],
  'POST /venues/:id/payouts': {
    expect: OPERATOR,
    call: () => ({
      path: `/venues/${venue.id}/payouts`,
      headers: { 'idempotency-key': 'payout' },
      body: {
        vendor_id: venue.vendor.id,
        currency: 'CAD',
        from: '2026-11-01',
        to: '2026-11-02',
        amount: 1,
        payable: 1,
        paid_on: '2026-11-02',
        reference: 'SEPA 1',
      },
    }),
    about: () => ({ venueId: venue.id }),
  },
  'POST /venues/:id/payouts/:payoutId/undo': {
    expect: OPERATOR,
    call: async () => ({
      path: `/venues/${venue.id}/payouts/${await madePayout()}/undo`,
      body: { reason: 'Sent back' },
    }),
    about: () => ({ venueId: venue.id }),
  },
  'GET /venues/:id/terms': {
    expect: OPERATOR,
    call: () => ({ path: `/venues/${venue.id}/terms` }),
    about: () => ({ venueId: venue.id }),
  },
  'PUT /venues/:id/terms': {
    expect: OPERATOR,
    call: () => ({
      path: `/venues/${venue.id}/terms`,
      body: { version: 'older', fees_borne_by: 'hall', fee_percent: 1.4, fee_fixed: 0.25 },
    }),
    about: () => ({ venueId: venue.id }),
  },
  'PUT /venues/:id/terms/:vendorId': {
    expect: OPERATOR,
    call: () => ({
      path: `/venues/${venue.id}/terms/${venue.vendor.id}`,
      body: { version: 'older', commission_percent: 12.5, rent: 0, rent_from: null },
    }),
    about: () => ({ venueId: venue.id }),
  },
  'GET /venues/:id/ledger': {
    expect: OPERATOR,
    call: () => ({ path: `/venues/${venue.id}/ledger` }),
    about: () => ({ venueId: venue.id }),
  },
  'GET /venues/:id/ledger/check': {
    expect: OPERATOR,
    call: () => ({ path: `/venues/${venue.id}/ledger/check` }),
    about: () => ({ venueId: venue.id }),
  },
  'GET /venues/:id/disputes': {
    expect: OPERATOR,
    call: () => ({ path: `/venues/${venue.id}/disputes` }),
    about: () => ({ venueId: venue.id }),
  },
  'GET /venues/:id/disputes/:disputeId': {
    expect: OPERATOR,
    call: async () => ({ path: `/venues/${venue.id}/disputes/${await madeDispute()}` }),
    about: () => ({ venueId: venue.id }),
  },
  'POST /venues/:id/disputes': {
    expect: OPERATOR,
    call: async () => ({
      path: `/venues/${venue.id}/disputes`,
      body: {
        payment: (await settledPayment()) > 0 ? SETTLED : '',
        amount: 1,
        fee: 0,
        reason: 'Fraud',
        opened_on: '2026-11-02',
        due_on: null,
      },
    }),
    about: () => ({ venueId: venue.id }),
  },
  'PUT /venues/:id/disputes/:disputeId': {
    expect: OPERATOR,
    call: async () => ({
      path: `/venues/${venue.id}/disputes/${await madeDispute()}`,
      body: { state: 'won', fee: 0 },
    }),
    about: () => ({ venueId: venue.id }),
  },
  'GET /venues/:id/sales': {
    expect: OPERATOR,
    call: () => ({ path: `/venues/${venue.id}/sales?${DAYS}` }),
    about: () => ({ venueId: venue.id }),
  },

  'GET /queues/active': [
    { expect: SIGNED_IN, call: at('/queues/active'), isNarrower: true },
    {
      expect: STAFF,
      call: () => ({ path: `/queues/active?vendor_id=${venue.vendor.id}` }),
      about: () => ({ vendorId: venue.vendor.id }),
    },
    {
      expect: CUSTOMER,
      call: () => ({ path: `/queues/active?user_id=${people.customer.id}` }),
      about: () => ({ userId: people.customer.id }),
    },
  ],
  // Collected is not the next step, so each role finds the entry unchanged.
  'PUT /queues/:id': {
    expect: BUYER_OR_STAFF,
    call: () => ({ path: `/queues/${order.queueEntryId}`, body: { state: 'collected' } }),
  },
  'PUT /queues/notify/:orderId': { expect: STAFF_OF_ORDER, call: () => ({ path: `/queues/notify/${order.orderId}` }) },
  'PUT /queues/reprint/:orderId': {
    expect: STAFF_OF_ORDER,
    call: () => ({ path: `/queues/reprint/${order.orderId}` }),
  },

  'POST /broadcasting/auth': [
    {
      expect: STAFF,
      call: () => ({
        path: '/broadcasting/auth',
        body: { socket_id: '1.1', channel_name: `private-vendors.${venue.vendor.id}` },
      }),
      about: () => ({ vendorId: venue.vendor.id }),
    },
    {
      expect: CUSTOMER,
      call: () => ({
        path: '/broadcasting/auth',
        body: { socket_id: '1.1', channel_name: `private-users.${people.customer.id}` },
      }),
      about: () => ({ userId: people.customer.id }),
    },
    // A private channel of any other kind is open to no role.
    {
      expect: answers(401, 403, 403, 403, 403, 403, 403, 403, 403),
      call: () => ({
        path: '/broadcasting/auth',
        body: { socket_id: '1.1', channel_name: `private-venues.${venue.id}` },
      }),
      about: () => ({}),
    },
  ],
  'POST /broadcasting/user-auth': { expect: SIGNED_IN, call: at('/broadcasting/user-auth', { socket_id: '1.1' }) },
  'GET /push/key': { expect: SIGNED_IN, call: at('/push/key') },
  'POST /push/subscriptions': { expect: SIGNED_IN, call: at('/push/subscriptions', push) },
  'DELETE /push/subscriptions': { expect: SIGNED_IN, call: at('/push/subscriptions', { endpoint: push.endpoint }) },

  'GET /operated-venues': { expect: OPERATORS, call: at('/operated-venues') },
  'POST /venues/:id/vendors': {
    expect: OPERATOR,
    call: () => ({ path: `/venues/${venue.id}/vendors`, body: { name: 'New', dry_run: true } }),
  },
  'GET /venues/:id/vendors': { expect: OPERATOR, call: () => ({ path: venuePath('/vendors') }) },
  'PUT /venues/:id/vendors': {
    expect: OPERATOR,
    call: async () => {
      const { data, version } = await hallStalls(api.deps.db, venue.id, new Date());
      return { path: venuePath('/vendors'), body: { version, ids: data.map(({ id }) => id) } };
    },
  },
  'GET /venues/:id/orders': { expect: OPERATOR, call: () => ({ path: venuePath('/orders?search=Ada') }) },
  'GET /orders/:id/history': {
    expect: OPERATOR_OF_ORDER,
    call: () => ({ path: `/orders/${order.orderId}/history` }),
  },
  'POST /orders/:id/receipt': {
    expect: OPERATOR_OF_ORDER,
    call: () => ({ path: `/orders/${order.orderId}/receipt` }),
  },
  'GET /venues/:id/today': { expect: OPERATOR, call: () => ({ path: venuePath('/today') }) },
  'PUT /venues/:id/payment-alerts/:alertId': {
    expect: OPERATOR,
    call: async () => ({ path: venuePath(`/payment-alerts/${await storedAlert()}`), body: { is_seen: true } }),
  },
  'PUT /venues/:id/refused-transfers/:vendorId': {
    expect: OPERATOR,
    call: () => ({ path: venuePath(`/refused-transfers/${venue.vendor.id}`), body: { decision: 'retry' } }),
  },
  'PUT /vendors/:id/picture': {
    expect: OPERATOR,
    call: () => ({ path: vendorPath('/picture'), body: { address: null } }),
  },
  'GET /venues/:id/settings': { expect: OPERATOR, call: () => ({ path: venuePath('/settings') }) },
  'PUT /venues/:id/settings': {
    expect: OPERATOR,
    call: async () => {
      const row = await api.deps.db
        .selectFrom('venues')
        .select('timezone')
        .where('id', '=', venue.id)
        .executeTakeFirst();
      return { path: venuePath('/settings'), body: { part: 'hours', version: versionOf(row), ...row } };
    },
  },
  'POST /venues/:id/provider-check': { expect: OPERATOR, call: () => ({ path: venuePath('/provider-check') }) },
  'PUT /vendors/:id/details': {
    expect: OPERATOR,
    call: async () => {
      const { data } = await hallStalls(api.deps.db, venue.id, new Date());
      return { path: vendorPath('/details'), body: data.find(({ id }) => id === venue.vendor.id) ?? {} };
    },
  },
  'POST /venues': { expect: SITE, call: () => ({ path: '/venues', body: { ...aVenueForm(), dry_run: true } }) },
  'PUT /venues/:id': { expect: OPERATOR, call: () => ({ path: venuePath(''), body: { is_open: true } }) },
  'DELETE /venues/:id': { expect: SITE, call: () => ({ path: venuePath('?dry_run=true') }) },
  'GET /venues/:id/document': { expect: OPERATOR, call: () => ({ path: venuePath('/document') }) },
  'POST /venue-documents': [
    { expect: OPERATORS, call: at('/venue-documents', { name: 'a.json', text: '{}', dry_run: true }) },
    // Only the operators of a venue get its document.
    {
      expect: OPERATOR,
      call: async () => ({
        path: '/venue-documents',
        body: { name: 'a.json', text: await documentOf(venue.id), dry_run: true },
      }),
      about: () => ({ venueId: venue.id }),
      isNarrower: true,
    },
  ],
  'POST /pictures': { expect: OPERATORS, call: at('/pictures?file=a.svg&dry_run=true', {}) },
  'GET /venues/:id/tables': { expect: OPERATOR, call: () => ({ path: venuePath('/tables') }) },
  'POST /venues/:id/tables': {
    expect: OPERATOR,
    call: () => ({ path: venuePath('/tables'), body: { names: ['12'] } }),
  },
  'DELETE /venues/:id/tables/:tableId': {
    expect: OPERATOR,
    call: async () => ({ path: venuePath(`/tables/${await addedTable()}`) }),
  },
  'GET /tables/:code': {
    expect: ANYONE,
    call: async () => {
      await addedTable();
      return { path: `/tables/${TABLE_CODE}` };
    },
  },
  'POST /backups': { expect: SITE, call: at('/backups', {}) },
  'GET /backups/:link': {
    expect: ANYONE,
    call: async () => ({
      path: `/backups/${await linkFor(api.deps.db, { userId: people.site.id, now: api.deps.clock.now() })}`,
    }),
  },
  'POST /demo/removal': { expect: SITE, call: at('/demo/removal', { dry_run: true }) },
  'POST /payments/live': { expect: SITE, call: at('/payments/live', { dry_run: true }) },
  'GET /vendors/:id/day': { expect: OWNERS, call: () => ({ path: vendorPath('/day') }) },
  'POST /vendors/:id/seen': { expect: STAFF, call: () => ({ path: vendorPath('/seen'), body: { order_ids: [] } }) },
  'GET /vendors/:id/watch': { expect: OWNERS, call: () => ({ path: vendorPath('/watch') }) },
  'PUT /vendors/:id/watch': { expect: OWNERS, call: () => ({ path: vendorPath('/watch'), body: {} }) },
  'GET /venues/:id/watch': { expect: OPERATOR, call: () => ({ path: `/venues/${venue.id}/watch` }) },
  'PUT /venues/:id/watch': {
    expect: OPERATOR,
    call: () => ({ path: `/venues/${venue.id}/watch`, body: { stops_silent_stalls: false } }),
  },
  'GET /vendors/:id/hours': { expect: STAFF, call: () => ({ path: vendorPath('/hours') }) },
  'PUT /vendors/:id/hours': {
    expect: OWNERS,
    call: async () => {
      const { version } = await hoursOf(api.deps.db, venue.vendor.id);
      return { path: vendorPath('/hours'), body: { schedule: null, version } };
    },
  },
  'GET /venues/:id/hours': { expect: OPERATOR, call: () => ({ path: venuePath('/hours') }) },
  'PUT /venues/:id/hours': {
    expect: OPERATOR,
    call: async () => {
      const { version } = await hallHoursOf(api.deps.db, venue.id);
      return { path: venuePath('/hours'), body: { schedule: null, version } };
    },
  },
  'GET /vendors/:id/menu-editor': { expect: OWNERS, call: () => ({ path: vendorPath('/menu-editor') }) },
  ...Object.fromEntries(
    Object.entries({
      'POST /vendors/:id/menu-editor/menus': { path: '/menus', body: { name: 'Late' } },
      'POST /vendors/:id/menu-editor/groups': { path: '/groups', body: { parent_id: 1, name: 'Bowls' } },
      'POST /vendors/:id/menu-editor/items': {
        path: '/items',
        body: { parent_id: 1, name: 'Miso', variants: [{ name: 'Regular', price: 1 }] },
      },
      'PUT /vendors/:id/menu-editor/menus/:entryId': { path: '/menus/1', body: { name: 'Late' } },
      'PUT /vendors/:id/menu-editor/groups/:entryId': { path: '/groups/1', body: { name: 'Bowls' } },
      'PUT /vendors/:id/menu-editor/items/:entryId': { path: '/items/1', body: { name: 'Miso' } },
      'POST /vendors/:id/menu-editor/:kind/:entryId/move': { path: '/items/1/move', body: { after_id: null } },
      'POST /vendors/:id/menu-editor/:kind/:entryId/duplicate': { path: '/items/1/duplicate', body: {} },
    }).map(([route, { path, body }]) => [
      route,
      // The request names an old version of the menu, so an owner gets a 409.
      {
        expect: OWNERS,
        call: () => ({ path: vendorPath(`/menu-editor${path}`), body: { version: 'unknown', ...body } }),
      },
    ]),
  ),
  'DELETE /vendors/:id/menu-editor/:kind/:entryId': {
    expect: OWNERS,
    call: () => ({ path: vendorPath('/menu-editor/items/1?version=unknown') }),
  },
  // The body has no parts, so an owner gets a 422.
  'POST /vendors/:id/pictures': { expect: OWNERS, call: () => ({ path: vendorPath('/pictures'), body: {} }) },
  'GET /vendors/:id/members': { expect: OWNERS, call: () => ({ path: vendorPath('/members') }) },
  'PUT /vendors/:id/members/:userId': {
    expect: OWNERS,
    call: () => ({ path: vendorPath(`/members/${people.staff.id}`), body: { role: 'staff' } }),
  },
  'GET /vendors/:id/invitations': { expect: OWNERS, call: () => ({ path: vendorPath('/invitations') }) },
  'POST /vendors/:id/invitations': {
    expect: OWNERS,
    call: (role) => ({ path: vendorPath('/invitations'), body: { email: account(role).email, role: 'staff' } }),
  },
  'DELETE /vendors/:id/invitations/:invitationId': {
    expect: OWNERS,
    call: async (role) => ({ path: vendorPath(`/invitations/${await invited(role, { vendor_id: venue.vendor.id })}`) }),
  },
  'GET /venues/:id/operators': { expect: OPERATOR, call: () => ({ path: venuePath('/operators') }) },
  'GET /venues/:id/invitations': { expect: OPERATOR, call: () => ({ path: venuePath('/invitations') }) },
  'POST /venues/:id/invitations': {
    expect: OPERATOR,
    call: (role) => ({ path: venuePath('/invitations'), body: { email: account(role).email } }),
  },
  'DELETE /venues/:id/invitations/:invitationId': {
    expect: OPERATOR,
    call: async (role) => ({ path: venuePath(`/invitations/${await invited(role)}`) }),
  },
  'GET /audit': { expect: OPERATORS, call: at('/audit') },
  'GET /audit/verification': { expect: OPERATORS, call: at('/audit/verification') },
  'GET /registry': { expect: ANYONE, call: at('/registry') },
  'GET /registry/tokens': { expect: OPERATORS, call: at('/registry/tokens') },
  'POST /registry/tokens': {
    expect: SITE,
    call: at('/registry/tokens', { team: 'menu', apps: ['catalog'], is_for_all: true }),
  },
  'DELETE /registry/tokens/:id': {
    expect: OPERATORS,
    call: async () => ({ path: `/registry/tokens/${await releaseToken()}` }),
  },
  'GET /registry/publishers': { expect: OPERATORS, call: at('/registry/publishers') },
  'POST /registry/publishers': { expect: SITE, call: at('/registry/publishers', githubPublisher) },
  'DELETE /registry/publishers/:id': {
    expect: OPERATORS,
    call: async () => ({ path: `/registry/publishers/${await storedPublisher()}` }),
  },
  'GET /registry/members': { expect: SITE, call: at('/registry/members') },
  'PUT /registry/members': {
    expect: SITE,
    call: () => ({
      path: '/registry/members',
      body: { email: people.customer.email, team: 'menu', apps: ['catalog'] },
    }),
  },
  'DELETE /registry/members/:id': {
    expect: SITE,
    call: async () => ({ path: `/registry/members/${await storedMember()}` }),
  },
  'POST /registry/tokens/exchange': {
    expect: BY_TOKEN,
    call: at('/registry/tokens/exchange', { apps: ['catalog'] }),
    isNarrower: true,
  },
  // No session is a release token.
  'POST /registry/files/missing': { expect: BY_TOKEN, call: at('/registry/files/missing', {}), isNarrower: true },
  'PUT /registry/files/:sha256': { expect: BY_TOKEN, call: at('/registry/files/a', {}), isNarrower: true },
  'POST /registry/releases': { expect: BY_TOKEN, call: at('/registry/releases', {}), isNarrower: true },
  'GET /registry/releases': { expect: BY_TOKEN, call: at('/registry/releases'), isNarrower: true },
  'POST /registry/stages': { expect: BY_TOKEN, call: at('/registry/stages', {}), isNarrower: true },
  'DELETE /registry/stages/:id': { expect: BY_TOKEN, call: at('/registry/stages/1'), isNarrower: true },
  'GET /registry/status': { expect: BY_TOKEN, call: at('/registry/status'), isNarrower: true },
  'GET /registry/builds/:app': { expect: BY_TOKEN, call: at('/registry/builds/catalog'), isNarrower: true },
  'GET /registry/builds/:app/maps': { expect: BY_TOKEN, call: at('/registry/builds/catalog/maps'), isNarrower: true },
  'GET /registry/errors': { expect: BY_TOKEN, call: at('/registry/errors?app=catalog'), isNarrower: true },
  'POST /registry/rollbacks': { expect: BY_TOKEN, call: at('/registry/rollbacks', {}), isNarrower: true },
  'POST /registry/checks': { expect: BY_TOKEN, call: at('/registry/checks', {}), isNarrower: true },
  'POST /registry/retirements': { expect: BY_TOKEN, call: at('/registry/retirements', {}), isNarrower: true },
  'POST /registry/recalls': { expect: BY_TOKEN, call: at('/registry/recalls', {}), isNarrower: true },
  'POST /registry/overrides': { expect: BY_TOKEN, call: at('/registry/overrides', {}), isNarrower: true },
  'GET /registry/override': {
    expect: ANYONE,
    call: async () => ({ path: `/registry/override?grant=${await overrideGrant()}` }),
  },
  'POST /registry/override': {
    expect: ANYONE,
    call: async () => ({
      path: '/registry/override',
      body: { grant: await overrideGrant(), secret: 'of-the-question' },
      headers: { ...OWN_FORM, cookie: 'question=of-the-question' },
    }),
  },
  'DELETE /registry/override': { expect: ANYONE, call: at('/registry/override') },
  // The channel has no release, so everyone gets a 410.
  'GET /registry/channel': { expect: ANYONE, call: at('/registry/channel?name=beta') },
  'POST /registry/channel': {
    expect: ANYONE,
    call: () => ({ path: '/registry/channel', body: { name: 'beta' }, headers: OWN_FORM }),
  },
  'DELETE /registry/channel': { expect: ANYONE, call: at('/registry/channel') },
  // The site of this test names no provider.
  'GET /desk/provider': { expect: HIDDEN, call: at('/desk/provider'), isNarrower: true },
  'GET /desk/provider/callback': { expect: HIDDEN, call: at('/desk/provider/callback'), isNarrower: true },
  // A person's session does not open the release desk.
  'POST /desk/sign-in': { expect: BY_TOKEN, call: fromOwnForm('/desk/sign-in', { token: 'none' }), isNarrower: true },
  ...Object.fromEntries(
    [
      'GET /desk',
      'GET /desk/errors',
      'GET /desk/fits',
      'GET /desk/log',
      'GET /desk/origin',
      'GET /desk/staged',
      'POST /desk/sign-out',
    ]
      .concat(
        ['/rollback', '/rollout', '/end', '/approve', '/withdraw'].flatMap((path) => [
          `GET /desk${path}`,
          `POST /desk${path}`,
        ]),
      )
      .map((route) => [
        route,
        { expect: BY_TOKEN, call: fromOwnForm(route.split(' ')[1] ?? ''), isNarrower: true as const },
      ]),
  ),
  'GET /venues/:id/proofs': { expect: OPERATOR, call: () => ({ path: venuePath('/proofs') }) },
  'PUT /venues/:id/proofs': {
    expect: OPERATOR,
    call: () => ({ path: venuePath('/proofs'), body: { requires_second_factor: false, refund_proof: null } }),
  },
  'GET /venues/:id/audit': { expect: OPERATOR, call: () => ({ path: venuePath('/audit') }) },
  'GET /venues/:id/tax-categories': { expect: OPERATOR, call: () => ({ path: venuePath('/tax-categories') }) },
  'PUT /venues/:id/tax-categories/:slug': {
    expect: OPERATOR,
    // The request names an old version of the taxes, so an operator gets a 409.
    call: () => ({
      path: venuePath('/tax-categories/alcohol'),
      body: { version: 'unknown', name: 'Alcohol', rate: 20 },
    }),
  },
  'DELETE /venues/:id/tax-categories/:slug': {
    expect: OPERATOR,
    call: async () => {
      const row = { venue_id: venue.id, slug: 'unused', name: 'Unused', rate_bp: 0 };
      const { db } = api.deps;
      await db
        .insertInto('tax_categories')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { path: venuePath('/tax-categories/unused?version=unknown') };
    },
  },
  'GET /vendors/:id/taxes': { expect: OWNERS, call: () => ({ path: vendorPath('/taxes') }) },
  'PUT /items/:id/tax': {
    expect: OWNERS,
    call: () => ({ path: `/items/${venue.vendor.item.id}/tax`, body: { tax_category_id: null } }),
  },
  'GET /invitations/:token': {
    expect: ANYONE,
    call: async (role) => {
      await invited(role);
      return { path: `/invitations/token-${role}` };
    },
  },
  // The invitation goes to the caller's email. Any other account is refused in every role.
  'POST /invitations/:token/accept': {
    expect: SIGNED_IN,
    call: async (role) => {
      await invited(role, { venue_id: elsewhere.id });
      return { path: `/invitations/token-${role}/accept` };
    },
  },

  'GET /site-operators': { expect: SITE, call: at('/site-operators') },
  'POST /site-operators': {
    expect: SITE,
    call: () => ({ path: '/site-operators', body: { email: people.site.email } }),
  },

  // These routes end something.
  'DELETE /site-operators/:userId': {
    expect: SITE,
    call: async () => ({ path: `/site-operators/${(await storeUser(api.deps.db, { isSiteOperator: true })).id}` }),
  },
  'DELETE /vendors/:id': {
    expect: OPERATOR,
    call: async () => ({ path: `/vendors/${(await storeVendor(api.deps.db, venue.id)).id}` }),
  },
  'DELETE /vendors/:id/members/:userId': {
    expect: OWNERS,
    call: async () => {
      const { id } = await storeUser(api.deps.db, { staffOf: [venue.vendor.id] });
      return { path: vendorPath(`/members/${id}`) };
    },
  },
  'DELETE /venues/:id/operators/:userId': {
    expect: OPERATOR,
    call: async () => {
      const { id } = await storeUser(api.deps.db, { operatorOf: [venue.id] });
      return { path: venuePath(`/operators/${id}`) };
    },
  },
  'DELETE /vendors/:id/printers/:printerId': {
    expect: OWNERS,
    call: async () => ({ path: vendorPath(`/printers/${await addedPrinter()}`) }),
  },
  'DELETE /order-items/:id': { expect: BUYER, call: () => ({ path: `/order-items/${cart.lineId}` }) },
  'PUT /queues/cancel/:orderId': {
    expect: STAFF_OF_ORDER,
    call: () => ({ path: `/queues/cancel/${order.orderId}`, body: { reason: 'Sold out' } }),
  },
  'POST /logout': { expect: SIGNED_IN, call: at('/logout') },
};

/**
 * The routes outside of /api, each with one of its addresses. A file or a page is the same for each role, because the server looks up no session
 * for it. Exports and receipts are not files of the server: a page creates them from the API's data.
 */
const OPEN: Record<string, string> = {
  'GET /*': '/',
  'GET /config.json': '/config.json',
  'GET /desk': '/desk',
  'GET /desk/': '/desk/',
  'GET /embed.js': '/embed.js',
  'GET /manifest.webmanifest': '/manifest.webmanifest',
  'GET /media/*': '/media/picture.svg',
  'GET /meta.json': '/meta.json',
  'GET /page-key.js': '/page-key.js',
  'GET /parts/*': '/parts/host/1.0.0/app.js',
  'GET /registry/*': '/registry/pointer.json',
  'GET /robots.txt': '/robots.txt',
  'GET /sitemap.xml': '/sitemap.xml',
  'GET /t/:code': '/t/9876543210',
};
/** The route of all pages serves these: pages, including those of one order, and missing files. */
const PAGES = ['/profile', '/order/print?id=1', '/media/none.webp', '/receipts/1.pdf', '/exports/1.xlsx'];
let openRoutes: readonly string[];
const opened = new Map<string, (readonly [number, unknown, string])[]>();

/** Compares the responses to all roles, without the times and ids that differ. */
async function openAs(line: string): Promise<void> {
  const [method = 'GET', url = ''] = line.split(' ') as ['GET' | 'POST', string];
  const responses = [];
  for (const role of ROLES) {
    const { statusCode, headers, body } = await api.app.inject({
      method,
      url,
      headers: role === 'guest' ? {} : people[role].headers,
    });
    responses.push([statusCode, headers['content-type'], body] as const);
  }
  opened.set(line, responses);
}
const openLines = [
  ...Object.entries(OPEN).map(([route, url]) => `${route.split(' ')[0]} ${url}`),
  ...PAGES.map((url) => `GET ${url}`),
];
/** The form of a venue that the site does not have yet. */
const aVenueForm = () => ({
  name: 'New',
  currency: 'CAD',
  timezone: 'America/Toronto',
  tax_name: 'HST',
  tax_number: '',
  tax_rate_percent: '13',
  tax_included: false,
  provider: 'Stripe',
  provider_key: 'pk_test_new',
  secret_env: 'STRIPE_SECRET_NEW',
  webhook_secret_env: null,
  delivery_method_types: ['collect'],
});

/** Returns the exported document of the venue. */
async function documentOf(venueId: number): Promise<string> {
  const { headers } = people.operator;
  const response = await api.app.inject({ url: `/api/v1/venues/${venueId}/document`, headers });
  return response.json().data.text;
}

/** Stores a payment of the customer, a separate one for each role, because a request for it settles it. */
async function paidByStitch(role: Role): Promise<string> {
  const reference = `stitch-${role}`;
  await storeAttempt(api.deps.db, {
    cart_id: cart.id,
    user_id: people.customer.id,
    venue_id: venue.id,
    provider: 'Stitch',
    state: 'superseded',
    reference,
  });
  return reference;
}

/** An alert of a payment in the venue. @returns its id */
async function storedAlert(): Promise<number> {
  const { db } = api.deps;
  const known = await db.selectFrom('payment_alerts').select('id').executeTakeFirst();
  if (known) return known.id;
  const attempt = await storeAttempt(db, {
    cart_id: cart.id,
    user_id: people.customer.id,
    venue_id: venue.id,
    state: 'mismatch',
    reference: 'mismatch',
  });
  const alert = await db
    .insertInto('payment_alerts')
    .values({
      attempt_id: attempt.id,
      asked_minor: 2,
      asked_currency: 'CAD',
      received_minor: 1,
      received_currency: 'CAD',
      received_is_live: false,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return alert.id;
}

/** A refund of the order that is not unclear, so that no role changes it. @returns its id */
async function madePayout(): Promise<number> {
  const { id } = await api.deps.db
    .insertInto('payouts')
    .values({
      venue_id: venue.id,
      vendor_id: venue.vendor.id,
      currency: 'CAD',
      is_live: false,
      from_day: '2026-11-01',
      to_day: '2026-11-02',
      amount_minor: 100,
      paid_on: '2026-11-02',
      reference: 'SEPA 1',
      user_id: null,
      request_key: randomBytes(8).toString('hex'),
      request_hash: Buffer.alloc(0),
      created_at: new Date(),
      undone_by: null,
      undo_reason: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const SETTLED = 'settled';

/** The one payment of the cart. @returns its id */
async function settledPayment(): Promise<number> {
  const { db } = api.deps;
  const known = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('reference', '=', SETTLED)
    .executeTakeFirst();
  if (known) return known.id;
  const { id } = await storeAttempt(db, {
    cart_id: cart.id,
    user_id: people.customer.id,
    venue_id: venue.id,
    state: 'succeeded',
    provider: 'Global',
    reference: SETTLED,
  });
  return id;
}

/** A dispute that an operator has entered. @returns its id */
async function madeDispute(): Promise<number> {
  const { db } = api.deps;
  const known = await db.selectFrom('disputes').select('id').executeTakeFirst();
  if (known) return known.id;
  const { id } = await db
    .insertInto('disputes')
    .values({
      attempt_id: await settledPayment(),
      provider_dispute_id: null,
      state: 'needs-response',
      amount_minor: 100,
      fee_minor: 0,
      currency: 'CAD',
      reason: 'Fraud',
      due_at: null,
      opened_at: new Date(),
      closed_at: null,
      is_withdrawn: true,
      source: 'operator',
      entered_by: people.operator.id,
      updated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function madeRefund(): Promise<number> {
  const { db } = api.deps;
  const known = await db.selectFrom('order_refunds').select('id').executeTakeFirst();
  if (known) return known.id;
  const refund = await db
    .insertInto('order_refunds')
    .values({
      order_id: order.orderId,
      attempt_id: await settledPayment(),
      source: 'provider',
      reason: 'Refunded at Stripe',
      amount_minor: 1,
      total_minor: 1,
      tax_minor: 0,
      service_fee_minor: 0,
      service_fee_tax_minor: 0,
      state: 'done',
      created_at: new Date(),
      settled_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return refund.id;
}

/** Stores a printer of the vendor. @returns its id */
async function addedPrinter(): Promise<number> {
  const { db } = api.deps;
  const known = await db.selectFrom('printers').select('id').where('removed_at', 'is', null).executeTakeFirst();
  if (known) return known.id;
  const { id } = await db
    .insertInto('printers')
    .values({
      vendor_id: venue.vendor.id,
      name: 'Kitchen',
      kind: 'cloudprnt',
      paper: 80,
      documents: [],
      moment: 'placed',
      copies: 1,
      language: 'en',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores a test page of that printer. @returns its id */
async function addedJob(): Promise<number> {
  const { id } = await api.deps.db
    .insertInto('print_jobs')
    .values({ printer_id: await addedPrinter(), document: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const TABLE_CODE = '0123456789';

/** Stores a table with the code, which it takes from an earlier table. @returns its id */
async function addedTable(): Promise<number> {
  const { db } = api.deps;
  await db.deleteFrom('venue_tables').where('code', '=', TABLE_CODE).execute();
  const { id } = await db
    .insertInto('venue_tables')
    .values({ venue_id: venue.id, name: 'of the code', code: TABLE_CODE })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns the id of a token that is not revoked */
async function overrideGrant(): Promise<string> {
  const wanted = { app: 'catalog', origin: 'http://localhost:3001', hours: 1 };
  const { grant } = await new OverrideGrants(api.deps).give({ tokenId: await releaseToken() }, wanted);
  return grant;
}

async function releaseToken(): Promise<number> {
  const { id } = await api.deps.db
    .insertInto('release_tokens')
    .values({
      team: 'menu',
      token_hash: randomBytes(32),
      apps: ['catalog'],
      channels: [],
      most_percent: 0,
      is_for_all: true,
      created_at: new Date(),
      created_by: null,
      expires_at: new Date(Date.now() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns the id of a publisher that is not removed */
async function storedPublisher(): Promise<number> {
  const values = { ...githubPublisher, apps: [...githubPublisher.apps], channels: [...githubPublisher.channels] };
  const { id } = await api.deps.db
    .insertInto('release_publishers')
    .values({ ...values, environment: null, most_percent: 0, created_at: new Date(), created_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns the id of a person of a team */
async function storedMember(): Promise<number> {
  const { db } = api.deps;
  await db.deleteFrom('release_members').execute();
  const { id } = await db
    .insertInto('release_members')
    .values({
      user_id: people.customer.id,
      team: 'menu',
      apps: ['catalog'],
      may_approve: false,
      may_roll_back: false,
      created_at: new Date(),
      created_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores an invitation for the role's email with the token `token-{role}`, and deletes an earlier one. */
async function invited(
  role: Role,
  { venue_id = venue.id, vendor_id = null }: { venue_id?: number; vendor_id?: number | null } = {},
): Promise<number> {
  const { db } = api.deps;
  await db
    .deleteFrom('invitations')
    .where('token_hash', '=', hashToken(`token-${role}`))
    .execute();
  const { id } = await db
    .insertInto('invitations')
    .values({
      token_hash: hashToken(`token-${role}`),
      email: role === 'guest' ? 'invited@foodhall.test' : people[role].email,
      role: vendor_id === null ? 'operator' : 'staff',
      venue_id,
      vendor_id,
      expires_at: new Date(Date.now() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** 'GET /vendors/:id' */
const named = ({ method, url }: RoutePolicy) => `${method} ${url.replace('/api/v1', '')}`;

async function ask(name: string, { call, about }: Case) {
  const policy = api.app.routePolicies.find((route) => named(route) === name)?.policy ?? 'public';
  const resource = about?.() ?? { userId: people.customer.id, vendorId: venue.vendor.id, venueId: venue.id };
  // Refused release tokens are limited by address, and all roles share an address here.
  await api.deps.db.deleteFrom('attempt_counts').execute();
  const answered: Partial<Answers> = {};
  const decided: Partial<Answers> = {};
  for (const role of ROLES) {
    const { path, body, headers } = await call(role);
    const [method] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE'];
    const { statusCode, body: text } = await market.call(
      method,
      path,
      role === 'guest' ? null : people[role],
      body,
      headers,
    );
    if (statusCode >= 500) throw new Error(`${name} as ${role}: ${text}`);
    answered[role] = answerOf(statusCode);
    if (answered[role] !== 'ok' && method !== 'GET') {
      const refusal = await market.call(method, path, role === 'guest' ? null : people[role], [], headers);
      unread.set(name, { ...unread.get(name), [role]: refusal.statusCode });
    }
    decided[role] = WORDS[decide(policy, sessions.get(role) ?? null, resource)];
  }
  return { answered, decided };
}

const WORDS = { allowed: 'ok', unauthenticated: 401, forbidden: 403, hidden: 404 } as const;

/** Converts a status to the decision of the policy. An allowed role may still get another error. */
function answerOf(status: number): Answer {
  if (status === 401 || status === 403 || status === 404) return status;
  return 'ok';
}

test('each route has a row in this file, and each row has a route', () => {
  expect(routes.map(named).sort()).toEqual(Object.keys(CASES).sort());
});

test('each route outside of the API has a line in this file', () => {
  const isServed = (route: string) => !/^(HEAD|OPTIONS) /.test(route);
  expect(openRoutes.filter(isServed).sort()).toEqual(Object.keys(OPEN).sort());
});

test.each(openLines)('%s responds in the same way to each role', (line) => {
  const [first, ...others] = opened.get(line) ?? [];
  expect(others).toEqual(others.map(() => first));
  expect(others).toHaveLength(ROLES.length - 1);
});

test('docs/reference/roles.md matches the output of `npm run roles`', () => {
  expect(readFileSync(join(__dirname, '../../docs/reference/roles.md'), 'utf8')).toBe(rolesPage(routes));
});

test.each(
  Object.entries(CASES).flatMap(([name, cases]) =>
    [cases].flat().map((one, index) => [name, one, `${name} ${index}`] as const),
  ),
)('%s allows only the roles that its policy names', (_name, { expect: expected, isNarrower }, key) => {
  expect(found.get(key)?.answered).toEqual(expected);
  if (!isNarrower) expect(found.get(key)?.decided).toEqual(expected);
});

/** These routes decide by the row or the body, which the handler reads after the body is validated. */
const JUDGED_LATER =
  /^\w+ \/(accounts|broadcasting|carts|desk|items|options|order-items|orders|queues|variants|venue-documents)\b/;
const changes = Object.entries(CASES).filter(([name]) => !name.startsWith('GET ') && !JUDGED_LATER.test(name));

test.each(changes)('%s refuses a role before it validates the body', (name, cases) => {
  const [first] = [cases].flat();
  const refused = Object.entries(first?.expect ?? {}).filter(([, answer]) => answer !== 'ok');
  expect(unread.get(name) ?? {}).toEqual(Object.fromEntries(refused));
});

async function sessionOf(db: Db, { id }: TestUser): Promise<Session | null> {
  const token = await db.selectFrom('tokens').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
  return (await findSessions(db, [token.id], new Date())).get(token.id) ?? null;
}
