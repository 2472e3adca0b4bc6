/** Tests the stall's tools in other languages than English. */
import { render, screen, within } from '@testing-library/react';
import { aVenue, fakeApi, renderScreen, speakEnglish, speakLanguage, VENDOR } from 'shared-contracts/testing';
import { backText } from './back.rules';
import { daySheets, moneyFormatter, ordersText, refundText } from './day/day.rules';
import { Screen as Day } from './day/day.screen';
import { EXPORT_PERIODS } from './export-orders/export-periods.rules';
import { exportRows } from './export-orders/export-rows.rules';
import { scheduleLines } from './hours/hours.rules';
import { Screen as ItemStatus } from './item-status/item-status.screen';
import ar from './locales/ar.json';
import fr from './locales/fr.json';
import { fieldText } from './menu-editor/field-words';
import { newDraft } from './menu-editor/menu-draft.rules';
import { PriceFrom } from './price-from';
import { aDay, dayTotals } from './testing/day';
import { exportedOrder } from './testing/orders';
import { kumo, listedRamen, wholeRamen } from './testing/stock';
import { Screen as YourItems } from './your-items/your-items.screen';

afterEach(speakEnglish);

test("shows the day's end in French", async () => {
  speakLanguage('fr', { 'vendor-tools': fr });
  const api = fakeApi()
    .on('GET /vendors/7/day', { data: aDay() })
    .on('GET /vendors/7/printers', { data: [], may_edit: true, stuck_jobs: 0, timezone: 'America/Toronto' });
  renderScreen(<Day />, { api, at: '/vendor/7/day', path: '/vendor/:vendorId/day', state: { session: VENDOR } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Fin de journée' })).toBeVisible();
  const sales = within(await screen.findByRole('region', { name: 'Ventes' }));
  expect(sales.getByText('12, dont 1 annulée')).toBeVisible();
  expect(sales.getByText('Payé par les clients')).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'HST 13\u00a0%' })).toBeVisible();
});

test("shows the stall's items in Arabic", async () => {
  speakLanguage('ar', { 'vendor-tools': ar });
  const items = [listedRamen(), listedRamen({ id: 22, name: 'Miso', status: 'inactive' })];
  const api = fakeApi()
    .on('GET /vendors/7', { data: kumo(items) })
    .on('GET /venues/1', { data: aVenue() });
  renderScreen(<YourItems />, { api, at: '/your-items/7', path: '/your-items/:vendorId', state: { session: VENDOR } });
  expect(await screen.findByRole('heading', { level: 1, name: 'أصناف Kumo Ramen' })).toBeVisible();
  const ramen = within(screen.getByRole('article', { name: 'Tonkotsu ramen' }));
  expect(ramen.getByText('مفعّل')).toBeVisible();
  expect(ramen.getByRole('button', { name: 'نفد حتى الغد' })).toBeVisible();
  expect(within(screen.getByRole('article', { name: 'Miso' })).getByText('غير مفعّل')).toBeVisible();
});

test('reads "from" in the direction of Arabic, and only its amount from left to right', async () => {
  speakLanguage('ar', { 'vendor-tools': ar });
  render(<PriceFrom prices={[16.5, 11]} currency="CAD" symbol="$" />);
  expect(screen.getByText(/^من/)).toHaveTextContent('من $11.00');
  // The amount is the whole text of its element: `Price` has the direction ltr.
  expect(screen.getByText('$11.00')).toHaveAttribute('translate', 'no');
});

