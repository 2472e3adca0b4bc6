import { findSessions } from 'core/http/session';
import {
  invitationSchema,
  many,
  memberSchema,
  one,
  sentInvitationSchema,
  userSchema,
  venueAuditSchema,
} from 'shared-contracts/schemas';
import { aRegistration } from 'shared-contracts/testing/builders';
import type { VenueAudit } from 'shared-contracts/types';
import { firstOf, Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { signIn, storeUser, storeVendor, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { revokeInvitation, invite as sendInvitation } from './invitations.commands';
import { changeRole, removeMember } from './members.commands';

const api = withTestApp();
const market = new Market(() => api.current);
const DAY = 24 * 3_600_000;
const EMAIL = 'cook@foodhall.test';

let venue: TestVenue;
let owner: TestUser;
let operator: TestUser;

beforeEach(async () => {
  const { db } = api.current.deps;
  venue = await storeVenue(db, { name: 'Granary Square', vendors: [{ name: 'Kumo Ramen' }] });
  owner = await storeUser(db, { name: 'Aiko', vendorIds: [venue.vendor.id] });
  operator = await storeUser(db, { name: 'Olu', operatorOf: [venue.id] });
});

const ofVendor = (rest: string) => `/vendors/${venue.vendor.id}${rest}`;
const ofVenue = (rest: string) => `/venues/${venue.id}${rest}`;
const invite = (body: object = { email: EMAIL, role: 'staff' }, by = owner) =>
  market.call('POST', ofVendor('/invitations'), by, body);
/** Returns the token in the latest email. */
const tokenSent = () => /\/invitations\/([\w-]{43})/.exec(api.current.emails.at(-1)?.text ?? '')?.[1] ?? '';
const read = (token = tokenSent()) => market.call('GET', `/invitations/${token}`, null);
const accept = (user: TestUser | null, token = tokenSent()) =>
  market.call('POST', `/invitations/${token}/accept`, user);
const members = async () =>
  expectShape(many(memberSchema), (await market.call('GET', ofVendor('/members'), owner)).json()).data;
const cook = () => storeUser(api.current.deps.db, { name: 'Cem', email: EMAIL });
/** @returns the bearer token of the session */
async function signInByCode(email: string): Promise<string> {
  const form = { email, browser_key: 'b'.repeat(43) };
  await market.call('POST', '/login/code', null, form);
  await api.current.deps.workers.idle();
  const code = /^\d{6}$/m.exec(api.current.emails.at(-1)?.text ?? '')?.[0];
  return (await market.call('POST', '/login/code/verify', null, { ...form, code })).json().token;
}
const audit = async (query = '') =>
  expectShape(venueAuditSchema, (await market.call('GET', ofVenue(`/audit${query}`), operator)).json()).data;

describe('an invitation', () => {
  test('is sent by email, names its purpose, and gives its role to the person who accepts it', async () => {
    const sent = expectShape(one(sentInvitationSchema), (await invite()).json()).data;
    expect(sent).toMatchObject({ email: EMAIL, role: 'staff', invited_by: { id: owner.id, name: 'Aiko' } });
    const email = firstOf(api.current.emails);
    expect(email).toMatchObject({ to: EMAIL, subject: 'Your invitation to Kumo Ramen' });
    expect(email.text).toContain('You are invited to become staff of Kumo Ramen at Granary Square.');

    const shown = expectShape(one(invitationSchema), (await read()).json()).data;
    expect(shown).toEqual({
      email: EMAIL,
      role: 'staff',
      venue: { id: venue.id, name: 'Granary Square' },
      vendor: { id: venue.vendor.id, name: 'Kumo Ramen' },
      expires_at: sent.expires_at,
    });

    const person = await cook();
    const user = expectShape(one(userSchema), (await accept(person)).json()).data;
    expect(user.vendors.data).toEqual([{ id: venue.vendor.id, name: 'Kumo Ramen', role: 'staff' }]);
    expect((await members()).map(({ user: { email: address }, role }) => [address, role])).toEqual([
      [owner.email, 'owner'],
      [EMAIL, 'staff'],
    ]);
    expect((await market.call('GET', `/queues/active?vendor_id=${venue.vendor.id}`, person)).statusCode).toBe(200);
    expect((await market.call('GET', ofVendor('/invitations'), owner)).json()).toEqual({ data: [] });
  });

  test('to run a venue creates an operator, who can act in each of its vendors, even in one without members', async () => {
    const lone = await storeVendor(api.current.deps.db, venue.id);
    expect((await market.call('POST', ofVenue('/invitations'), operator, { email: EMAIL })).statusCode).toBe(201);
    expect(firstOf(api.current.emails).text).toContain('You are invited to become an operator of Granary Square.');
    const person = await cook();
    const user = expectShape(one(userSchema), (await accept(person)).json()).data;
    expect(user).toMatchObject({ vendors: { data: [] }, venues: { data: [{ id: venue.id, name: 'Granary Square' }] } });
    for (const id of [venue.vendor.id, lone.id]) {
      const pause = await market.call('PUT', `/vendors/${id}`, person, { accepting_orders: false });
      expect(pause.statusCode).toBe(200);
    }
  });

  test('can be accepted by a person without an account, who signs in with a code', async () => {
    await invite({ email: 'New.Cook@Foodhall.test', role: 'staff' });
    const token = tokenSent();
    const person = { ...owner, headers: { authorization: `Bearer ${await signInByCode('new.cook@foodhall.test')}` } };
    expect((await accept(person, token)).json().data.vendors.data).toHaveLength(1);
  });

  test('gives nothing to another person who registered with the email in advance', async () => {
    const form = aRegistration({ name: 'Eve', email: EMAIL, password: 'in-advance' });
    const { token, data } = (await market.call('POST', '/register', null, form)).json();
    const eve = { ...owner, id: data.id, headers: { authorization: `Bearer ${token}` } };
    await market.placeOne(eve, venue);
    await invite();
    const link = tokenSent();
    const person = { ...owner, headers: { authorization: `Bearer ${await signInByCode(EMAIL)}` } };
    expect((await accept(person, link)).statusCode).toBe(200);
    expect((await market.call('GET', '/me', eve)).statusCode).toBe(401);
    expect((await market.call('POST', '/login', null, form)).statusCode).toBe(422);
    expect((await market.call('GET', '/me', person)).statusCode).toBe(200);
  });

  test('ends the other sessions of the account, because they were opened without this role', async () => {
    await invite();
    const person = await cook();
    const other = await signIn(api.current.deps.db, person.id);
    expect((await accept(person)).statusCode).toBe(200);
    const elsewhere = { ...person, headers: { authorization: `Bearer ${other}` } };
    expect((await market.call('GET', '/me', elsewhere)).statusCode).toBe(401);
    expect((await market.call('GET', '/me', person)).statusCode).toBe(200);
  });

  test('works only for the invited email, without regard to letter case', async () => {
    await invite({ email: 'COOK@foodhall.test', role: 'staff' });
    const other = await accept(await storeUser(api.current.deps.db));
    expect(other.statusCode).toBe(403);
    expect(other.json()).toMatchObject({
      code: 'OTHER_ACCOUNT',
      message: `This invitation is for ${EMAIL}. Log in with that email to accept it.`,
    });
    expect((await accept(null)).statusCode).toBe(401);
    expect((await accept(await cook())).statusCode).toBe(200);
  });

  test('works once, and a repeat by the same person has the same result', async () => {
    await invite();
    const person = await cook();
    const first = await accept(person);
    expect((await accept(person)).json()).toEqual(first.json());
    expect((await read()).json()).toMatchObject({ code: 'INVITATION_USED' });
    expect((await accept(owner)).statusCode).toBe(410);
    await market.call('DELETE', ofVendor(`/members/${person.id}`), owner);
    expect((await accept(person)).statusCode).toBe(410);
    expect(await members()).toHaveLength(1);
  });

  test('gives the role once for two concurrent requests', async () => {
    await invite();
    const person = await cook();
    const both = await Promise.all([accept(person), accept(person)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await members()).toHaveLength(2);
    expect((await audit()).filter(({ action }) => action === 'member.added')).toHaveLength(2);
  });

  test('expires after seven days', async () => {
    await invite();
    api.current.advance(7 * DAY - 60_000);
    expect((await read()).statusCode).toBe(200);
    api.current.advance(60_000);
    const person = await cook();
    const token = await signIn(api.current.deps.db, person.id, new Date(Date.now() + 8 * DAY));
    const late = { ...person, headers: { authorization: `Bearer ${token}` } };
    for (const response of [await read(), await accept(late)]) {
      expect(response.statusCode).toBe(410);
      expect(response.json()).toMatchObject({ code: 'INVITATION_EXPIRED' });
    }
  });

  test('that was revoked says so, and one of another vendor is a 404', async () => {
    const { id } = (await invite()).json().data;
    const other = await storeVendor(api.current.deps.db, venue.id);
    const neighbour = await storeUser(api.current.deps.db, { vendorIds: [other.id] });
    expect((await market.call('DELETE', `/vendors/${other.id}/invitations/${id}`, neighbour)).statusCode).toBe(404);
    expect((await read()).statusCode).toBe(200);
    expect((await market.call('DELETE', ofVendor(`/invitations/${id}`), owner)).statusCode).toBe(204);
    expect((await market.call('DELETE', ofVendor(`/invitations/${id}`), owner)).statusCode).toBe(404);
    expect((await read()).json()).toMatchObject({ code: 'INVITATION_REVOKED' });
    expect((await accept(await cook())).statusCode).toBe(410);
  });

  test('ends with the role of the person who sent it', async () => {
    const { db } = api.current.deps;
    const bo = await storeUser(db, { name: 'Bo', vendorIds: [venue.vendor.id] });
    const deputy = await storeUser(db, { operatorOf: [venue.id] });
    const send = async (email: string, by: TestUser) => {
      await invite({ email, role: 'owner' }, by);
      return tokenSent();
    };
    const ofOwner = await send('a@foodhall.test', owner);
    const ofBo = await send('b@foodhall.test', bo);
    const ofDeputy = await send('c@foodhall.test', deputy);
    await market.call('POST', ofVenue('/invitations'), deputy, { email: EMAIL });
    const toRun = tokenSent();

    await market.call('DELETE', ofVendor(`/members/${bo.id}`), owner);
    await market.call('DELETE', ofVenue(`/operators/${deputy.id}`), operator);
    await market.call('PUT', ofVendor(`/members/${owner.id}`), operator, { role: 'staff' });
    const ended = { statusCode: 410, code: 'INVITATION_REVOKED' };
    const person = await cook();
    for (const token of [ofBo, ofDeputy, toRun, ofOwner]) {
      const response = await accept(person, token);
      expect({ statusCode: response.statusCode, code: response.json().code }).toEqual(ended);
    }
  });

  test('by another person stays valid when a member is removed', async () => {
    const bo = await storeUser(api.current.deps.db, { vendorIds: [venue.vendor.id] });
    await invite();
    await market.call('DELETE', ofVendor(`/members/${bo.id}`), owner);
    expect((await accept(await cook())).statusCode).toBe(200);
  });

  test.each(['vendors', 'venues'] as const)('ends if its vendor or venue is removed (%s)', async (table) => {
    await invite();
    await api.current.deps.db.updateTable(table).set({ is_active: false }).execute();
    if (table === 'venues') await api.current.deps.db.updateTable(table).set({ removed_at: new Date() }).execute();
    for (const response of [await read(), await accept(await cook())]) {
      expect(response.statusCode).toBe(410);
      expect(response.json()).toMatchObject({ code: 'INVITATION_REVOKED' });
    }
  });

  test('ends the earlier invitation to the same email', async () => {
    await invite();
    const earlier = tokenSent();
    await invite({ email: EMAIL, role: 'owner' });
    expect((await read(earlier)).json()).toMatchObject({ code: 'INVITATION_REVOKED' });
    expect((await read()).json().data.role).toBe('owner');
    expect((await market.call('GET', ofVendor('/invitations'), owner)).json().data).toHaveLength(1);
  });

  test('never lowers a role, so that an owner who accepts one for staff stays an owner', async () => {
    await invite();
    const person = await cook();
    await api.current.deps.db
      .insertInto('vendor_members')
      .values({ vendor_id: venue.vendor.id, user_id: person.id, role: 'owner' })
      .execute();
    expect((await accept(person)).json().data.vendors.data).toMatchObject([{ role: 'owner' }]);
  });

  test('is refused for a member, an invalid email or an invalid role', async () => {
    const again = await invite({ email: owner.email, role: 'staff' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'ALREADY_MEMBER' });
    expect((await invite({ email: 'nothing', role: 'staff' })).json().errors).toEqual({
      email: ['Email is not valid'],
    });
    expect((await invite({ email: EMAIL, role: 'operator' })).statusCode).toBe(422);
    expect((await invite({ email: EMAIL })).statusCode).toBe(422);
    expect(api.current.emails).toEqual([]);
  });

  test('with an unknown link is a 404', async () => {
    expect((await read('x'.repeat(43))).statusCode).toBe(404);
    expect((await accept(owner, 'x')).statusCode).toBe(404);
  });

  test('is limited to twenty per vendor in an hour', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect((await invite({ email: `cook${count}@foodhall.test`, role: 'staff' })).statusCode).toBe(201);
    }
    const refused = await invite();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await market.call('POST', ofVenue('/invitations'), operator, { email: EMAIL })).statusCode).toBe(201);
    api.current.advance(3_600_000);
    expect((await invite()).statusCode).toBe(201);
  });

  test('that cannot be sent is not stored, and the owner gets an error', async () => {
    const { mailer } = api.current.deps;
    const send = jest.spyOn(mailer, 'send').mockRejectedValue(new Error('connect ECONNREFUSED'));
    const response = await invite();
    send.mockRestore();
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ code: 'EMAIL_NOT_SENT' });
    expect(response.headers['retry-after']).toBe('60');
    expect((await market.call('GET', ofVendor('/invitations'), owner)).json()).toEqual({ data: [] });
    expect((await invite()).statusCode).toBe(201);
  });

  test('is stored without its token', async () => {
    await invite();
    const { pool } = api.current.deps;
    for (const table of ['invitations', 'audit_log', 'outbox']) {
      const { rows } = await pool.query(`select * from ${table}`);
      expect(JSON.stringify(rows)).not.toContain(tokenSent());
    }
  });
});

