/** Tests the clients that other programs generate from the description: each is generated, compiled and run against a listening API. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const ROOT = join(__dirname, '../../../..');
const EXAMPLES = join(ROOT, 'docs/api-clients');
const run = promisify(execFile);
/** To generate and compile a client starts three processes. */
const LONG_MS = 120_000;

const api = withTestApp();
let folder: string;

beforeEach(async () => {
  // The folder is inside the repository, where the compiler finds the packages of the clients.
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.cache/client-'));
  const { body } = await api.current.app.inject('/api/v1/openapi.json');
  await writeFile(join(folder, 'openapi.json'), body);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
});

afterEach(() => rm(folder, { recursive: true }));

test.each([
  [
    'openapi-typescript',
    ['openapi.json', '-o', 'schema.d.ts', '--default-non-nullable=false'],
    'with-openapi-fetch.ts',
    '409 PRICE_CHANGED\nplaced Water\n',
  ],
  ['openapi-ts', ['-i', 'openapi.json', '-o', 'hey-api'], 'with-hey-api.ts', 'placed Water\n401 UNAUTHENTICATED\n'],
])(
  'the client that %s generates compiles and orders a meal',
  async (generator, options, example, printed) => {
    const { app, deps } = api.current;
    await storeVenue(deps.db, {
      service_charge_minor: 0,
      vendors: [{ items: [{ name: 'Water', variants: [{ price_minor: 0 }] }] }],
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;

    await npx(generator, ...options);
    await copyFile(join(EXAMPLES, example), join(folder, example));
    await npx('tsc', ...COMPILE, example);
    const { stdout } = await npx('tsx', example, `http://127.0.0.1:${port}`);

    expect(stdout).toBe(printed);
  },
  LONG_MS,
);

const COMPILE =
  '--ignoreConfig --noEmit --strict --noUncheckedIndexedAccess --target es2022 --module preserve --types node'.split(
    ' ',
  );

function npx(command: string, ...options: string[]) {
  return run(join(ROOT, 'node_modules/.bin', command), options, { cwd: folder });
}
