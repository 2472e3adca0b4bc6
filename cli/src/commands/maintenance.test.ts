/** Tests commands that work directly on the database. */
import path from 'node:path';
import { CommandError } from '../errors';
import { foodhall } from '../testing/run-command';

const backup = { tables: { users: 2, orders: 40 }, files: 3, bytes: 1_250_000 };
const checked = { tables: backup.tables, files: 3, at: '2026-11-23T10:00:00.000Z', newMigrations: ['0060_tables.sql'] };
const FOLDER = path.resolve('/home/me');
const environment = { INIT_CWD: FOLDER };
const FILE = path.join(FOLDER, 'hall.backup');

describe('backup', () => {
  test("writes a file into the person's folder, needs no site, and says that it contains secrets", async () => {
    const { code, printed, maintained, requests } = await foodhall('backup hall.backup', {
      environment,
      maintenance: { backup },
    });
    expect(code).toBe(0);
    expect(requests).toEqual([]);
    expect(maintained).toEqual([['backup', FILE]]);
    expect(printed).toEqual([
      `${FILE} has 2 tables with 42 rows, and 3 pictures, 1.3 MB.`,
      'It has the data of people, sessions and keys: keep it where only you can read it.',
    ]);
  });

  test('prints JSON, and takes --offline as other commands do', async () => {
    const { printed } = await foodhall('backup hall.backup --offline --json', { environment, maintenance: { backup } });
    expect(JSON.parse(printed.join('\n'))).toEqual({ file: FILE, ...backup });
  });

  test('ends with 1 and the sentences of the failure', async () => {
    const maintenance = { backup: new CommandError('hall.backup exists already; name a new file.') };
    const { code, errors } = await foodhall('backup hall.backup', { maintenance });
    expect([code, errors]).toEqual([1, ['hall.backup exists already; name a new file.']]);
  });
});

describe('restore', () => {
  test('only reads the file with --dry-run', async () => {
    const { printed, maintained } = await foodhall('restore hall.backup --dry-run', {
      environment,
      maintenance: { check: checked },
    });
    expect(maintained).toEqual([['check', FILE]]);
    expect(printed).toEqual([
      `${FILE} of 2026-11-23T10:00:00.000Z is whole: 2 tables with 42 rows, and 3 pictures.`,
      'This version would bring it up to date: 0060_tables.sql.',
      'Nothing was changed: this was a dry run.',
    ]);
  });

  test('names the refunds to look up before the site starts', async () => {
    const refundsToLookUp = [{ refund: 7, order: 41, reference: '12-abc', amountMinor: 500, currency: 'EUR' }];
    const restore = { ...checked, newMigrations: [], refundsToLookUp };
    const { code, printed } = await foodhall('restore hall.backup', { environment, maintenance: { restore } });
    expect(code).toBe(0);
    expect(printed).toEqual([
      `${FILE} of 2026-11-23T10:00:00.000Z is restored: 2 tables with 42 rows, and 3 pictures.`,
      "Look up at Global whether refund 7 of order 41 was made since: 500 EUR (minor units) of payment 12-abc. The site waits for your 'order clear'.",
    ]);
  });

  test.each(['restore', 'backup', 'restore a b'])(
    'ends with 2 unless it is given exactly one file: %s',
    async (args) => {
      expect((await foodhall(args)).code).toBe(2);
    },
  );
});

describe('doctor', () => {
  const fine = { check: 'database', isOk: true, sentence: 'PostgreSQL 16.' };
  const bad = { check: 'mail', isOk: false, sentence: 'SMTP_URL is not set.' };

  test('ends with 0 if every check passes', async () => {
    const { code, printed } = await foodhall('doctor', { maintenance: { doctor: [fine] } });
    expect(code).toBe(0);
    expect(printed).toEqual(['check     result  what is there, or what to do', 'database  ok      PostgreSQL 16.']);
  });

  test('ends with 1 if a check fails, and with 0 if one could not run', async () => {
    const unchecked = { check: 'clock', isOk: null, sentence: 'The database is in use.' };
    expect(await foodhall('doctor', { maintenance: { doctor: [fine, unchecked] } })).toMatchObject({
      code: 0,
      printed: [expect.anything(), expect.anything(), 'clock     not checked  The database is in use.'],
    });
    const { code, printed } = await foodhall('doctor', { maintenance: { doctor: [fine, bad] } });
    expect([code, printed.at(-1)]).toEqual([1, 'mail      wrong   SMTP_URL is not set.']);
  });

  test('prints JSON', async () => {
    const { code, printed } = await foodhall('doctor --json', { maintenance: { doctor: [fine, bad] } });
    expect(code).toBe(1);
    expect(JSON.parse(printed.join('\n'))).toEqual([fine, bad]);
  });
});
