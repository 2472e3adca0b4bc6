/** On a PostgreSQL of its own: the embedded database has one process, and borrows nothing. */
import { sql } from 'kysely';
import { findPostgres, type Postgres, startPostgres } from 'tooling/site/postgres';
import { createKysely, type Db } from '../../database/kysely';
import { migrate } from '../../database/migrate';
import { type OpenDatabase, openPostgres } from '../../database/pool';
import { silentLog } from '../../testing/logs';
import { storeVenue } from '../../testing/stored';
import { borrowedVersion } from './borrowed-version';

const programs = findPostgres();
const onPostgres = programs ? describe : describe.skip;

onPostgres('the version of the catalogue', () => {
  let postgres: Postgres;
  let own: OpenDatabase;
  /** Another process. */
  let other: OpenDatabase;
  let otherDb: Db;
  let connect: jest.SpyInstance;

  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
    own = await openPostgres(postgres.url, silentLog);
    other = await openPostgres(postgres.url, silentLog);
    await migrate(own.pool);
    otherDb = createKysely(other.pool);
    await storeVenue(otherDb);
  }, 60_000);
  afterAll(async () => {
    await own?.close();
    await other?.close();
    await postgres?.stop();
  });
  beforeEach(() => {
    connect = jest.spyOn(own.pool, 'connect');
  });
  afterEach(() => jest.restoreAllMocks());

  const change = () => otherDb.updateTable('venues').set({ blurb: 'Changed' }).execute();
  const current = async () =>
    (await otherDb.selectFrom('catalog_version').select('version').executeTakeFirstOrThrow()).version;

  test('is looked up once for all who ask while it is borrowed, and again after that', async () => {
    const read = borrowedVersion(own.pool, 300);
    const version = await current();
    for (let time = 0; time < 100; time += 1) expect(await read()).toBe(version);
    expect(connect).toHaveBeenCalledTimes(1);
    await change();
    expect(await read()).toBe(await current());
    expect(connect).toHaveBeenCalledTimes(2);
  });

  test('is the old one until a change is committed, and the new one from then on', async () => {
    const read = borrowedVersion(own.pool);
    for (let round = 0; round < 20; round += 1) {
      const before = await read();
      let isCommitted = false;
      const changed = change().then(() => {
        isCommitted = true;
      });
      while (!isCommitted) await read();
      await changed;
      const after = await read();
      expect(after).not.toBe(before);
      expect(after).toBe(await current());
    }
  });

  test('is read, and not borrowed, while a change is about to be committed', async () => {
    const read = borrowedVersion(own.pool, 300);
    const before = await current();
    await otherDb.transaction().execute(async (trx) => {
      await trx.updateTable('venues').set({ blurb: 'Not committed yet' }).execute();
      // As at the commit: the change takes its lock.
      await sql`set constraints all immediate`.execute(trx);
      expect(await read()).toBe(before);
      expect(await read()).toBe(before);
    });
    expect(connect).toHaveBeenCalledTimes(2);
    expect(await read()).toBe(await current());
    expect(await current()).not.toBe(before);
  });

  test('does not hold up a change for longer than a second where the process that borrowed it hangs', async () => {
    const read = borrowedVersion(own.pool, 5_000);
    const before = await read();
    // This process has not given it back for so long.
    await change();
    expect(await current()).not.toBe(before);
    // It notices that its connection was ended long before the loan would be over.
    while ((await read()) === before) await new Promise(setImmediate);
  });

  test('fails as the database does, and is there again with it', async () => {
    const read = borrowedVersion(own.pool);
    await postgres.down();
    await expect(read()).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    await postgres.up();
    expect(await read()).toBe(await current());
  });
});
