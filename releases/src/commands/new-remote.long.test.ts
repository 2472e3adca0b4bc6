import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import jestConfig from '../../../jest.config.js';
import { newRemote } from './new-remote';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
let root: string;
const read = (file: string) => readFile(path.join(root, file), 'utf8');
const write = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'new-remote-'));
  await write('shared-contracts/package.json', '{"version":"1.4.0"}');
  await write('host/package.json', '{"version":"2.2.63","dependencies":{"react":"19.3.1"}}');
  await write(
    'package-lock.json',
    '{"lockfileVersion":3,"packages":{"":{},"node_modules/zod":{},"remotes/queues":{}}}',
  );
  await write('node_modules/zod/package.json', '{}');
  await write('remotes/queues/remote.json', '{}');
});

afterEach(() => rm(root, { recursive: true, force: true }));

it('writes a remote whose manifest, definition, screen and test name one another, for shells of the present contract', async () => {
  await newRemote('loyalty-card', root);
  const manifest = JSON.parse(await read('remotes/loyalty-card/remote.json'));
  expect(manifest).toMatchObject({ name: 'loyalty-card', contract: '^1.4.0' });
  expect(manifest.routes).toEqual([expect.objectContaining({ path: '/loyalty-card', screen: 'loyalty-card' })]);
  expect(manifest.menu).toEqual([expect.objectContaining({ place: 'side-panel', path: '/loyalty-card' })]);
  expect(await read('remotes/loyalty-card/src/remote.ts')).toContain(
    "'loyalty-card': () => import('./loyalty-card/loyalty-card.screen')",
  );
  expect(await read('remotes/loyalty-card/src/loyalty-card/loyalty-card.screen.tsx')).toContain(
    'export function Screen',
  );
  expect(await read('remotes/loyalty-card/src/loyalty-card/loyalty-card.test.tsx')).toContain('<LoyaltyCard />');
});

it.each(['login', 'profile', 'media', 'a-name-of-more-than-forty-characters-in-all'])(
  'refuses %s, whose address is not a remote’s or which no report can name',
  async (name) => {
    await expect(newRemote(name, root)).rejects.toThrow('Choose another name.');
    await expect(read(`remotes/${name}/remote.json`)).rejects.toThrow('ENOENT');
  },
);

it('makes it a workspace of the lock file, so that an install changes nothing', async () => {
  await newRemote('loyalty-card', root);
  const { packages } = JSON.parse(await read('package-lock.json'));
  expect(Object.keys(packages)).toEqual([
    '',
    'node_modules/loyalty-card',
    'node_modules/zod',
    'remotes/loyalty-card',
    'remotes/queues',
  ]);
  const { version, dependencies } = JSON.parse(await read('remotes/loyalty-card/package.json'));
  expect(packages['remotes/loyalty-card']).toEqual({ version, dependencies });
  expect(await readlink(path.join(root, 'node_modules/loyalty-card'))).toBe('../remotes/loyalty-card');
});

it.each([
  ['what was installed is what the lock file said: it still is', (before: string) => before, (after: string) => after],
  ['what was installed was another lock file: the next start installs', () => 'older', () => hashOf('older')],
])('%s', async (_what, installed, expected) => {
  const record = 'node_modules/.installed-lock';
  await write(record, hashOf(installed(await read('package-lock.json'))));
  await newRemote('loyalty-card', root);
  const now = await read('package-lock.json');
  expect(await read(record)).toBe(expected(hashOf(now)));
});

it.each([
  [undefined, /Give a name of small letters/],
  ['Loyalty', /Give a name of small letters/],
  ['../catalog', /Give a name of small letters/],
  ['queues', /remotes\/queues exists already/],
  ['host', /a name that the site or its tools use. Choose another name./],
  ['zod', /the name of a package that is in use/],
])('refuses the name %s, and writes nothing', async (name, message) => {
  const before = await read('package-lock.json');
  await expect(newRemote(name, root)).rejects.toThrow(message);
  expect(await read('package-lock.json')).toBe(before);
});

describe('the command, in a project', () => {
  const project = path.resolve(import.meta.dirname, '../../..');
  const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root });

  beforeEach(async () => {
    await rm(root, { recursive: true });
    const workspaces = ['shared-contracts', 'releases'];
    const shell = ['host/package.json', 'host/src/app'];
    const top = ['webpack.shared.js', 'package.json', 'package-lock.json', 'budgets.json', 'tsconfig.json', 'types'];
    const tools = ['biome.json', 'scripts/check/own-clock.grit', '.gitignore'];
    for (const name of [...workspaces, ...shell, ...top, ...tools]) {
      await cp(path.join(project, name), path.join(root, name), { recursive: true });
    }
    await mkdir(path.join(root, 'remotes'));
    await mkdir(path.join(root, 'node_modules'));
    for (const name of await readdir(path.join(project, 'node_modules'))) {
      const from = workspaces.includes(name) ? root : path.join(project, 'node_modules');
      await symlink(path.join(from, name), path.join(root, 'node_modules', name));
    }
  });

  it('creates a live remote with its screen at its path, whose test passes', async () => {
    await run('--import', 'tsx', 'releases/src/commands/new-remote.ts', 'loyalty-card');
    const { current } = JSON.parse(await read('dist/registry/pointer.json'));
    const { remotes } = JSON.parse(await read(`dist/registry/${current}.json`));
    expect(Object.keys(remotes)).toEqual(['loyalty-card']);
    const { path: address, entry, routes, modules, contract } = remotes['loyalty-card'];
    expect(contract).toBe(`^${JSON.parse(await read('shared-contracts/package.json')).version}`);
    expect(routes).toMatchObject([{ path: '/loyalty-card', screen: 'loyalty-card' }]);
    for (const file of [entry, ...modules['loyalty-card']]) {
      expect(await read(address.replace('/parts/', 'dist/') + file)).not.toBe('');
    }

    const [web] = (jestConfig.projects ?? [])
      .filter((project) => typeof project === 'object')
      .filter(({ displayName }) => displayName === 'web');
    // The copy has its own contracts and preset.
    const config = JSON.stringify({ ...web, rootDir: root, roots: ['<rootDir>/remotes'] }).replaceAll(project, root);
    const { stderr } = await run('node_modules/jest/bin/jest.js', '--config', config);
    expect(stderr).toContain('2 passed, 2 total');
  }, 120_000);
});
