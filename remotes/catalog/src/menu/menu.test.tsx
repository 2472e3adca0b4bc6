import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { readVendorDelivery } from 'shared-contracts/local-keys';
import {
  aGroup,
  aMenu,
  aMenuItem,
  aVariant,
  aVendor,
  aVenue,
  failedLoads,
  fakeApi,
  renderScreen,
} from 'shared-contracts/testing';
import { installObserver, scrollAwayFrom, scrollInto, scrollToEnd } from '../testing/intersection';
import { Screen } from './menu.screen';

const ramen = aMenuItem({ id: 21, name: 'Tonkotsu ramen', variants: [aVariant({ price: 16.5 })] });
const miso = aMenuItem({ id: 22, name: 'Miso sweetcorn', status: 'inactive' });
const mochi = aMenuItem({ id: 23, name: 'Mochi', image_url: null, variants: [aVariant({ price: 1016.5 })] });
const kumo = aVendor({
  menus: [
    aMenu(1, 'Ramen & rice', [aGroup(1, 'Broth bowls', [ramen, miso])]),
    aMenu(2, 'Sweet', [aGroup(2, 'Cakes', [mochi])]),
  ],
});

const market = (vendor: unknown = { data: kumo }) =>
  fakeApi().on('GET /venues/1', { data: aVenue() }).on('GET /vendors/7', vendor);

const show = (api = market(), query = '') =>
  renderScreen(<Screen />, { api, at: `/venues/1/vendors/7${query}`, path: '/venues/:venueId/vendors/:vendorId' });

beforeEach(installObserver);

test('shows the vendor, how the food reaches the buyer, and every menu by its groups', async () => {
  const { store } = show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Kumo Ramen' })).toBeVisible();
  const ways = within(screen.getByRole('list', { name: 'How you get it' })).getAllByRole('listitem');
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Collect', 'Table']);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Broth bowls',
    'Cakes',
  ]);
  expect(store.state.getState().title).toBe('Kumo Ramen');
});

test("lists active items with the price in the venue's currency, each linked to its page", async () => {
  show(market().on('GET /venues/1', { data: aVenue({ currency: 'ZAR', currency_symbol: 'R' }) }));
  const bowls = within(await screen.findByRole('region', { name: 'Broth bowls' }));
  const row = bowls.getByRole('link', { name: /Tonkotsu ramen/ });
  expect(row).toHaveTextContent('R16.50');
  expect(row).toHaveAttribute('href', '/venues/1/vendors/7/items/21');
  expect(bowls.queryByText('Miso sweetcorn')).toBeNull();
  expect(screen.getByRole('link', { name: /Mochi/ })).toHaveTextContent('R1,016.50');
});

test('keeps a menu that could not be reloaded, and says that it is old', async () => {
  const api = market();
  show(api);
  await screen.findByRole('heading', { level: 1, name: 'Kumo Ramen' });
  api.on('GET /vendors/7', new ApiError(500, { code: 'INTERNAL' }));
  act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }));
  expect(await screen.findByText('What you see may be old')).toBeVisible();
  expect(screen.getByRole('link', { name: /Tonkotsu ramen/ })).toBeVisible();
});

test('shows a plate for an item without a picture', async () => {
  show();
  const row = await screen.findByRole('link', { name: /Mochi/ });
  expect(row.querySelector('img')).toBeNull();
  expect(row.querySelector('svg')).toBeInTheDocument();
});

test('highlights the tab of the menu in view', async () => {
  show();
  const sweet = await screen.findByRole('tab', { name: 'Sweet' });
  expect(screen.getByRole('tab', { name: 'Ramen & rice' })).toHaveAttribute('aria-selected', 'true');
  act(() => scrollInto('tabpanel', 'Sweet'));
  expect(sweet).toHaveAttribute('aria-selected', 'true');
  act(() => scrollInto('tabpanel', 'Ramen & rice'));
  expect(sweet).toHaveAttribute('aria-selected', 'false');
});

