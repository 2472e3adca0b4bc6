import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MenuEntryManifest } from 'shared-contracts/remote';
import { anActiveVenue, speakEnglish, speakLanguage } from 'shared-contracts/testing';
import { MAI, renderShell, sessionOf, THANDI } from '../testing/render-shell';
import { SNAPSHOT } from '../testing/snapshot';

const PATHS = ['/loyalty-card', '/loyalty-card/:venueId', '/stamps/:vendorId'];
type Entry = MenuEntryManifest & { labels?: Readonly<Record<string, string>> };
const entry = (changes: Partial<Entry> = {}): Entry => ({
  place: 'side-panel',
  path: '/loyalty-card',
  label: 'Loyalty card',
  guard: 'public',
  audience: 'anyone',
  ...changes,
});

const catalog = SNAPSHOT.remotes.catalog as NonNullable<typeof SNAPSHOT.remotes.catalog>;

/** The site with a remote that has these entries. */
function siteWith(menu: readonly Entry[]) {
  const routes = PATHS.map((path) => ({ ...entry(), path, screen: 'card', title: 'Loyalty card' }));
  return {
    ...SNAPSHOT,
    remotes: { ...SNAPSHOT.remotes, 'loyalty-card': { ...catalog, routes, slots: [], menu } },
  };
}

const SESSIONS = { visitor: null, customer: sessionOf(THANDI), vendor: sessionOf(MAI, 7) };
type Who = keyof typeof SESSIONS;

/** Opens the side panel. @returns its entries besides the shell's */
async function sidePanel(menu: readonly Entry[], who: Who = 'visitor', state: object = {}) {
  const at = who === 'visitor' ? '/venues' : '/queues';
  await renderShell(at, { snapshot: siteWith(menu), state: { session: SESSIONS[who], ...state } });
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const panel = within(screen.getByRole('dialog', { name: 'Menu' })).getByRole('navigation', { name: 'Side' });
  const own = ['Venues', 'Vendors', 'My Account', 'Log Out', 'Get Support', 'Log In', 'Register'];
  return [...panel.querySelectorAll('a')].filter((link) => !own.includes(link.textContent ?? ''));
}

test.each([
  ['public', 'anyone', ['visitor', 'customer', 'vendor']],
  ['public', 'customer', ['visitor', 'customer']],
  ['signed-in', 'anyone', ['customer', 'vendor']],
  ['signed-in', 'customer', ['customer']],
  ['signed-in', 'vendor', ['vendor']],
] as const)('an entry that is %s and for %s is shown to %j alone', async (guard, audience, expected) => {
  for (const who of ['visitor', 'customer', 'vendor'] as const) {
    const links = await sidePanel([entry({ guard, audience })], who);
    expect([who, links.length]).toEqual([who, (expected as readonly Who[]).includes(who) ? 1 : 0]);
    document.body.innerHTML = '';
  }
});

test.each([
  ['leads to its page', {}, 'customer', '/loyalty-card'],
  ['leads to the page of the active hall', { path: '/loyalty-card/:venueId' }, 'customer', '/loyalty-card/1'],
  ['leads to the page of the stall in use', { path: '/stamps/:vendorId' }, 'vendor', '/stamps/7'],
] as const)('an entry %s', async (_what, changes, who, href) => {
  const [link] = await sidePanel([entry(changes)], who, { venue: anActiveVenue() });
  expect(link).toHaveAttribute('href', href);
  expect(link).toHaveTextContent('Loyalty card');
});

test.each<[string, Entry]>([
  ['of a hall, where none is active', entry({ path: '/loyalty-card/:venueId' })],
  ['of a stall, for a person who uses none', entry({ path: '/stamps/:vendorId' })],
  ['of another place', entry({ place: 'office' })],
  ['of a place that this shell does not know', entry({ place: 'header' as 'office' })],
  ['that leads to a page of the shell', entry({ path: '/profile' })],
  ['that leads to a page of another app', entry({ path: '/queues' })],
  ['that leads to a script', entry({ path: 'javascript:alert(1)' })],
  ['that leads to another site', entry({ path: 'https://evil.example/loyalty-card' })],
  ['that leads to another site without a scheme', entry({ path: '//evil.example' })],
  ['whose path is no text', entry({ path: {} as string })],
])('no entry is shown %s', async (_what, each) => {
  expect(await sidePanel([each])).toEqual([]);
});

test.each<[string, unknown]>([
  ['is no list', {}],
  ['is a text', 'menu'],
  ['has nothing in it', [null, 7, []]],
])('a menu of a remote that %s is no menu', async (_what, menu) => {
  expect(await sidePanel(menu as Entry[])).toEqual([]);
});

test('a page shows eight entries of a remote and forty characters of a label, whatever its build says', async () => {
  const many = Array.from({ length: 500 }, () => entry({ label: 'x'.repeat(10_000) }));
  const links = await sidePanel(many);
  expect(links.map(({ textContent }) => textContent)).toEqual(Array.from({ length: 8 }, () => 'x'.repeat(40)));
});

test('a label is isolated, so that a mark of direction in it turns nothing else', async () => {
  const [link] = await sidePanel([entry({ label: 'Card\u202E' })]);
  expect(link?.querySelector('bdi')).toHaveTextContent('Card');
});

test('the entries of a remote that is not live are gone', async () => {
  await renderShell('/venues', { snapshot: SNAPSHOT });
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  expect(screen.queryByText('Loyalty card')).toBeNull();
});

describe('My Account', () => {
  test('shows the entries of remotes among its rows', async () => {
    const menu = [entry({ place: 'account', guard: 'signed-in', audience: 'customer' })];
    await renderShell('/profile', { snapshot: siteWith(menu), state: { session: SESSIONS.customer } });
    expect(screen.getByRole('link', { name: 'Loyalty card' })).toHaveAttribute('href', '/loyalty-card');
  });
});

describe('in French', () => {
  beforeEach(() => speakLanguage('fr', {}));
  afterEach(speakEnglish);
  const labelOf = async (changes: Partial<Entry>) => {
    await renderShell('/venues', { snapshot: siteWith([entry(changes)]) });
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    return screen.getByRole('dialog').querySelector('a[href="/loyalty-card"] bdi');
  };

  test('an entry has the label of its remote’s catalog', async () => {
    const label = await labelOf({ labels: { fr: 'Carte de fidélité' } });
    expect(label).toHaveTextContent('Carte de fidélité');
    expect(label).not.toHaveAttribute('lang');
  });

  test('an entry without a French label is marked as English', async () => {
    const label = await labelOf({});
    expect(label).toHaveTextContent('Loyalty card');
    expect(label).toHaveAttribute('lang', 'en');
  });
});
