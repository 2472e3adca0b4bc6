/** Tests tables and their printed codes in the terminal. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { foodhall, SITE } from '../testing/run-command';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tables-'));
});
afterEach(() => rm(folder, { recursive: true }));

const tables = ['1', '2', '3', '10', 'Terrace 1'].map((name, index) => ({
  id: index + 1,
  name,
  code: `01234567x${index}`,
  url: `${SITE}/t/01234567x${index}`,
}));
const responses = {
  'GET /operated-venues': {
    body: { data: [{ id: 3, slug: 'granary', name: 'Café Granary', state: 'open', vendors: [] }] },
  },
  'GET /venues/3/tables': { body: { data: tables } },
  'POST /venues/3/tables': { status: 201, body: { data: { added: ['4', '5'], existing: ['1'] } } },
  'DELETE /venues/3/tables/4': { status: 204 },
  'DELETE /venues/3/tables/5': { status: 204 },
  [`GET ${SITE}/config.json`]: { body: { brand: 'Foodhall', logo_url: '/logo.svg' } },
  [`GET ${SITE}/logo.svg`]: { body: '<svg/>', type: 'image/svg+xml' },
};
const withoutTables = { ...responses, 'GET /venues/3/tables': { body: { data: [] } } };
const changes = ({ requests }: Awaited<ReturnType<typeof foodhall>>) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [`${method} ${url.replace(/^.*\/api\/v1/, '')}`, body]);
const qr = (args = '', given: Parameters<typeof foodhall>[1] = {}) =>
  foodhall(`tables granary qr ${args} --out ${folder}`, { responses, ...given });

test('list shows the address of each table', async () => {
  const { printed } = await foodhall('tables granary list', { responses });
  expect(printed.slice(0, 2)).toEqual(['table      address', `1          ${SITE}/t/01234567x0`]);
  const none = await foodhall('tables granary list', { responses: withoutTables });
  expect(none.printed).toEqual(['granary has no tables yet. Add some: npm run foodhall -- tables granary add 1 2 3']);
});

test('add sends all names, and says which tables had a code already', async () => {
  const run = await foodhall('tables granary add 1 4 5', { responses });
  expect(changes(run)).toEqual([['POST /venues/3/tables', { names: ['1', '4', '5'], dry_run: false }]]);
  expect(run.printed).toEqual([
    '2 tables are added.',
    'Table 1 is there already, with the same code as before.',
    'Print the codes: npm run foodhall -- tables granary qr',
  ]);
  const dry = await foodhall('tables granary add "Terrace 1" --dry-run', { responses });
  expect(changes(dry)).toEqual([['POST /venues/3/tables', { names: ['Terrace 1'], dry_run: true }]]);
  expect(dry.printed[0]).toBe('2 tables would be added.');
});

test('remove removes all named tables, or none of them', async () => {
  const run = await foodhall('tables granary remove "terrace 1" 10', { responses });
  expect(changes(run)).toEqual([
    ['DELETE /venues/3/tables/5', undefined],
    ['DELETE /venues/3/tables/4', undefined],
  ]);
  expect(run.printed).toEqual(['2 tables are removed.']);
  const dry = await foodhall('tables granary remove 10 --dry-run', { responses });
  expect(changes(dry)).toEqual([]);
  expect(dry.printed[0]).toBe('Table 10 would be removed.');
  const unknown = await foodhall('tables granary remove 10 11 "Roof 2"', { responses });
  expect(changes(unknown)).toEqual([]);
  expect([unknown.code, unknown.errors]).toEqual([1, ["granary has no table '11', 'Roof 2'."]]);
});

describe('qr', () => {
  test('writes sheets of four tables each, with the logo inside', async () => {
    const { printed } = await qr();
    expect((await readdir(folder)).sort()).toEqual(['tables-granary-a4-1.svg', 'tables-granary-a4-2.svg']);
    expect(printed).toEqual([
      `${path.join(folder, 'tables-granary-a4-1.svg')} is written.`,
      `${path.join(folder, 'tables-granary-a4-2.svg')} is written.`,
      `Print at 100 %, not fitted to the page. The codes lead to ${SITE}.`,
    ]);
    const sheet = await readFile(path.join(folder, 'tables-granary-a4-1.svg'), 'utf8');
    expect(sheet).toContain(`href="data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}"`);
  });

  test('writes the named tables on the named paper', async () => {
    const { printed } = await qr('10 --paper Letter --json');
    expect(await readdir(folder)).toEqual(['tables-granary-letter-1.svg']);
    expect(JSON.parse(printed.join('')).tables).toEqual([{ name: '10', url: `${SITE}/t/01234567x3` }]);
  });

  test("writes to the person's folder, or to one below it", async () => {
    const typed = (args: string) => foodhall(args, { responses, environment: { INIT_CWD: folder } });
    const { printed } = await typed('tables granary qr 1 --out sheets');
    expect(printed[0]).toBe(`${path.join(folder, 'sheets', 'tables-granary-a4-1.svg')} is written.`);
    await typed('tables granary qr 1');
    expect((await readdir(folder)).sort()).toEqual(['sheets', 'tables-granary-a4-1.svg']);
    expect(await readdir(path.join(folder, 'sheets'))).toEqual(['tables-granary-a4-1.svg']);
  });

  test('works on a stopped site too, which may have no logo', async () => {
    const { code, printed } = await qr('--offline', { responses: { ...responses } });
    expect(code).toBe(0);
    expect(printed).toContain("The logo of the site could not be read, so the sheets say 'Foodhall' in its place.");
  });

  test('says that no phone can open an address of this machine', async () => {
    const local = tables.map((table) => ({ ...table, url: `http://localhost:8080/t/${table.code}` }));
    const { printed } = await qr('', {
      responses: { ...responses, 'GET /venues/3/tables': { body: { data: local } } },
    });
    expect(printed.at(-1)).toMatch(/^No phone opens that address/);
  });

  test('writes nothing in a dry run', async () => {
    const { printed } = await qr('--dry-run');
    expect(await readdir(folder)).toEqual([]);
    expect(printed[0]).toMatch(/would be written\.$/);
  });

  test.each([
    ['tables granary qr --paper a5', 2, "--paper is 'a5'; it must be a4 or letter."],
    ['tables granary add', 2, 'Name the tables to add.'],
    ['tables granary remove', 2, 'Name the tables to remove.'],
    ['tables granary paint', 2, "'paint' is no action. There are: list, add, remove, qr."],
    ['tables granary constructor', 2, "'constructor' is no action. There are: list, add, remove, qr."],
    ['tables elsewhere list', 1, "You run no venue 'elsewhere'. There are: granary."],
    ['tables granary qr --out /dev/null/x', 1, expect.stringMatching(/^The sheets could not be written: /)],
  ])('%s ends with a sentence', async (args, code, sentence) => {
    const run = await foodhall(args, { responses });
    expect([run.code, run.errors]).toEqual([code, [sentence]]);
  });

  test('says how to add tables if the hall has none', async () => {
    const { code, errors } = await qr('', { responses: withoutTables });
    expect([code, errors[0]]).toEqual([1, expect.stringContaining('tables granary add')]);
  });
});