test('highlights the first tab after a jump to the top, where no menu is under the tabs', async () => {
  show();
  const sweet = await screen.findByRole('tab', { name: 'Sweet' });
  act(() => scrollInto('tabpanel', 'Sweet'));
  // Between two menus the tab of the last one stays highlighted.
  act(() => scrollAwayFrom('tabpanel', 'Sweet'));
  expect(sweet).toHaveAttribute('aria-selected', 'true');
  const layout = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 400, 0, 0));
  act(() => scrollAwayFrom('tabpanel', 'Sweet'));
  layout.mockRestore();
  expect(screen.getByRole('tab', { name: 'Ramen & rice' })).toHaveAttribute('aria-selected', 'true');
});

test('a tab scrolls to its menu and stays chosen while the page scrolls', async () => {
  const scroll = jest.fn();
  Element.prototype.scrollIntoView = scroll;
  show();
  const sweet = await screen.findByRole('tab', { name: 'Sweet' });
  await userEvent.click(sweet);
  await waitFor(() => expect(scroll.mock.contexts).toEqual([screen.getByRole('tabpanel', { name: 'Sweet' })]));
  act(() => scrollInto('tabpanel', 'Ramen & rice'));
  expect(sweet).toHaveAttribute('aria-selected', 'true');
  act(() => {
    window.dispatchEvent(new Event('scrollend'));
    scrollInto('tabpanel', 'Ramen & rice');
  });
  expect(sweet).toHaveAttribute('aria-selected', 'false');
});

test('a tab jumps to a distant menu and scrolls to a near one', async () => {
  const scroll = jest.fn();
  Element.prototype.scrollIntoView = scroll;
  show();
  const sweet = await screen.findByRole('tab', { name: 'Sweet' });
  const place = jest.spyOn(screen.getByRole('tabpanel', { name: 'Sweet' }), 'getBoundingClientRect');
  for (const [top, behavior] of [
    [3 * window.innerHeight, 'auto'],
    [3 * window.innerHeight + 1, 'instant'],
    [-3 * window.innerHeight - 1, 'instant'],
  ] as const) {
    place.mockReturnValue(DOMRect.fromRect({ y: top }));
    scroll.mockClear();
    await userEvent.click(sweet);
    await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'start', behavior }));
  }
});

test('a tab is painted as chosen before the page scrolls, which takes longer', async () => {
  const scroll = jest.fn();
  Element.prototype.scrollIntoView = scroll;
  show();
  const sweet = await screen.findByRole('tab', { name: 'Sweet' });
  act(() => sweet.click());
  expect(sweet).toHaveAttribute('aria-selected', 'true');
  expect(scroll).not.toHaveBeenCalled();
  await waitFor(() => expect(scroll).toHaveBeenCalledTimes(1));
});

test('the Tab key goes from a tab to the first item of its menu, and back', async () => {
  show();
  const [first, second] = [
    await screen.findByRole('tab', { name: 'Ramen & rice' }),
    screen.getByRole('tab', { name: 'Sweet' }),
  ];
  for (const [tab, item] of [
    [first, /Tonkotsu/],
    [second, /Mochi/],
  ] as const) {
    await userEvent.click(tab);
    await userEvent.tab();
    expect(screen.getByRole('link', { name: item })).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(tab).toHaveFocus();
  }
});

test('the Tab key goes to the menu in view from a tab that the page has scrolled away from', async () => {
  show();
  const ramenTab = await screen.findByRole('tab', { name: 'Ramen & rice' });
  act(() => ramenTab.focus());
  act(() => scrollInto('tabpanel', 'Sweet'));
  await userEvent.tab();
  expect(screen.getByRole('link', { name: /Mochi/ })).toHaveFocus();
});

test('the Tab key moves between items in the order of the page', async () => {
  show();
  const first = await screen.findByRole('link', { name: /Tonkotsu/ });
  act(() => first.focus());
  await userEvent.tab();
  expect(screen.getByRole('link', { name: /Mochi/ })).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(screen.getByRole('link', { name: /Tonkotsu/ })).toHaveFocus();
});

