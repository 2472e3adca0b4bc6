/** Tests the chain of the audit log: the changes that it detects, and the changes that are allowed. */
import { sql } from 'kysely';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const db = () => api.current.deps.db;

let venue: TestVenue;
let operator: TestUser;
beforeEach(async () => {
  venue = await storeVenue(db());
  operator = await storeUser(db(), { operatorOf: [venue.id] });
});

const get = async (path: string) => {
  const response = await api.current.app.inject({ url: `/api/v1${path}`, headers: operator.headers });
  return response.json().data;
};
const verified = (head = '') => get(`/audit/verification${head && `?head=${head}`}`);
const write = (subject: string) =>
  db().insertInto('audit_log').values({ actor_id: null, action: 'test.done', subject, at: new Date() }).execute();
/** Changes rows with rights that bypass the triggers. */
const tamper = (statement: string) =>
  api.current.deps.pool.query(
    `set local session_replication_role = 'replica'; ${statement}; set local session_replication_role = 'origin'`,
  );
const idOf = async (subject: string) =>
  (await db().selectFrom('audit_log').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;

test('the log of the site lists all entries by page and by prefix of the action', async () => {
  const ofHall = operator;
  operator = await storeUser(db(), { isSiteOperator: true });
  await write('one');
  await write('two');
  const actions = (await get('/audit')).map(({ action, subject }: { action: string; subject: string }) => [
    action,
    subject,
  ]);
  expect(actions).toEqual([
    ['test.done', 'two'],
    ['test.done', 'one'],
    ['site-operator.added', operator.email],
    ['operator.added', ofHall.email],
  ]);
  const [first] = await get('/audit?action=test.&limit=1');
  expect(first.subject).toBe('two');
  expect(
    (await get(`/audit?action=test.&after=${first.id}`)).map((entry: { subject: string }) => entry.subject),
  ).toEqual(['one']);
});

test('an operator can read the entries of their own venues, and a site operator can read all', async () => {
  await write('of no venue');
  const other = await storeVenue(db());
  const neighbour = await storeUser(db(), { operatorOf: [other.id] });
  const subjects = async () => (await get('/audit')).map(({ subject }: { subject: string }) => subject);
  expect(await subjects()).toEqual([operator.email]);
  operator = await storeUser(db(), { operatorOf: [venue.id, other.id] });
  expect(await subjects()).not.toContain('of no venue');
  operator = await storeUser(db(), { isSiteOperator: true });
  expect(await subjects()).toEqual(expect.arrayContaining(['of no venue', neighbour.email, operator.email]));
});

test('the chain is complete even if entries are written at the same moment', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => write(`entry ${index}`)));
  const report = await verified();
  expect(report).toMatchObject({ entries: 21, fault: null, head: { position: 21 } });
  expect(report.head.hash).toMatch(/^[0-9a-f]{64}$/);
});

describe('the check names the first wrong entry if', () => {
  beforeEach(async () => {
    for (const subject of ['one', 'two', 'three']) await write(subject);
  });

  test.each([
    ['an entry was changed', "update audit_log set action = 'test.other' where subject = 'two'", 'does not agree'],
    ['its time was changed', "update audit_log set at = at - interval '1 day' where subject = 'two'", 'does not agree'],
    ['its subject was changed', "update audit_log set subject = 'four' where subject = 'two'", 'was changed'],
    [
      'its subject was removed without a deleted account',
      "update audit_log set subject = 'account 9', subject_salt = null where subject = 'two'",
      "the log has no deletion of 'account 9'",
    ],
    ['it was removed', "delete from audit_log where subject = 'two'", 'is gone'],
  ])('%s', async (_what, statement, sentence) => {
    const id = await idOf('two');
    await tamper(statement);
    const { fault } = await verified();
    expect(fault).toMatchObject({ id, position: 3 });
    expect(fault.sentence).toContain(sentence);
  });

  test('its link was removed', async () => {
    await tamper(`delete from audit_chain where entry_id = ${await idOf('two')}`);
    expect((await verified()).fault).toMatchObject({ position: 3, sentence: 'The chain has no position 3.' });
  });

  test('the last entries were removed with their links and the caller knows an earlier head', async () => {
    const { head } = await verified();
    expect((await verified(`${head.position}:${head.hash}`)).fault).toBeNull();
    await write('four');
    expect((await verified(`${head.position}:${head.hash}`)).fault).toBeNull();
    await tamper('delete from audit_log where id > 2; delete from audit_chain where position > 2');
    expect((await verified()).fault).toBeNull();
    expect((await verified(`${head.position}:${head.hash}`)).fault.sentence).toBe(
      `The chain had ${head.position} entries, and has 2.`,
    );
    expect((await verified(`2:${'0'.repeat(64)}`)).fault.sentence).toContain('it was made again');
  });

  test('an entry is not in the chain', async () => {
    await tamper("insert into audit_log (action, subject) values ('test.slipped', 'in')");
    expect((await verified()).fault).toMatchObject({ id: await idOf('in'), position: null });
  });
});

test.each([
  ['a change', (sets: string) => `update audit_log ${sets}`],
  ['a deletion', () => 'delete from audit_log'],
  ['a truncation', () => 'truncate audit_log'],
  ['a change of the chain', () => 'update audit_chain set position = position + 1'],
  ['a deletion of the chain', () => 'delete from audit_chain'],
])('the database refuses %s', async (_what, statement) => {
  await write('one');
  const refused = sql.raw(statement("set action = 'other'")).execute(db());
  await expect(refused).rejects.toThrow('The audit log is append-only.');
  expect((await verified()).fault).toBeNull();
});

test('the deletion of an account removes its email from the log, and the chain stays valid', async () => {
  const call = (url: string, payload: object, headers = {}) =>
    api.current.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers });
  const password = 'secret-1';
  const registration = { name: 'Ada', email: 'ada@hall.example', phone: '0820000001', password };
  const { token } = (await call('/register', { ...registration, password_confirmation: password })).json();
  await write(registration.email);
  const deletion = await call('/me/deletion', { password }, { authorization: `Bearer ${token}` });
  expect(deletion.statusCode).toBe(204);
  const entries = await db().selectFrom('audit_log').select(['subject', 'subject_salt']).orderBy('id').execute();
  expect(entries.slice(1)).toEqual([
    { subject: expect.stringMatching(/^account \d+$/), subject_salt: null },
    { subject: entries[1]?.subject, subject_salt: expect.any(String) },
  ]);
  expect((await verified()).fault).toBeNull();
});
