import { existsSync } from 'node:fs';
import path from 'node:path';
import { type LockedPackage, root } from './apps';
import { foldersOf, retainedBuilds } from './retained-builds';

describe('builds of earlier commits', () => {
  it('need the commit, and a clone without it says what to do', async () => {
    const nowhere = { commit: '0123456789abcdef0123456789abcdef01234567', contract: '0.1.0' };
    await expect(retainedBuilds(nowhere, ['catalog'])).rejects.toThrow(
      'This clone does not have 0123456, the commit of contract 0.1.0: run git fetch --unshallow.',
    );
    expect(existsSync(path.join(root, '.skew/0123456'))).toBe(false);
  });
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
        'registry/node_modules/@noble/hashes': { version: '2.4.0' },
      },
      'registry/node_modules/@noble/hashes',
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