test('a search filters items and groups, drops the tabs of menus without a match, and counts its results', async () => {
  const { store } = show();
  await screen.findByRole('link', { name: /Tonkotsu ramen/ });
  act(() => publish('search-typed', { text: 'cakes' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Tonkotsu ramen/ })).toBeNull());
  expect(screen.getByRole('link', { name: /Mochi/ })).toBeVisible();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Sweet']);
  expect(store.state.getState().search.count).toBe(1);
  act(() => publish('search-typed', { text: 'moon' }));
  expect(await screen.findByText('No records found.')).toBeVisible();
});

describe('a search of a long menu', () => {
  const dishes = (from: number) =>
    Array.from({ length: 15 }, (_none, index) => aMenuItem({ id: from + index, name: `Dish ${from + index}` }));
  const long = aVendor({
    menus: [
      aMenu(1, 'Lunch', [aGroup(1, 'Plates', dishes(100))]),
      aMenu(2, 'Dinner', [aGroup(2, 'Bowls', dishes(200))]),
    ],
  });
  const find = async () => {
    const { store } = show(market({ data: long }));
    expect(await screen.findAllByRole('link', { name: /Dish/ })).toHaveLength(30);
    act(() => publish('search-typed', { text: 'dish' }));
    await waitFor(() => expect(store.state.getState().search.count).toBe(30));
    return store;
  };
  const drawn = () => screen.getAllByRole('link', { name: /Dish/ }).length;

  test('draws the beginning of its results, and more as the user nears the end', async () => {
    await find();
    for (const count of [6, 12, 18, 24, 30]) {
      expect(drawn()).toBe(count);
      act(scrollToEnd);
    }
    expect(drawn()).toBe(30);
  });

  test('starts again with each new text, also with an earlier one, and shows the whole menu once it is cleared', async () => {
    const store = await find();
    act(scrollToEnd);
    expect(drawn()).toBe(12);
    for (const [text, count] of [
      ['bowls', 15],
      ['dish', 30],
    ] as const) {
      act(() => publish('search-typed', { text }));
      await waitFor(() => expect(store.state.getState().search.count).toBe(count));
      expect(drawn()).toBe(6);
    }
    act(() => publish('search-typed', { text: '' }));
    await waitFor(() => expect(drawn()).toBe(30));
  });

  test('highlights the tab of a menu that is drawn later and scrolled into view', async () => {
    await find();
    act(scrollToEnd);
    act(scrollToEnd);
    act(() => scrollInto('tabpanel', 'Dinner'));
    expect(screen.getByRole('tab', { name: 'Dinner' })).toHaveAttribute('aria-selected', 'true');
  });

  test('has a tab for each menu with a match, and draws a menu before its tab scrolls to it', async () => {
    const scroll = jest.fn();
    Element.prototype.scrollIntoView = scroll;
    await find();
    expect(screen.queryByRole('tabpanel', { name: 'Dinner' })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Dinner' }));
    await waitFor(() => expect(scroll.mock.contexts).toEqual([screen.getByRole('tabpanel', { name: 'Dinner' })]));
    expect(drawn()).toBe(30);
    expect(screen.getByRole('tab', { name: 'Dinner' })).toHaveAttribute('aria-selected', 'true');
  });
});

test('removes an item that sells out while the menu is open', async () => {
  const { api } = show();
  await screen.findByRole('link', { name: /Mochi/ });
  api.on('GET /vendors/7', { data: aVendor({ menus: kumo.menus.data.slice(0, 1) }) });
  act(() => publish('stock-updated', { vendor_id: 8, item_id: 99 }));
  act(() => publish('stock-updated', { vendor_id: 7, item_id: 23 }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Mochi/ })).toBeNull());
  expect(api.requests.filter(({ path }) => path === '/vendors/7')).toHaveLength(2);
});

test('requests the menu again after the socket was down, and not for other refreshes', async () => {
  const { api } = show();
  await screen.findByRole('link', { name: /Mochi/ });
  api.on('GET /vendors/7', { data: aVendor({ menus: kumo.menus.data.slice(0, 1) }) });
  act(() => publish('refresh-wanted', { why: 'timer' }));
  act(() => publish('refresh-wanted', { why: 'reconnected' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Mochi/ })).toBeNull());
  expect(api.requests.filter(({ path }) => path === '/vendors/7')).toHaveLength(2);
});

