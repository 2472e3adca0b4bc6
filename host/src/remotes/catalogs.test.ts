import { catalogOf, wordsOf } from 'shared-contracts/language';
import { speakEnglish, speakLanguage } from 'shared-contracts/testing';
import {
  followCatalogs,
  forgetCatalogs,
  isCatalogAwaited,
  loadCatalog,
  settledCatalogs,
  staysEnglish,
} from './catalogs';
import type { Retries } from './retry';

/** Asks twice, as for a lost chunk. */
const retries = {
  twice: async <T>(_remote: string, load: () => Promise<T>) => load().catch(load),
} as Retries;

const catalog = { default: { Open: 'Ouvert' } };
const withFrench = { modules: { 'locales/fr': ['fr.js'] } };

const remote = 'kitchen';
beforeEach(() => speakLanguage('fr', {}));
afterEach(() => {
  speakEnglish();
  forgetCatalogs();
});

test("a remote speaks the visitor's language once its translations are loaded", async () => {
  expect(wordsOf(remote).dynamic('Open')).toBe('Open');
  await loadCatalog(remote, { fr: async () => catalog }, retries);
  expect(wordsOf(remote).dynamic('Open')).toBe('Ouvert');
  expect(wordsOf(remote).language()).toBe('fr');
});

test('translations are requested once, and again after a loss', async () => {
  const load = jest.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(catalog);
  await loadCatalog(remote, { fr: load }, retries);
  await loadCatalog(remote, { fr: load }, retries);
  expect(load).toHaveBeenCalledTimes(2);
});

test('nothing is requested on an English page', async () => {
  speakEnglish();
  const load = jest.fn();
  await loadCatalog(remote, { en: load, fr: load }, retries);
  expect(load).not.toHaveBeenCalled();
});

test.each([
  ['without catalogs', undefined],
  ['without this language', { ar: async () => catalog }],
])('a remote %s speaks English', async (_which, catalogs) => {
  await loadCatalog(remote, catalogs, retries);
  expect(wordsOf(remote).language()).toBe('en');
});

test('translations that do not arrive are no failure of the screen, and the next load requests them again', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const load = jest.fn().mockRejectedValue(new Error('404'));
  await loadCatalog(remote, { fr: load }, retries);
  expect(warn).toHaveBeenCalledWith(`The texts of '${remote}' in 'fr' did not arrive`, expect.any(Error));
  expect(isCatalogAwaited(remote, withFrench)).toBe(true);
  load.mockResolvedValue(catalog);
  await loadCatalog(remote, { fr: load }, retries);
  expect(wordsOf(remote).language()).toBe('fr');
  warn.mockRestore();
});

test('a remote that was shown in English stays so, since its texts would be mixed', async () => {
  staysEnglish(remote);
  await loadCatalog(remote, { fr: async () => catalog }, retries);
  expect(catalogOf(remote, 'fr')).toBeUndefined();
});

test('translations are awaited if the release has them, until they are there or the remote is shown in English', async () => {
  expect(isCatalogAwaited(remote, { modules: {} })).toBe(false);
  expect(isCatalogAwaited(remote, undefined)).toBe(false);
  expect(isCatalogAwaited(remote, withFrench)).toBe(true);
  const told = jest.fn();
  const stop = followCatalogs(told);
  const before = settledCatalogs();
  await loadCatalog(remote, { fr: async () => catalog }, retries);
  expect(isCatalogAwaited(remote, withFrench)).toBe(false);
  staysEnglish('another');
  expect(isCatalogAwaited('another', withFrench)).toBe(false);
  expect([told.mock.calls.length, settledCatalogs() - before]).toEqual([2, 2]);
  stop();
});