describe('a member', () => {
  let staff: TestUser;
  beforeEach(async () => {
    staff = await storeUser(api.current.deps.db, { name: 'Sam', staffOf: [venue.vendor.id] });
  });
  const remove = (user: TestUser, by = owner) => market.call('DELETE', ofVendor(`/members/${user.id}`), by);
  const setRole = (user: TestUser, role: string, by = owner) =>
    market.call('PUT', ofVendor(`/members/${user.id}`), by, { role });

  test('can become an owner and then staff again', async () => {
    expect((await setRole(staff, 'owner')).json().data).toMatchObject({ role: 'owner', user: { name: 'Sam' } });
    expect((await market.call('GET', ofVendor('/orders'), staff)).statusCode).toBe(200);
    expect((await setRole(staff, 'staff')).statusCode).toBe(200);
    expect((await market.call('GET', ofVendor('/orders'), staff)).statusCode).toBe(403);
    expect((await setRole(staff, 'operator')).statusCode).toBe(422);
  });

  test('who was removed can do nothing from the next request on', async () => {
    const order = await market.placeOne(await storeUser(api.current.deps.db), venue);
    const attempts = (): Promise<number[]> =>
      Promise.all(
        (
          [
            ['GET', `/queues/active?vendor_id=${venue.vendor.id}`],
            ['PUT', `/queues/notify/${order.orderId}`],
            ['PUT', ofVendor(''), { accepting_orders: true }],
            ['POST', '/broadcasting/auth', { socket_id: '1.1', channel_name: `private-vendors.${venue.vendor.id}` }],
          ] as const
        ).map(async ([method, path, body]) => (await market.call(method, path, staff, body)).statusCode),
      );
    expect(await attempts()).toEqual([200, 200, 200, 200]);
    expect((await remove(staff)).statusCode).toBe(204);
    expect(await attempts()).toEqual([403, 404, 403, 403]);
    expect((await remove(staff)).statusCode).toBe(404);
    expect((await market.call('GET', '/me', staff)).json().data.vendors.data).toEqual([]);
  });

  test('who was removed during a request changes nothing with it', async () => {
    const { deps } = api.current;
    const { id: invitationId } = (await invite()).json().data;
    const boss = await storeUser(deps.db, { vendorIds: [venue.vendor.id] });
    const { id } = await deps.db
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', boss.id)
      .executeTakeFirstOrThrow();
    const session = (await findSessions(deps.db, [id], deps.clock.now())).get(id);
    if (!session) throw new Error('There is no session');
    await remove(boss);
    const place = { venueId: venue.id, vendorId: venue.vendor.id };
    const changes = await Promise.allSettled([
      sendInvitation(deps, { session, place, email: 'late@foodhall.test', role: 'owner' }),
      revokeInvitation(deps, { session, place, invitationId }),
      removeMember(deps, { session, place, userId: staff.id }),
      changeRole(deps, { session, place, userId: staff.id, role: 'owner' }),
    ]);
    expect(changes).toHaveLength(4);
    for (const change of changes) expect(change).toMatchObject({ status: 'rejected', reason: { status: 403 } });
  });

  test('of another vendor is a 404', async () => {
    const other = await storeVendor(api.current.deps.db, venue.id);
    const stranger = await storeUser(api.current.deps.db, { staffOf: [other.id] });
    expect((await remove(stranger)).statusCode).toBe(404);
    expect((await setRole(stranger, 'owner')).statusCode).toBe(404);
  });

  test('who is the last owner can be removed only by an operator', async () => {
    for (const response of [await remove(owner), await setRole(owner, 'staff')]) {
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ code: 'LAST_OWNER' });
    }
    expect((await setRole(owner, 'staff', operator)).statusCode).toBe(200);
    expect((await remove(owner, operator)).statusCode).toBe(204);
  });

  test('who is one of two owners can be removed, and one stays if both remove each other', async () => {
    await setRole(staff, 'owner');
    const both = await Promise.all([remove(staff, owner), remove(owner, staff)]);
    expect(both.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    const left = (await market.call('GET', ofVendor('/members'), operator)).json().data;
    expect(left).toMatchObject([{ role: 'owner' }]);
  });
});

