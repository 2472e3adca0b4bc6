/** Tests that those who run the site, and no one else, download a backup of it. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeSecondFactor, storeUser, storeVenue, type TestUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { checkBackup } from './restore';

const api = withTestApp();
let operator: TestUser;
beforeEach(async () => {
  const { db } = api.current.deps;
  await storeVenue(db);
  operator = await storeUser(db, { isSiteOperator: true });
});

const ask = () => api.current.app.inject({ method: 'POST', url: '/api/v1/backups', headers: operator.headers });
const follow = (url: string) => api.current.app.inject({ method: 'GET', url });
const link = async (): Promise<string> => (await ask()).json().data.address;
const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('foodhall-backup-'));

test('the link downloads a whole backup, leaves no file, and is in the audit log', async () => {
  const before = await left();
  // As a browser does, with encodings that the server could add to the compressed file.
  const site = await api.current.app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(site + (await link()), { headers: { 'accept-encoding': 'gzip, br' } });
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="foodhall-[\d-]{10}.backup"$/);
  const folder = await mkdtemp(join(tmpdir(), 'download-'));
  try {
    await writeFile(join(folder, 'site.backup'), Buffer.from(await response.arrayBuffer()));
    const { tables } = await checkBackup(join(folder, 'site.backup'));
    expect(tables).toMatchObject({ venues: 1, users: 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(await left()).toEqual(before);
  const entry = await api.current.deps.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst();
  expect(entry).toMatchObject({ action: 'backup.downloaded', actor_id: operator.id });
});

test('the link needs a recent proof, also of an account without a second factor', async () => {
  await storeSecondFactor(api.current.deps.db, operator.id);
  expect((await ask()).json().code).toBe('PROOF_REQUIRED');
  await api.current.deps.db.deleteFrom('second_factors').execute();
  expect((await ask()).json().code).toBe('PROOF_REQUIRED');
});

test('the link works for a minute, for a person who still runs the site, and as it was made', async () => {
  const address = await link();
  const other = address.replace(/\.[\w-]+$/, `.${'A'.repeat(43)}`);
  expect((await follow(other)).statusCode).toBe(404);
  await api.current.deps.db.deleteFrom('site_operators').execute();
  expect((await follow(address)).json().message).toBe('This link has ended. Ask for a new backup.');
  await api.current.deps.db.insertInto('site_operators').values({ user_id: operator.id }).execute();
  api.current.advance(61_000);
  expect((await follow(address)).statusCode).toBe(404);
});
