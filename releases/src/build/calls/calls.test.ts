/** Tests which calls a build finds in sources, and what it records of each. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../apps';
import { contractIn } from '../declarations';
import { callsOf } from './calls';

const contracts = path.join(root, 'shared-contracts');
const IMPORTS = `import { api } from 'shared-contracts/client';
import { fillPath, resource, useMutation, useResource } from 'shared-contracts/query';
import type { Envelope, Venue } from 'shared-contracts/types';
`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'foodhall-calls-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function found(...texts: string[]) {
  const files = texts.map((_text, index) => path.join(directory, `file${index || ''}.tsx`));
  for (const [index, file] of files.entries()) await writeFile(file, `${IMPORTS}${texts[index]}`);
  return callsOf({ directory, files }, await contractIn(), contracts);
}
const pathsIn = async (...texts: string[]) => {
  const { calls, unread } = await found(...texts);
  return [
    ...calls.flatMap(({ method, paths }) => paths.map((each) => `${method} ${each}`)),
    ...unread.map(() => 'unread'),
  ];
};

test.each([
  ['a text', "api().get('/venues');", ['GET /venues']],
  ['a client of another name', "const client = api();\nclient.delete('/venues/7');", ['DELETE /venues/7']],
  ['a verb on its own', "const { put } = api();\nput('/me');", ['PUT /me']],
  [
    'another name of the hook',
    "import { useResource as read } from 'shared-contracts/query';\nread('/venues');",
    ['GET /venues'],
  ],
  [
    'a template',
    `export const load = (id: number) => api().get(\`/venues/\${id}/tables\`);`,
    ['GET /venues/{}/tables'],
  ],
  [
    'a constant',
    `const PATH = '/me/phone';\napi().post(PATH);\napi().post(\`\${PATH}/confirm\`);`,
    ['POST /me/phone', 'POST /me/phone/confirm'],
  ],
  ['fillPath', "api().get(fillPath('/venues/:id/tables/:table', { id: 1, table: 2 }));", ['GET /venues/{}/tables/{}']],
  ['parts put together', "const id = String(1);\napi().get('/venues/' + id + '/tables');", ['GET /venues/{}/tables']],
  [
    'a choice',
    "const isAll = Math.random() > 1;\napi().get(isAll ? '/venues' : '/vendors');",
    ['GET /vendors', 'GET /venues'],
  ],
  [
    'words of a type',
    `export const load = (kind: 'items' | 'menus', id: number) => api().get(\`/\${kind}/\${id}\`);`,
    ['GET /items/{}', 'GET /menus/{}'],
  ],
  [
    'a helper',
    `const pathOf = (id: string, rest = '') => \`\${fillPath('/orders/:id', { id })}\${rest}\`;\napi().get(pathOf('1'));\napi().post(pathOf('1', '/receipt'));`,
    ['GET /orders/{}', 'POST /orders/{}/receipt'],
  ],
  [
    'an argument',
    "function load(path: string) {\n  return api().get(path);\n}\nload('/venues');\nload(fillPath('/vendors/:id', { id: 1 }));",
    ['GET /vendors/{}', 'GET /venues'],
  ],
  [
    'a field',
    "interface Place { list: string }\nconst place = (id: string): Place => ({ list: fillPath('/venues/:id/operators', { id }) });\nexport const load = ({ list }: Place) => api().get(list);\nload(place('1'));",
    ['GET /venues/{}/operators'],
  ],
  [
    'an attribute',
    'const Row = ({ path }: { path: string }) => <p onClick={() => api().delete(path)} />;\nexport const rows = <Row path="/me" />;',
    ['DELETE /me'],
  ],
  [
    'resources',
    "resource('/venues');\nexport const use = () => useResource('/vendors', { venue_id: 7 });",
    ['GET /vendors', 'GET /venues'],
  ],
  [
    'code that is no client',
    "const values = new Map<string, number>();\nvalues.get('/venues');\nvalues.delete('/venues');",
    [],
  ],
  [
    'a client around the client',
    "import type { ApiClient } from 'shared-contracts/client';\nexport const around = (client: ApiClient): Partial<ApiClient> => ({ get: (path) => client.get(path) });",
    [],
  ],
  ['a path from outside', 'export const load = () => api().get(location.hash);', ['unread']],
])('a path may be %s', async (_case, text, expected) => {
  expect((await pathsIn(text)).sort()).toEqual([...expected].sort());
});

test('a path is followed into other files', async () => {
  const other = "import { listOf } from './file1';\nexport const load = (id: string) => api().get(listOf(id));";
  expect(await pathsIn(other, "export const listOf = (id: string) => fillPath('/venues/:id/tables', { id });")).toEqual(
    ['GET /venues/{}/tables'],
  );
});

test('of a response, the fields that the sources read are recorded, with their types', async () => {
  const { calls } = await found(`
interface Stall { id: number; name: string; state: 'open' | 'closed'; note: string | null; lines?: { total: number; unread: string }[]; unread: number }
export async function load() {
  const { data } = await api().get<Envelope<Stall>>('/stalls');
  const { name } = data;
  return [name, data.state, data.note, data['lines']?.map(({ total }) => total)];
}`);
  expect(calls[0]?.response?.properties?.data).toEqual({
    type: 'object',
    properties: {
      lines: {
        type: 'array',
        items: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
      },
      name: { type: 'string' },
      note: { anyOf: [{ type: 'null' }, { type: 'string' }] },
      state: { enum: ['closed', 'open'] },
      // The contracts read ids, and might do so of this object.
      id: { type: 'number' },
    },
    required: ['id', 'name', 'note', 'state'],
  });
});

test('the body, the query and the headers of a request are recorded', async () => {
  const { calls } = await found(`
export function send(name: string, note?: string, isLate?: boolean) {
  return api().post('/stalls', { name, state: 'open', ...(isLate && { until: 'tomorrow' }), note }, {
    params: { version: 3 },
    headers: { 'Idempotency-Key': name },
  });
}`);
  expect(calls).toEqual([
    {
      method: 'POST',
      paths: ['/stalls'],
      query: { type: 'object', properties: { version: { enum: [3] } }, required: ['version'] },
      headers: ['idempotency-key'],
      body: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          note: { type: 'string' },
          state: { enum: ['open'] },
          until: { enum: ['tomorrow'] },
        },
        required: ['name', 'state'],
      },
      at: 'file.tsx:6',
    },
  ]);
});

test('a body is found through the hook that sends it', async () => {
  const { calls } = await found(`
export const useSend = () => useMutation<void, Error, { name: string }>({ mutationFn: (body) => api().put('/me', body) });`);
  expect(calls[0]?.body).toEqual({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] });
});

test('the requests of the routes are recorded, which the shell makes', async () => {
  const prefetches = [{ path: '/vendors', params: { venue_id: ':venueId' } }];
  const { calls } = callsOf({ directory, files: [], prefetches }, await contractIn(), contracts);
  expect(calls).toEqual([
    {
      method: 'GET',
      paths: ['/vendors'],
      query: { type: 'object', properties: { venue_id: { type: 'string' } }, required: ['venue_id'] },
      at: 'remote.json',
    },
  ]);
});

test('the record does not depend on the order in which the compiler meets the files', async () => {
  const texts = [
    "api().get<{ state: 'b' | 'a' }>('/two');",
    "export const state: 'a' | 'b' | null = null;\napi().get<{ state: 'a' | 'b' }>('/one');",
  ];
  const files = texts.map((_text, index) => path.join(directory, `file${index}.tsx`));
  for (const [index, file] of files.entries())
    await writeFile(file, `${IMPORTS}${texts[index]}\nexport const read = (it: { state: string }) => it.state;`);
  const contract = await contractIn();
  const record = (ordered: string[]) => JSON.stringify(callsOf({ directory, files: ordered }, contract, contracts));
  expect(record([...files].reverse())).toBe(record(files));
});