describe('an operator', () => {
  test('who is the last one of a venue cannot be removed', async () => {
    const remove = (user: TestUser) => market.call('DELETE', ofVenue(`/operators/${user.id}`), operator);
    expect((await remove(operator)).json()).toMatchObject({ code: 'LAST_OPERATOR' });
    const second = await storeUser(api.current.deps.db, { operatorOf: [venue.id] });
    expect((await market.call('GET', ofVenue('/operators'), second)).json().data).toHaveLength(2);
    expect((await remove(second)).statusCode).toBe(204);
    expect((await market.call('GET', ofVenue('/operators'), second)).statusCode).toBe(403);
    expect((await remove(second)).statusCode).toBe(404);
    expect((await remove(operator)).statusCode).toBe(409);
  });
});

describe('the audit log', () => {
  test('lists every change of a role from new to old with the person who made it', async () => {
    await invite();
    const person = await cook();
    await accept(person);
    await market.call('PUT', ofVendor(`/members/${person.id}`), operator, { role: 'owner' });
    await market.call('DELETE', ofVendor(`/members/${person.id}`), owner);
    const { id } = (await invite()).json().data;
    await market.call('DELETE', ofVendor(`/invitations/${id}`), owner);
    const entries = (await audit('?limit=7')).map(({ action, actor, subject, before, after }) => [
      action,
      actor?.name,
      subject,
      before,
      after,
    ]);
    const staff = { role: 'staff' };
    expect(entries).toEqual([
      ['invitation.revoked', 'Aiko', EMAIL, null, staff],
      ['invitation.sent', 'Aiko', EMAIL, null, staff],
      ['member.removed', 'Aiko', EMAIL, { role: 'owner' }, null],
      ['member.changed', 'Olu', EMAIL, staff, { role: 'owner' }],
      ['member.added', 'Cem', EMAIL, null, staff],
      ['invitation.accepted', 'Cem', EMAIL, null, staff],
      ['invitation.sent', 'Aiko', EMAIL, null, staff],
    ]);
  });

  test('can be filtered by what the changes are about, and names the zone of the hall', async () => {
    await invite();
    await accept(await cook());
    const read = async (query: string) =>
      (await market.call('GET', ofVenue(`/audit${query}`), operator)).json() as VenueAudit;
    const page = await read('?kinds=member,invitation&limit=1');
    expect(page).toMatchObject({ timezone: 'America/Toronto', next: page.data[0]?.id });
    const rest = await read(`?kinds=member,invitation&after=${page.next}`);
    expect(rest.next).toBeNull();
    const kinds = [...page.data, ...rest.data].map(({ action }) => action.split('.')[0]);
    expect(new Set(kinds)).toEqual(new Set(['member', 'invitation']));
  });

  test('lists changes that no person or request made', async () => {
    const { db } = api.current.deps;
    await db.deleteFrom('users').where('id', '=', owner.id).execute();
    expect(firstOf(await audit())).toMatchObject({
      actor: null,
      action: 'member.removed',
      subject: `account ${owner.id}`,
      vendor: { name: 'Kumo Ramen' },
      before: { role: 'owner' },
    });
    await db
      .insertInto('venue_operators')
      .values({ venue_id: venue.id, user_id: (await cook()).id })
      .execute();
    expect(firstOf(await audit())).toMatchObject({ action: 'operator.added', subject: EMAIL, actor: null });
  });

  test('can be read by page and has no entries of another venue', async () => {
    const other = await storeVenue(api.current.deps.db);
    await storeUser(api.current.deps.db, { operatorOf: [other.id] });
    const all = await audit();
    const pages = [];
    for (let page = await audit('?limit=1'); page.length > 0; page = await audit(`?limit=1&after=${page.at(-1)?.id}`)) {
      pages.push(...page);
    }
    expect(pages).toEqual(all);
    expect(all.map(({ action }) => action)).toEqual(['operator.added', 'member.added']);
  });

  test.each([
    'release.taken',
    'rollback.refused',
    'retirement.asked',
    'release-token.created',
    'override.given',
    'override.refused',
  ])('leaves out %s, which only the engineers of the site see', async (action) => {
    const before = await audit();
    const entry = { at: new Date(), actor_id: null, action, subject: 'catalog' };
    await api.current.deps.db.insertInto('audit_log').values(entry).execute();
    expect(await audit()).toEqual(before);
  });

  test('stays when its venue is removed', async () => {
    const { db } = api.current.deps;
    const other = await storeVenue(db, { vendors: [] });
    await storeUser(db, { operatorOf: [other.id] });
    await db.deleteFrom('venues').where('id', '=', other.id).execute();
    const left = await db.selectFrom('audit_log').select('action').where('venue_id', '=', other.id).execute();
    expect(left).toEqual([{ action: 'operator.added' }]);
  });
});
