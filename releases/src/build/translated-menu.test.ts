import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MenuEntryManifest } from 'shared-contracts/remote';
import { translatedMenu } from './translated-menu';

const ENTRY: MenuEntryManifest = {
  place: 'account',
  path: '/loyalty-card',
  label: 'Loyalty card',
  guard: 'signed-in',
  audience: 'customer',
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'menu-'));
  await mkdir(path.join(folder, 'src/locales'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const catalog = (language: string, texts: object) =>
  writeFile(path.join(folder, `src/locales/${language}.json`), JSON.stringify(texts));

test('an entry has its label in each language of its remote', async () => {
  await catalog('fr', { 'Loyalty card': 'Carte de fidélité' });
  await catalog('es', { 'Loyalty card': 'Tarjeta de fidelidad' });
  const labels = { es: 'Tarjeta de fidelidad', fr: 'Carte de fidélité' };
  expect(translatedMenu(folder, { menu: [ENTRY] })).toEqual({ menu: [{ ...ENTRY, labels }] });
});

test.each([
  ['a remote in English alone has its entries as they are', [ENTRY], { menu: [ENTRY] }],
  ['a remote without entries has no menu', undefined, {}],
  ['a remote with an empty menu has none', [], {}],
])('%s', (_what, menu, expected) => {
  expect(translatedMenu(folder, { menu })).toEqual(expected);
});