test('names the search after the vendor while its menu is shown', async () => {
  const { store, unmount } = show();
  await screen.findByRole('heading', { level: 1, name: 'Kumo Ramen' });
  expect(store.state.getState().search.placeholder).toBe('Search Kumo Ramen');
  unmount();
  expect(store.state.getState().search.placeholder).toBeNull();
});

test('stores the delivery that the address gives for this vendor', async () => {
  show(market(), '?delivery_method=deliver&delivery_method_type=table&delivery_method_location=12');
  await screen.findByRole('heading', { level: 1, name: 'Kumo Ramen' });
  expect(readVendorDelivery(7)).toEqual({
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: '12',
  });
});

test('a vendor that takes no orders says so above its menu', async () => {
  show(market({ data: { ...kumo, accepting_orders: false } }));
  expect(
    await screen.findByText(
      /Kumo Ramen is not taking orders right now. You can look around, and order when it opens again./,
    ),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: /Tonkotsu ramen/ })).toBeVisible();
});

test('a closed vendor says when it opens, and an open one until when, in the venue’s time', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-20T18:00Z') });
  const opening = { mode: 'schedule' as const, changes_at: '2026-11-23T16:00:00.000Z' };
  const { unmount } = show(market({ data: { ...kumo, accepting_orders: false, opening } }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByText(/Kumo Ramen is closed. It opens Monday at 11:00. You can look around/)).toBeVisible();
  unmount();
  show(market({ data: { ...kumo, opening } }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Open until Monday 11:00')).toBeVisible();
  jest.useRealTimers();
});

test('lists an item that was sold out until tomorrow as soon as it is back', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-20T18:00Z') });
  const soldOut = { ...aVendor({ menus: [] }), next_back_at: '2026-11-21T16:00:00.000Z' };
  const { api } = show(market({ data: soldOut }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.queryByRole('link', { name: /Tonkotsu ramen/ })).toBeNull();
  api.on('GET /vendors/7', { data: kumo });
  await act(() => jest.advanceTimersByTimeAsync(22 * 3_600_000 + 5_000));
  expect(screen.getByRole('link', { name: /Tonkotsu ramen/ })).toBeVisible();
  jest.useRealTimers();
});

test('a vendor without active items shows no records, and leads to the other vendors', async () => {
  const menus = [aMenu(1, 'Ramen', [aGroup(1, 'Bowls', [miso])])];
  show(market({ data: { ...aVendor({ menus }), accepting_orders: false } }));
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(screen.getByText('Kumo Ramen is not taking orders right now.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all vendors' })).toHaveAttribute('href', '/venues/1/vendors');
});

test.each([
  ['does not exist', new ApiError(404, { code: 'NOT_FOUND' })],
  ['belongs to another venue', { data: { ...kumo, venue_id: 2 } }],
])('a vendor that %s leads to the vendors of the venue', async (_case, response) => {
  show(market(response));
  expect(await screen.findByText('We could not find this vendor.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all vendors' })).toHaveAttribute('href', '/venues/1/vendors');
});

test.each([
  ['a list', [null, 7]],
  ['an object of another kind', { id: 7, menus: null, orders: 5 }],
  ['a vendor without menus', { ...kumo, menus: null }],
])(
  'treats a successful response with %s as a failure, and does not say that the vendor has left',
  async (_case, data) => {
    const { api } = show(market({ data }));
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
    expect(screen.queryByText('We could not find this vendor.')).not.toBeInTheDocument();
    expect(failedLoads()).toEqual(['/vendors/7']);
    api.on('GET /vendors/7', { data: kumo });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Kumo Ramen' })).toBeVisible();
  },
);

