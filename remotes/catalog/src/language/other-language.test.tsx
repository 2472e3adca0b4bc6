/** Tests what a guest sees whose language the menu does not have. */
import { act, screen, waitFor } from '@testing-library/react';
import { publish } from 'shared-contracts/events';
import {
  aGroup,
  aMenu,
  aMenuItem,
  anItem,
  anOption,
  anOptionGroup,
  aVariant,
  aVendor,
  aVendorSummary,
  aVenue,
  CUSTOMER,
  fakeApi,
  renderScreen,
  speakEnglish,
  speakLanguage,
} from 'shared-contracts/testing';
import type { MenuItem, Vendor } from 'shared-contracts/types';
import { Screen as Item } from '../item/item.screen';
import ar from '../locales/ar.json';
import fr from '../locales/fr.json';
import { Screen as Menu } from '../menu/menu.screen';
import { installObserver } from '../testing/intersection';
import { Screen as Vendors } from '../vendors/vendors.screen';
import { Screen as Venues } from '../venues/venues.screen';

beforeEach(installObserver);
afterEach(speakEnglish);

const IN_FRENCH = 'هذه القائمة باللغة الفرنسية.';
const soup = aMenuItem({ id: 21, name: 'Soupe du jour', description: 'Servie avec du pain.' });

function showMenu(vendor: Partial<Vendor> = {}, items: MenuItem[] = [soup]) {
  const menus = [aMenu(1, 'Midi', [aGroup(1, 'Entrées', items)])];
  const api = fakeApi()
    .on('GET /venues/1', { data: aVenue() })
    .on('GET /vendors/7', { data: { ...aVendor({ menus }), blurb: 'Cuisine de marché.', ...vendor } });
  renderScreen(<Menu />, { api, at: '/venues/1/vendors/7', path: '/venues/:venueId/vendors/:vendorId' });
}

test('a menu in another language than the page says so once, and marks each of its texts', async () => {
  speakLanguage('ar', { catalog: ar });
  showMenu({ language: 'fr' });
  expect(await screen.findAllByText(IN_FRENCH)).toHaveLength(1);
  for (const text of ['Cuisine de marché.', 'Midi', 'Entrées', 'Soupe du jour', 'Servie avec du pain.']) {
    expect(screen.getByText(text)).toHaveAttribute('lang', 'fr');
    expect(screen.getByText(text)).toHaveAttribute('dir', 'ltr');
  }
  expect(screen.getByText(IN_FRENCH)).not.toHaveAttribute('lang');
});

test.each(['fr', undefined])(
  'a menu in the language of the page, or in an unknown one (%s), has no such line',
  async (language) => {
    speakLanguage('fr', { catalog: fr });
    showMenu(language ? { language } : {});
    expect(await screen.findByRole('heading', { name: 'Soupe du jour' })).not.toHaveAttribute('lang');
    expect(screen.queryByText(/Cette carte est en/)).not.toBeInTheDocument();
  },
);

test('a search in a translated menu also finds the words of the first language', async () => {
  speakLanguage('fr', { catalog: fr });
  const translated = { ...soup, original: { name: 'Soup of the day', description: 'With bread.' } };
  showMenu({ language: 'fr' }, [translated, aMenuItem({ id: 22, name: 'Tarte au citron' })]);
  await screen.findByRole('link', { name: /Tarte au citron/ });
  act(() => publish('search-typed', { text: 'bread soup' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Tarte au citron/ })).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: /Soupe du jour/ })).toBeVisible();
});

test('an item in another language than the page says so, and marks its texts and choices', async () => {
  speakLanguage('ar', { catalog: ar });
  const sizes = [aVariant({ id: 31, name: 'Petite' }), aVariant({ id: 32, name: 'Grande' })];
  const breads = anOptionGroup({ name: 'Pain', min_select: 1, max_select: 1, options: [anOption(11, 'Seigle', 0)] });
  const item = { ...anItem({ variants: sizes, optionGroups: [breads] }), name: 'Soupe', language: 'fr' };
  const api = fakeApi()
    .on('GET /venues/1', { data: aVenue() })
    .on('GET /vendors', { data: [aVendorSummary()] })
    .on('GET /items/21', { data: item });
  renderScreen(<Item />, {
    api,
    at: '/venues/1/vendors/7/items/21',
    path: '/venues/:venueId/vendors/:vendorId/items/:itemId',
    state: { session: CUSTOMER },
  });
  expect(await screen.findAllByText(IN_FRENCH)).toHaveLength(1);
  for (const text of ['Soupe', 'Petite', 'Grande', 'Pain', 'Seigle']) {
    expect(screen.getByText(text)).toHaveAttribute('lang', 'fr');
  }
  expect(screen.getByRole('radio', { name: /Seigle/ })).toBeVisible();
});

test('the lists of venues and stalls mark the texts in another language, without a line', async () => {
  speakLanguage('ar', { catalog: ar });
  const venue = aVenue({ name: 'Les Halles', blurb: 'Au bord du canal.', language: 'fr' });
  const stalls = [aVendorSummary({ name: 'Le Four', blurb: 'Pains et tartes.', language: 'fr' })];
  const api = fakeApi()
    .on('GET /venues', { data: [venue] })
    .on('GET /venues/1', { data: venue })
    .on('GET /vendors', { data: stalls });
  renderScreen(<Vendors />, { api, at: '/venues/1/vendors', path: '/venues/:venueId/vendors' });
  expect(await screen.findByText('Le Four')).toHaveAttribute('lang', 'fr');
  for (const text of ['Les Halles', 'Pains et tartes.']) expect(screen.getByText(text)).toHaveAttribute('dir', 'ltr');
  renderScreen(<Venues />, { api, at: '/venues', path: '/venues' });
  expect(await screen.findByText('Au bord du canal.')).toHaveAttribute('lang', 'fr');
  expect(screen.queryByText(IN_FRENCH)).not.toBeInTheDocument();
});
