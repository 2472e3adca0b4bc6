import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LockedPackage } from './apps';
import { appsOf, foldersOf, hasCommit } from './retained-builds';

describe('the commit of the baseline', () => {
  let folder: string;
  const git = async (clone: string, ...args: string[]) => {
    const author = ['-c', 'user.name=Ola', '-c', 'user.email=ola@hall.example'];
    const { stdout } = await promisify(execFile)('git', [...author, ...args], { cwd: path.join(folder, clone) });
    return stdout.trim();
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'foodhall-baseline-'));
    await mkdir(path.join(folder, 'origin'));
    await git('origin', 'init', '--quiet');
    await git('origin', 'commit', '--quiet', '--allow-empty', '-m', 'baseline');
    await git('origin', 'commit', '--quiet', '--allow-empty', '-m', 'today');
    await git('.', 'clone', '--quiet', '--depth', '1', `file://${folder}/origin`, 'shallow');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is fetched by a shallow clone', async () => {
    const baseline = await git('origin', 'rev-parse', 'HEAD~1');
    await expect(git('shallow', 'cat-file', '-e', baseline)).rejects.toThrow();
    expect(await hasCommit(baseline, path.join(folder, 'shallow'))).toBe(true);
    expect(await git('shallow', 'log', '--format=%s', baseline)).toBe('baseline');
  });

  it('is missing where neither the clone nor its origin has it', async () => {
    expect(await hasCommit('0123456789abcdef0123456789abcdef01234567', path.join(folder, 'shallow'))).toBe(false);
  });
});

test('a commit has the shell, and no remote that was added after it', async () => {
  const clone = await mkdtemp(path.join(tmpdir(), 'foodhall-apps-'));
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: clone });
  const author = ['-c', 'user.name=Ola', '-c', 'user.email=ola@hall.example'];
  const commitRemote = async (name: string) => {
    await mkdir(path.join(clone, 'remotes', name), { recursive: true });
    await writeFile(path.join(clone, 'remotes', name, 'remote.json'), '{}');
    await git('add', '.');
    await git(...author, 'commit', '--quiet', '-m', name);
    return (await git('rev-parse', 'HEAD')).stdout.trim();
  };
  try {
    await git('init', '--quiet');
    const first = await commitRemote('catalog');
    const second = await commitRemote('hall');
    expect(await appsOf(first, ['host', 'catalog', 'hall'], clone)).toEqual(['host', 'catalog']);
    expect(await appsOf(second, ['host', 'hall'], clone)).toEqual(['host', 'hall']);
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
});

describe('the packages of an earlier commit', () => {
  const wanted = {
    '': {},
    'node_modules/host': { link: true },
    host: { version: '2.2.63' },
    'node_modules/react': { version: '19.3.1' },
    'host/node_modules/@noble/hashes': { version: '2.4.0' },
  };

  it.each<[string, Record<string, LockedPackage>, string | undefined]>([
    [
      'in the same folder',
      { 'host/node_modules/@noble/hashes': { version: '2.4.0' } },
      'host/node_modules/@noble/hashes',
    ],
    [
      'in another workspace by now',
      {
        'node_modules/@noble/hashes': { version: '1.0.0' },
        'releases/node_modules/@noble/hashes': { version: '2.4.0' },
      },
      'releases/node_modules/@noble/hashes',
    ],
    ['gone', {}, undefined],
  ])('include one that is %s', (_where, others, folder) => {
    const folders = foldersOf(wanted, { 'node_modules/react': { version: '19.3.1' }, ...others });
    expect(folders?.get('host/node_modules/@noble/hashes')).toBe(folder);
    expect(folders?.get('node_modules/react')).toBe('node_modules/react');
  });

  it.each(['host/node_modules/@noble/hashes', 'node_modules/@noble/hashes'])(
    'are all installed if one has another version, in %s',
    (folder) => {
      const installed = { 'node_modules/react': { version: '19.3.1' }, [folder]: { version: '2.5.0' } };
      expect(foldersOf(wanted, installed)).toBeNull();
    },
  );
});
