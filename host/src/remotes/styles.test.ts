import { release, snapshotOf } from '../testing/federation';
import { holdStyles, watchStyles } from './styles';

const SITE = 'https://hall.test';
const catalog = release('catalog', { modules: { menu: ['all.css', 'menu.css'], item: ['all.css', 'item.css'] } });
const folder = `${SITE}${catalog.path}`;
const microtask = () => new Promise<void>((resolve) => queueMicrotask(resolve));

/** Adds a style as if it was loaded, since jsdom loads none. */
function addLoadedStyle(href: string): { disabled: boolean } {
  const sheet = { disabled: false };
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  Object.defineProperty(link, 'sheet', { value: sheet });
  document.head.append(link);
  link.dispatchEvent(new Event('load'));
  return sheet;
}

beforeEach(() => watchStyles(snapshotOf({ catalog }), SITE));
afterEach(() => document.head.replaceChildren());

test('styles apply while their screen is shown, and again when it is opened again', async () => {
  const leave = holdStyles(catalog, SITE);
  const menu = addLoadedStyle(`${folder}menu.css?retry=x-1`);
  expect(menu.disabled).toBe(false);
  leave();
  await microtask();
  expect(menu.disabled).toBe(true);
  const leaveAgain = holdStyles(catalog, SITE);
  expect(menu.disabled).toBe(false);
  leaveAgain();
});

test('styles that arrive after their screen was left do not apply', () => {
  holdStyles(catalog, SITE)();
  expect(addLoadedStyle(`${folder}menu.css`).disabled).toBe(true);
});

test('styles of a remote stay enabled from one of its screens to the next', async () => {
  const leave = holdStyles(catalog, SITE);
  const [all, menu, item] = ['all.css', 'menu.css', 'item.css'].map((file) => addLoadedStyle(folder + file));
  leave();
  expect(all?.disabled).toBe(false);
  const leaveItem = holdStyles(catalog, SITE);
  await microtask();
  expect([all, menu, item].map((sheet) => sheet?.disabled)).toEqual([false, false, false]);
  leaveItem();
});

test("styles of a remote's copy of the primitives stay, since another remote may use that copy", async () => {
  const leave = holdStyles(catalog, SITE);
  const primitives = addLoadedStyle(`${folder}ui.0a1b2c3d.css`);
  leave();
  await microtask();
  expect(primitives.disabled).toBe(false);
});

test('styles of a screen that is shown twice apply until both are gone', async () => {
  const [leave, leaveOther] = [holdStyles(catalog, SITE), holdStyles(catalog, SITE)];
  const menu = addLoadedStyle(`${folder}menu.css`);
  leave();
  await microtask();
  expect(menu.disabled).toBe(false);
  leaveOther();
  await microtask();
  expect(menu.disabled).toBe(true);
});

test('styles that a screen requests later apply while any screen of the remote is shown', async () => {
  const leave = holdStyles(catalog, SITE);
  const later = addLoadedStyle(`${folder}later.css`);
  expect(later.disabled).toBe(false);
  leave();
  await microtask();
  expect(later.disabled).toBe(true);
});

/** Adds a style to the page as a first screen does. */
function styleInPage(href: string): HTMLStyleElement {
  const style = Object.assign(document.createElement('style'), { textContent: 'h1 { color: red }' });
  Object.assign(style.dataset, { remote: 'catalog', href });
  document.head.append(style);
  return style;
}

test('styles inside the page get the full address of the file that they replace', () => {
  const style = styleInPage(`${catalog.path}menu.css`);
  watchStyles(snapshotOf({ catalog }), SITE);
  expect(style.dataset.href).toBe(`${folder}menu.css`);
});

test.each([
  ['of the release that runs', `${catalog.path}menu.css`],
  ['of another release', '/parts/catalog/0.9.0-a/menu.css'],
])('styles inside the page, %s, apply only while their remote is shown', async (_which, href) => {
  const style = styleInPage(href);
  const leave = holdStyles(catalog, SITE);
  expect(style.sheet?.disabled).toBeFalsy();
  leave();
  await microtask();
  expect(style.sheet?.disabled).toBe(true);
});

test.each(['/orders/1', '?x=1', 'http://'])("another site's element with the data-href %p is not changed", (href) => {
  const row = document.createElement('tr');
  row.dataset.href = href;
  document.body.append(row);
  watchStyles(snapshotOf({ catalog }), SITE);
  holdStyles(catalog, SITE)();
  expect(row.dataset.href).toBe(href);
  row.remove();
});

test('styles of the shell and of remotes that no snapshot names are not disabled', async () => {
  const others = ['/parts/host/2.2.63-a/main.css', '/parts/other/1.0.0-a/a.css'].map((path) =>
    addLoadedStyle(SITE + path),
  );
  holdStyles(catalog, SITE)();
  holdStyles(release('other'), SITE)();
  await microtask();
  expect(others.map(({ disabled }) => disabled)).toEqual([false, false]);
});
