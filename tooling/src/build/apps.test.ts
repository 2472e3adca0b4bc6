const lockOf = (packages) => JSON.stringify({ lockfileVersion: 3, packages });
const workspace = (name) => ({
  [`remotes/${name}`]: { version: '1.0.0' },
  [`node_modules/${name}`]: { resolved: `remotes/${name}`, link: true },
});
const react = (version) => ({ 'node_modules/react': { version, integrity: `sha512-${version}` } });

let installedPackages;
beforeAll(async () => {
  ({ installedPackages } = await import('./apps'));
});

it('a new remote in the lock file makes no other part stale; another version of a package does', () => {
  const before = installedPackages(lockOf({ ...react('19.3.1'), ...workspace('catalog') }));
  expect(installedPackages(lockOf({ ...react('19.3.1'), ...workspace('catalog'), ...workspace('loyalty') }))).toEqual(
    before,
  );
  expect(installedPackages(lockOf({ ...react('19.3.2'), ...workspace('catalog') }))).not.toEqual(before);
});