test('shows the heading while the menu loads', () => {
  show(market(new Promise(() => {})));
  expect(screen.getByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
});

test('shows a failed load, and Try Again requests only what is missing', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const api = market(new ApiError(500, { code: 'INTERNAL' }));
  show(api);
  await screen.findByText('This section could not be loaded');
  expect(screen.getByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
  api.on('GET /vendors/7', { data: kumo });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Kumo Ramen' })).toBeVisible();
  expect(api.requests.filter(({ path }) => path === '/venues/1')).toHaveLength(1);
});

describe('the stated allergens and diets', () => {
  const egg = { ...ramen, id: 24, name: 'Egg bowl', allergens: ['eggs', 'gluten'] as ('eggs' | 'gluten')[] };
  const tofu = { ...ramen, id: 25, name: 'Tofu bowl', allergens: [], diets: ['vegan' as const] };
  const stating = {
    ...kumo,
    has_diet_facts: true,
    menus: { data: [aMenu(1, 'All', [aGroup(1, 'Bowls', [egg, tofu, ramen])])] },
  };
  const facts = () => show(market({ data: stating }));
  const rows = () => screen.getAllByRole('link', { name: /bowl|ramen/ });
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Allergens and diet' }));

  afterEach(() => localStorage.clear());

  test('are shown in the rows, and a menu that states nothing has no filter', async () => {
    const { unmount } = facts();
    expect(await screen.findByRole('link', { name: /Egg bowl/ })).toHaveTextContent('contains eggs, gluten');
    expect(screen.getByRole('link', { name: /Tofu bowl/ })).toHaveTextContent('vegan');
    expect(screen.getByRole('link', { name: /Tonkotsu/ })).not.toHaveTextContent('allergens');
    expect(await screen.findByRole('button', { name: 'Allergens and diet' })).toHaveAttribute('aria-expanded', 'false');
    unmount();
    show();
    await screen.findByRole('link', { name: /Tonkotsu/ });
    expect(screen.queryByRole('button', { name: 'Allergens and diet' })).not.toBeInTheDocument();
  });

  test('filter the menu, which says what is hidden, marks unstated items and remembers the filter', async () => {
    const { unmount } = facts();
    await open();
    expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'Eggs',
      'Gluten',
      'Vegan',
    ]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Eggs' }));
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Tofu bowl'),
      expect.stringContaining('allergens not stated'),
    ]);
    expect(screen.getByText('Hidden: 1 item with eggs. 1 item shown does not state allergens.')).toHaveAttribute(
      'role',
      'status',
    );
    unmount();

    facts();
    expect(await screen.findByText(/^Hidden: 1 item with eggs/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /Egg bowl/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(rows()).toHaveLength(3);
    expect(localStorage.getItem('catalog.diet')).toBeNull();
  });

  test('are named as the reason when the filter hides every item', async () => {
    facts();
    await open();
    for (const name of ['Eggs', 'Vegan']) await userEvent.click(screen.getByRole('checkbox', { name }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Gluten' }));
    expect(rows()).toHaveLength(1);
    localStorage.setItem('catalog.diet', JSON.stringify({ without: [], only: ['vegan', 'halal'] }));
    cleanup();
    facts();
    expect(await screen.findByText('Hidden: 3 items not marked vegan and halal.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /bowl/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'See all vendors' })).not.toBeInTheDocument();
  });

  test.each(['{', '{"without":"eggs"}', '[]', 'null'])(
    'filter nothing if the stored filter cannot be read: %s',
    async (text) => {
      localStorage.setItem('catalog.diet', text);
      facts();
      await open();
      expect(rows()).toHaveLength(3);
    },
  );

  test('limit a search to the items that the filter shows', async () => {
    localStorage.setItem('catalog.diet', JSON.stringify({ without: ['eggs'], only: [] }));
    const { store } = facts();
    await screen.findByText(/^Hidden: 1 item with eggs/);
    act(() => publish('search-typed', { text: 'tofu' }));
    await waitFor(() => expect(store.state.getState().search.count).toBe(1));
    act(() => publish('search-typed', { text: 'egg' }));
    await waitFor(() => expect(store.state.getState().search.count).toBe(0));
  });
});
