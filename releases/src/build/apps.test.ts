import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installedPackages, versionOf } from './apps';

const lockOf = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages });
const workspace = (name: string) => ({
  [`remotes/${name}`]: { version: '1.0.0' },
  [`node_modules/${name}`]: { resolved: `remotes/${name}`, link: true },
});
const react = (version: string) => ({ 'node_modules/react': { version, integrity: `sha512-${version}` } });

it('a new remote in the lock file makes no other app stale, but another version of a package does', () => {
  const before = installedPackages(lockOf({ ...react('19.3.1'), ...workspace('catalog') }));
  expect(installedPackages(lockOf({ ...react('19.3.1'), ...workspace('catalog'), ...workspace('loyalty') }))).toEqual(
    before,
  );
  expect(installedPackages(lockOf({ ...react('19.3.2'), ...workspace('catalog') }))).not.toEqual(before);
});

describe('the version of a remote whose folder is a repository of its own', () => {
  let directory: string;
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), text);
  };
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'version-'));
    await write('package.json', '{"name":"loyalty-card","version":"1.0.0"}');
    await write('src/remote.ts', 'export default {};');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it.each([
    '.git/index',
    '.github/workflows/release.yml',
    '.cache/a',
    'node_modules/a/index.js',
    'dist/a.js',
    'README.md',
    'card.pem',
    'card.pem.pub',
    'registry-roots.json',
  ])('does not change with %s', async (file) => {
    const before = await versionOf('loyalty-card', directory);
    await write(file, 'other');
    expect(await versionOf('loyalty-card', directory)).toBe(before);
  });

  it('changes with a source', async () => {
    const before = await versionOf('loyalty-card', directory);
    await write('src/a.ts', '');
    expect(await versionOf('loyalty-card', directory)).not.toBe(before);
  });
});
