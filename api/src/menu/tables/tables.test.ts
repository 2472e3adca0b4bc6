import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { newTableCode, readTableCode } from './table-code';

const SITE = 'https://hall.example';
const api = withTestApp({ environment: { SITE_URL: SITE } });
const db = () => api.current.deps.db;

let venue: TestVenue;
let operator: TestUser;
beforeEach(async () => {
  venue = await storeVenue(db());
  operator = await storeUser(db(), { operatorOf: [venue.id] });
});

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const { headers } = operator;
  const response = await api.current.app.inject({
    method,
    url: `/api/v1/venues/${venue.id}/tables${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
};
const add = (...names: string[]) => call('POST', '', { names });
const tables = async (): Promise<{ id: number; name: string; code: string; url: string }[]> =>
  (await call('GET', '')).body.data;
const codeOf = async (name: string) => (await tables()).find((table) => table.name === name)?.code ?? '';

const scan = (code: string, remoteAddress = '192.0.2.1') =>
  api.current.app.inject({ url: `/t/${code}`, remoteAddress, headers: { accept: 'text/html' } });
const ask = (code: string, remoteAddress = '192.0.2.1') =>
  api.current.app.inject({ url: `/api/v1/tables/${code}`, remoteAddress });

describe('tables of a venue', () => {
  test('each have a code and an address, and are sorted by name', async () => {
    expect(await add('10', '2', 'Terrace 1')).toEqual({
      status: 201,
      body: { data: { added: ['10', '2', 'Terrace 1'], existing: [] } },
    });
    const all = await tables();
    expect(all.map(({ name }) => name)).toEqual(['2', '10', 'Terrace 1']);
    for (const { code, url } of all) {
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/);
      expect(url).toBe(`${SITE}/t/${code}`);
    }
    expect(new Set(all.map(({ code }) => code)).size).toBe(3);
  });

  test('keep their code when they are added again, also with other letter case or twice in one request', async () => {
    await add('Terrace');
    const code = await codeOf('Terrace');
    expect((await add('TERRACE', '3', '3')).body.data).toEqual({ added: ['3'], existing: ['TERRACE', '3'] });
    expect(await codeOf('Terrace')).toBe(code);
  });

  test('are created once when two operators add the same table at once', async () => {
    await Promise.all([add('1', '2'), add('2', '1')]);
    expect((await tables()).map(({ name }) => name)).toEqual(['1', '2']);
  });

  test('are not added by a dry run', async () => {
    expect((await call('POST', '', { names: ['1'], dry_run: true })).body.data.added).toEqual(['1']);
    expect(await tables()).toEqual([]);
  });

  test('are logged when they are added and removed', async () => {
    await add('1', '2');
    const [first] = await tables();
    await call('DELETE', `/${first?.id}`);
    const entries = await db()
      .selectFrom('audit_log')
      .select(['action', 'subject', 'actor_id'])
      .where('action', 'like', 'table.%')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'table.added', subject: '1', actor_id: operator.id },
      { action: 'table.added', subject: '2', actor_id: operator.id },
      { action: 'table.removed', subject: '1', actor_id: operator.id },
    ]);
  });

  test('of another venue cannot be removed', async () => {
    const other = await storeVenue(db());
    const { id } = await db()
      .insertInto('venue_tables')
      .values({ venue_id: other.id, name: '1', code: newTableCode() })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
  });

  test.each([
    [[], 'Name at least one table.'],
    [[''], 'A table needs a name.'],
    [['  '], 'A table needs a name.'],
    [['..'], 'The name of a table is more than dots.'],
    [['x'.repeat(41)], 'The name of a table is at most 40 characters.'],
    [['a\nb'], 'This has a character that cannot be used here.'],
    [Array.from({ length: 1_001 }, (_, number) => `${number}`), expect.any(String)],
  ])('named %j are refused with a sentence', async (names, sentence) => {
    const { status, body } = await add(...names);
    expect(status).toBe(422);
    expect(body.message).toEqual(sentence);
    expect(await tables()).toEqual([]);
  });

  test('are limited to a thousand in a venue', async () => {
    await add(...Array.from({ length: 1_000 }, (_, number) => `${number}`));
    const { status, body } = await add('one more');
    expect(status).toBe(422);
    expect(body.message).toBe('A venue has at most 1000 tables.');
    expect((await add('7')).body.data).toEqual({ added: [], existing: ['7'] });
  });
});

describe('the code of a table', () => {
  test('opens the vendors of the venue with the table as the location', async () => {
    await add('Terrace & 7/a');
    const code = await codeOf('Terrace & 7/a');
    const response = await scan(code);
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(`/venues/${venue.id}/vendors/location/Terrace%20%26%207%2Fa`);
    expect(response.headers['cache-control']).toBe('no-store');
    const asked = await ask(code);
    expect(asked.json()).toEqual({ data: { venue: { id: venue.id, name: venue.name }, name: 'Terrace & 7/a' } });
    expect(asked.headers['cache-control']).toBe('private, no-store');
  });

  test('can be typed with a hyphen, capitals and similar letters', async () => {
    await db().insertInto('venue_tables').values({ venue_id: venue.id, name: '1', code: '01a2b3c4d5' }).execute();
    for (const typed of ['01A2B-3C4D5', 'olA2b3c4d5', 'oIa2b3c4d5']) {
      expect((await scan(typed)).statusCode).toBe(302);
    }
  });

  test('still opens the table after the venue was renamed', async () => {
    await add('1');
    await db().updateTable('venues').set({ name: 'Another name' }).where('id', '=', venue.id).execute();
    expect((await ask(await codeOf('1'))).json().data.venue.name).toBe('Another name');
  });

  test.each([
    ['of an unknown table', async () => newTableCode(), 404, 'NOT_FOUND'],
    ['with an invalid format', async () => 'nonsense', 404, 'NOT_FOUND'],
    [
      'of a table that was removed',
      async () => {
        await add('1');
        const [table] = await tables();
        await call('DELETE', `/${table?.id}`);
        return table?.code ?? '';
      },
      410,
      'TABLE_REMOVED',
    ],
    [
      'of a venue that has closed',
      async () => {
        await add('1');
        const code = await codeOf('1');
        await db().updateTable('venues').set({ is_active: false }).execute();
        return code;
      },
      410,
      'VENUE_CLOSED',
    ],
  ])('%s opens no table, and the response says why', async (_what, make, status, code) => {
    const text = await make();
    const asked = await ask(text);
    expect([asked.statusCode, asked.json().code]).toEqual([status, code]);
    expect((await scan(text)).headers.location).toBeUndefined();
  });

  test('is not reused for a new table with the name of a removed one', async () => {
    await add('1');
    const [table] = await tables();
    await call('DELETE', `/${table?.id}`);
    await add('1');
    expect(await codeOf('1')).not.toBe(table?.code);
    expect((await ask(table?.code ?? '')).json().code).toBe('TABLE_REMOVED');
  });

  test('cannot be guessed, because an address with too many unknown codes is refused', async () => {
    await add('1');
    const code = await codeOf('1');
    for (let guess = 0; guess < 200; guess += 1) {
      expect((await (guess % 2 ? ask : scan)(newTableCode())).statusCode).not.toBe(429);
    }
    // Even a valid code is refused, because otherwise more guesses would be useful.
    for (const refused of [await ask(newTableCode()), await ask(code)]) {
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await scan(code)).headers.location).toBeUndefined();
    expect((await ask(code, '192.0.2.2')).statusCode).toBe(200);
    api.current.advance(15 * 60_000);
    expect((await ask(code)).statusCode).toBe(200);
  });

  test('that is valid, removed or malformed does not count as a guess', async () => {
    await add('1', '2');
    const [right, removed] = await tables();
    await call('DELETE', `/${removed?.id}`);
    for (let guess = 0; guess < 70; guess += 1) {
      for (const text of [right?.code, removed?.code, 'no code']) await ask(text ?? '');
    }
    const rows = await db().selectFrom('attempt_counts').select('count').execute();
    expect(rows).toEqual([]);
  });
});

test('new codes differ, and each is read as the same code', () => {
  const codes = Array.from({ length: 1_000 }, newTableCode);
  expect(new Set(codes).size).toBe(1_000);
  expect(codes.map(readTableCode)).toEqual(codes);
});

test.each(['', '0123456789a', '012345678', '012345678u', '0123 56789', 'ä123456789'])('%j is not a code', (text) => {
  expect(readTableCode(text)).toBeNull();
});
