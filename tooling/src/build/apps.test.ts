import { installedPackages } from './apps';

const lockOf = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages });
const workspace = (name: string) => ({
  [`remotes/${name}`]: { version: '1.0.0' },
  [`node_modules/${name}`]: { resolved: `remotes/${name}`, link: true },
});
const react = (version: string) => ({ 'node_modules/react': { version, integrity: `sha512-${version}` } });

it('a new remote in the lock file makes no other app stale; another version of a package does', () => {
  const before = installedPackages(lockOf({ ...react('19.3.1'), ...workspace('catalog') }));
  expect(installedPackages(lockOf({ ...react('19.3.1'), ...workspace('catalog'), ...workspace('loyalty') }))).toEqual(
    before,
  );
  expect(installedPackages(lockOf({ ...react('19.3.2'), ...workspace('catalog') }))).not.toEqual(before);
});
