import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

interface Locked {
  link?: boolean;
  license?: string;
}

test('each installed package whose license asks for more than its text is in the notices', async () => {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const notices = await readFile(path.join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8');
  const named = [...notices.matchAll(/`([@\w/*.-]+)`/g)].map(([, name = '']) => name.replace('*', ''));
  const asking = Object.entries(packages).filter(
    // A package that offers a choice of licenses is used under the one that asks for less.
    ([at, { license = '' }]) => at !== '' && /GPL|MPL|EPL|CDDL|CC-BY/.test(license) && !license.includes(' OR '),
  );
  expect(asking.length).toBeGreaterThan(20);
  const missing = asking
    .map(([at]) => at.split('node_modules/').at(-1) ?? '')
    .filter((name) => !named.some((known) => name === known || (known.endsWith('-') && name.startsWith(known))));
  expect(missing).toEqual([]);
});

test('no installed package is under the GPL or the AGPL alone', async () => {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const found = Object.entries(packages).filter(([, { license = '' }]) => /(^|[^L])A?GPL/.test(license));
  expect(found).toEqual([]);
});