describe('names of a menu in another language than the page', () => {
  const inLanguageOf = (name: string) => screen.getAllByText(name).map((each) => [each.lang, each.dir]);

  test.each([
    ['ar', ['ar', 'rtl']],
    ['en', ['', '']],
    [undefined, ['', '']],
  ])('of the items of a stall in the language %s have the attributes %j', async (language, attributes) => {
    const api = fakeApi()
      .on('GET /vendors/7', { data: { ...kumo([listedRamen()]), language } })
      .on('GET /venues/1', { data: aVenue() });
    renderScreen(<YourItems />, {
      api,
      at: '/your-items/7',
      path: '/your-items/:vendorId',
      state: { session: VENDOR },
    });
    await screen.findByRole('article', { name: 'Tonkotsu ramen' });
    expect(inLanguageOf('Tonkotsu ramen')).toEqual([attributes]);
    expect(inLanguageOf('Broth bowls')).toEqual([attributes]);
  });

  test.each([
    ['ar', ['ar', 'rtl']],
    ['en', ['', '']],
  ])(
    'of an item in the language %s, its sizes, choices and sections have the attributes %j',
    async (language, attributes) => {
      const item = wholeRamen({ language });
      const group = { ...item.group, status: 'inactive' };
      const api = fakeApi()
        .on('GET /items/21', { data: { ...item, group } })
        .on('GET /vendors/7/taxes', { data: { categories: [] } });
      renderScreen(<ItemStatus />, {
        api,
        at: '/vendor/7/items/21',
        path: '/vendor/:vendorId/items/:itemId',
        state: { session: VENDOR },
      });
      await screen.findByRole('heading', { level: 1, name: 'Tonkotsu ramen' });
      for (const name of ['Tonkotsu ramen', 'Regular', 'Toppings', 'Soy-cured egg', 'Noodle']) {
        for (const each of inLanguageOf(name)) expect(each).toEqual(attributes);
      }
      if (language === 'ar') expect(inLanguageOf('Broth bowls')).toEqual([attributes, attributes]);
    },
  );
});

test.each([
  [1, '9، منها طلب ملغى'],
  [2, '9، منها طلبان ملغيان'],
  [3, '9، منها 3 طلبات ملغاة'],
  [11, '9، منها 11 طلبًا ملغى'],
])('counts %i cancelled orders with the plural forms of Arabic', (cancelled, text) => {
  speakLanguage('ar', { 'vendor-tools': ar });
  expect(ordersText({ orders: 9, cancelled })).toBe(text);
});

test('sets the amount of a refund apart in Arabic, so that its sign and its currency stay before it', () => {
  speakLanguage('ar', { 'vendor-tools': ar });
  const [line] = dayTotals().items;
  expect(refundText(line as NonNullable<typeof line>, moneyFormatter(dayTotals()))).toBe(
    'تم استرداد واحد، \u2068-$3.00\u2069',
  );
});

test('writes the files of a day and of an export in English, whatever language the page has', () => {
  const sheets = () => [...daySheets(aDay()), ...exportRows(exportedOrder(), 'America/Toronto')];
  const english = sheets();
  speakLanguage('ar', { 'vendor-tools': ar });
  expect(sheets()).toEqual(english);
});

test('writes days in the form of the language', () => {
  speakLanguage('fr', { 'vendor-tools': fr });
  expect(backText('2026-11-21T16:00Z', 'America/Toronto', Date.parse('2026-11-20T16:00Z'))).toBe(
    'de retour samedi à 11:00',
  );
  const weekly = [[{ from: '11:00', until: '14:00' }], [], [], [], [], [], []] as const;
  const schedule = { weekly, exceptions: [{ date: '2026-12-25', spans: [] }] };
  const lines = scheduleLines(schedule as unknown as Parameters<typeof scheduleLines>[0]);
  expect([lines[0], lines[1], lines[7]]).toEqual([
    'Lundi\u00a0: 11:00 à 14:00',
    'Mardi\u00a0: fermé',
    'Vendredi 25 décembre 2026\u00a0: fermé',
  ]);
});

test('names periods, allergens and the first size in the language', () => {
  const words = { currency: 'CAD', symbol: '$', taxName: () => '' };
  speakLanguage('fr', { 'vendor-tools': fr });
  expect(EXPORT_PERIODS.map(({ label }) => label)[0]).toBe('Aujourd’hui');
  expect(newDraft('items').variants[0]?.name).toBe('Standard');
  speakLanguage('ar', { 'vendor-tools': ar });
  expect(fieldText({ ...newDraft('items'), allergens: ['milk', 'nuts'] }, 'allergens', words)).toBe('الحليب، المكسرات');
});
