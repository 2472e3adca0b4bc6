/** Tests the screens and the rules in other languages than English. */
import { fireEvent, screen } from '@testing-library/react';
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
import { Screen as Item } from './item/item.screen';
import ar from './locales/ar.json';
import es from './locales/es.json';
import fr from './locales/fr.json';
import { outcomeText } from './menu/diet-filter.rules';
import { listMenus } from './menu/menu.rules';
import { Screen as Menu } from './menu/menu.screen';
import { closedText, openingText } from './opening.rules';
import { installObserver } from './testing/intersection';
import { Screen as Vendors } from './vendors/vendors.screen';

beforeEach(installObserver);
afterEach(() => {
  speakEnglish();
  window.localStorage.clear();
});

test('lists the vendors in French, with the names and blurbs as the API sends them', async () => {
  speakLanguage('fr', { catalog: fr });
  const closed = aVendorSummary({ id: 8, name: 'Pico Taquería', accepting_orders: false });
  const api = fakeApi()
    .on('GET /venues/1', { data: aVenue() })
    .on('GET /vendors', { data: [aVendorSummary({ waiting_minutes: 12 }), closed] });
  renderScreen(<Vendors />, { api, at: '/venues/1/vendors', path: '/venues/:venueId/vendors' });
  expect(await screen.findByRole('link', { name: 'Kumo Ramen' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Stands' })).toBeVisible();
  expect(screen.getByText('Prêt dans 12 min environ')).toBeVisible();
  expect(screen.getByText('Pas de commandes pour le moment')).toBeVisible();
});

test('filters a menu in French, with the plural forms of French', async () => {
  speakLanguage('fr', { catalog: fr });
  window.localStorage.setItem('catalog.diet', JSON.stringify({ without: ['milk', 'nuts'], only: [] }));
  const items = [
    aMenuItem({ id: 1, name: 'Custard', allergens: ['milk'] }),
    aMenuItem({ id: 2, name: 'Pesto', allergens: ['nuts'] }),
    aMenuItem({ id: 3, name: 'Rice', allergens: ['fish'], diets: ['halal'] }),
    aMenuItem({ id: 4, name: 'Special' }),
  ];
  const vendor = { ...aVendor({ menus: [aMenu(1, 'Food', [aGroup(1, 'Bowls', items)])] }), has_diet_facts: true };
  const api = fakeApi().on('GET /venues/1', { data: aVenue() }).on('GET /vendors/7', { data: vendor });
  renderScreen(<Menu />, { api, at: '/venues/1/vendors/7', path: '/venues/:venueId/vendors/:vendorId' });
  expect(
    await screen.findByText(
      'Masqués : 2 plats avec lait ou fruits à coque. 1 plat affiché n’indique pas ses allergènes.',
    ),
  ).toBeVisible();
  expect(await screen.findByRole('link', { name: /Rice/ })).toHaveTextContent('halal · contient : poisson');
  expect(screen.getByRole('link', { name: /Special/ })).toHaveTextContent('allergènes non indiqués');
  fireEvent.click(screen.getByRole('button', { name: 'Allergènes et régimes' }));
  expect(screen.getByRole('checkbox', { name: 'Fruits à coque' })).toBeChecked();
});

test('shows an item in Arabic, and counts the characters with its plural forms', async () => {
  speakLanguage('ar', { catalog: ar });
  const bases = anOptionGroup({ name: 'Noodles', min_select: 1, max_select: 1, options: [anOption(11, 'Thin', 0)] });
  const item = anItem({ variants: [aVariant({ price: 16.5 })], optionGroups: [bases] });
  const api = fakeApi()
    .on('GET /venues/1', { data: aVenue() })
    .on('GET /vendors/7', { data: aVendor() })
    .on('GET /vendors', { data: [aVendorSummary()] })
    .on('GET /items/21', { data: item });
  renderScreen(<Item />, {
    api,
    at: '/venues/1/vendors/7/items/21',
    path: '/venues/:venueId/vendors/:vendorId/items/:itemId',
    state: { session: CUSTOMER },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'إضافة إلى السلة $16.50' }));
  expect(screen.getByText('يلزم اختيار 1 للمتابعة.')).toBeVisible();
  const notes = screen.getByRole('textbox', { name: 'ملاحظات' });
  const hintAt = (left: number) => {
    fireEvent.change(notes, { target: { value: 'x'.repeat(500 - left) } });
    return notes;
  };
  expect(hintAt(2)).toHaveAccessibleDescription('بقي حرفان');
  expect(hintAt(3)).toHaveAccessibleDescription('بقيت 3 أحرف');
  expect(hintAt(99)).toHaveAccessibleDescription('بقي 99 حرفًا');
});

describe('a stall', () => {
  const stall = (changes_at: string, isOpen = false) =>
    aVendorSummary({ accepting_orders: isOpen, opening: { mode: 'schedule', changes_at } });
  // 2026-11-20 is a Friday.
  const NOW = Date.parse('2026-11-20T15:00Z');
  const MONDAY = '2026-11-23T11:00Z';
  const IN_A_MONTH = '2026-12-27T11:00Z';

  test.each([
    ['fr', fr, 'Ouvre lundi à 11:00', 'Kumo Ramen est fermé. Ouverture le 27 déc. à 11:00.'],
    ['es', es, 'Abre el lunes a las 11:00', 'Kumo Ramen está cerrado. Abre el 27 dic a las 11:00.'],
    ['ar', ar, 'يفتح الاثنين الساعة 11:00', 'Kumo Ramen مغلق. يفتح في 27 ديسمبر الساعة 11:00.'],
  ])('says in %s on which day it opens', (language, catalog, onMonday, inAMonth) => {
    speakLanguage(language, { catalog: catalog });
    expect(openingText(stall(MONDAY), 'Europe/London', NOW)).toBe(onMonday);
    expect(closedText(stall(IN_A_MONTH), 'Europe/London', NOW)).toBe(inAMonth);
  });

  test('says in French until when it is open', () => {
    speakLanguage('fr', { catalog: fr });
    expect(openingText(stall('2026-11-20T22:00Z', true), 'Europe/London', NOW)).toBe('Ouvert jusqu’à 22:00');
  });
});

test.each([
  [1, 'تم إخفاء صنف واحد يحتوي على الحليب.'],
  [2, 'تم إخفاء صنفين يحتويان على الحليب.'],
  [5, 'تم إخفاء 5 أصناف تحتوي على الحليب.'],
  [12, 'تم إخفاء 12 صنفًا يحتوي على الحليب.'],
])('describes %i hidden items with the plural forms of Arabic', (count, text) => {
  speakLanguage('ar', { catalog: ar });
  const items = Array.from({ length: count }, (_, id) => aMenuItem({ id, name: `${id}`, allergens: ['milk'] }));
  const menus = listMenus([aMenu(1, 'Food', [aGroup(1, 'Bowls', items)])]);
  expect(outcomeText(menus, { without: ['milk'], only: [] })).toBe(text);
});
