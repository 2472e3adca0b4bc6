import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { MenuContext } from 'shared-contracts/remote';
import { aVenue, type FakeRequest, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { Vendor } from 'shared-contracts/types';
import { kumo, listedRamen } from '../testing/stock';
import { Screen } from './your-items.screen';

const large = { id: 32, name: 'Large', price: 19.5, status: 'active' as const };
const ramen = listedRamen({ variants: { data: [...listedRamen().variants.data, large] } });

const stall = kumo([ramen, listedRamen({ id: 22, name: 'Miso sweetcorn', status: 'inactive' })]);

const show = (vendorId = 7, venue: unknown = { data: aVenue() }, session = VENDOR, vendor: Vendor = stall) =>
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /vendors/7', { data: vendor }).on('GET /venues/1', venue),
    at: `/your-items/${vendorId}`,
    path: '/your-items/:vendorId',
    state: { session },
  });

test("lists the vendor's items, also inactive ones, each with its status and a link to edit it", async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: "Kumo Ramen's Items" })).toBeVisible();
  const first = within(screen.getByRole('article', { name: 'Tonkotsu ramen' }));
  expect(first.getByText('active')).toBeVisible();
  expect(first.getByRole('link', { name: 'Edit Item' })).toHaveAttribute('href', '/vendor/7/items/21');
  expect(within(screen.getByRole('article', { name: 'Miso sweetcorn' })).getByText('inactive')).toBeVisible();
});

test('leads an owner to what the hall owes the stall', async () => {
  show();
  expect(await screen.findByRole('link', { name: 'Statements' })).toHaveAttribute('href', '/hall/1/money/statements/7');
});

test('leads to the pages that other remotes add for a stall', async () => {
  const entries = (place: string) => [{ id: 'loyalty-card 0', to: '/stamps/7', label: `Stamps of the ${place}` }];
  renderScreen(
    <MenuContext value={entries}>
      <Screen />
    </MenuContext>,
    {
      api: fakeApi().on('GET /vendors/7', { data: stall }).on('GET /venues/1', { data: aVenue() }),
      at: '/your-items/7',
      path: '/your-items/:vendorId',
      state: { session: VENDOR },
    },
  );
  expect(await screen.findByRole('link', { name: 'Stamps of the stall' })).toHaveAttribute('href', '/stamps/7');
});

test('marks a section that is hidden or in a hidden menu', async () => {
  const [menu] = kumo([ramen]).menus.data;
  if (!menu) throw new Error('The vendor of this test has a menu.');
  const hidden = { status: 'inactive' } as const;
  const [bowls] = menu.groups.data;
  const sides = { ...bowls, id: 42, name: 'Sides', ...hidden };
  const menus = [
    { ...menu, groups: { data: [...menu.groups.data, sides] } },
    { ...menu, id: 12, groups: { data: [{ ...bowls, id: 43, name: 'Late bowls' }] }, ...hidden },
  ];
  const { api } = show();
  await screen.findByRole('heading', { level: 2, name: 'Broth bowls' });
  api.on('GET /vendors/7', { data: { ...kumo([]), menus: { data: menus } } });
  act(() => publish('stock-updated', { vendor_id: 7, item_id: null }, 'server'));
  expect(await screen.findByRole('heading', { level: 2, name: 'Sides Hidden' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Late bowls Hidden' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Broth bowls' })).toBeVisible();
});

test('switches an item off and on with one tap each', async () => {
  const { api, store } = show();
  const first = within(await screen.findByRole('article', { name: 'Tonkotsu ramen' }));
  api.on('PUT /items/21', ({ body }: FakeRequest) => {
    const { status } = body as { status: 'active' | 'inactive' };
    api.on('GET /vendors/7', { data: kumo([listedRamen({ status })]) });
    return { data: { id: 21, status } };
  });
  await userEvent.click(first.getByRole('button', { name: 'Switch off' }));
  expect(await first.findByText('inactive')).toBeVisible();
  await waitFor(() => expect(store.state.getState().toast?.content).toBe('Successfully updated status!'));
  await userEvent.click(await first.findByRole('button', { name: 'Switch on' }));
  expect(await first.findByText('active')).toBeVisible();
});

test('shows one busy button while an item is switched, and sends nothing more', async () => {
  const { api } = show();
  const first = within(await screen.findByRole('article', { name: 'Tonkotsu ramen' }));
  api.on('PUT /items/21', () => new Promise(() => {}));
  await userEvent.click(first.getByRole('button', { name: 'Switch off' }));
  const untilTomorrow = first.getByRole('button', { name: 'Off until tomorrow' });
  expect(first.getByRole('button', { name: 'Switch on' })).toHaveAttribute('aria-busy', 'true');
  expect(untilTomorrow).not.toHaveAttribute('aria-busy');
  expect(untilTomorrow).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(untilTomorrow);
  expect(api.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('sells out an item until tomorrow with one tap, and says when it is back in the venue’s time', async () => {
  const { api } = show();
  const first = within(await screen.findByRole('article', { name: 'Tonkotsu ramen' }));
  const back_at = '2100-01-02T16:00:00.000Z';
  api.on('PUT /items/21', () => {
    api.on('GET /vendors/7', { data: kumo([listedRamen({ status: 'inactive', back_at })]) });
    return { data: { id: 21, status: 'inactive', back_at } };
  });
  await userEvent.click(first.getByRole('button', { name: 'Off until tomorrow' }));
  expect(await first.findByText('back 2 Jan 11:00')).toBeVisible();
  expect(first.queryByRole('button', { name: 'Off until tomorrow' })).toBeNull();
  expect(first.getByRole('button', { name: 'Switch on' })).toHaveFocus();
  expect(api.requests).toContainEqual(
    expect.objectContaining({ path: '/items/21', body: { status: 'inactive', until: 'tomorrow' } }),
  );
});

test('shows a sold-out item as active at the time when it is back', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-20T18:00Z') });
  const next_back_at = '2026-11-23T16:00:00.000Z';
  const soldOut = listedRamen({ status: 'inactive', back_at: next_back_at });
  const { api } = show(7, { data: aVenue() }, VENDOR, { ...kumo([soldOut]), next_back_at });
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByText('back Monday 11:00')).toBeVisible();
  api.on('GET /vendors/7', { data: kumo([listedRamen()]) });
  await act(() => jest.advanceTimersByTimeAsync(70 * 3_600_000));
  expect(screen.getByText('active')).toBeVisible();
  jest.useRealTimers();
});

test('shows links to the hours and the people of the vendor to owners, and not to staff', async () => {
  const { unmount } = show();
  expect(await screen.findByRole('link', { name: 'People' })).toHaveAttribute('href', '/vendor/7/members');
  expect(screen.getByRole('link', { name: 'Hours' })).toHaveAttribute('href', '/vendor/7/hours');
  unmount();
  const user = { id: 9, name: 'Aiko Tanaka', vendors: [{ id: 7, name: 'Kumo Ramen', role: 'staff' as const }] };
  show(7, { data: aVenue() }, VENDOR && { ...VENDOR, user });
  expect(await screen.findByRole('heading', { name: "Kumo Ramen's Items" })).toBeVisible();
  expect(screen.queryByRole('link', { name: /People|Hours/ })).toBeNull();
  // Staff see whether the printers work.
  expect(screen.getByRole('link', { name: 'Printers' })).toHaveAttribute('href', '/vendor/7/printers');
});

test.each([
  ["the venue's symbol", '$', ['from $16.50', '$16.50']],
  ["'R' where the venue has no symbol", '', ['from R16.50', 'R16.50']],
])('shows the price or the lowest price of each item with %s', async (_case, currency_symbol, prices) => {
  show(7, { data: aVenue({ currency_symbol }) });
  const cards = await screen.findAllByRole('article');
  await waitFor(() =>
    expect(
      cards.map(
        (card) =>
          within(card)
            .getByText(/16\.50/)
            .closest('p')?.textContent,
      ),
    ).toEqual(prices),
  );
});

test('lists the items without prices when the venue could not be loaded', async () => {
  show(7, new ApiError(500, { code: 'INTERNAL' }));
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(screen.queryByText(/16\.50/)).toBeNull();
});

test('a search shows matching items, and all items of a matching group', async () => {
  const { store } = show();
  await screen.findByRole('heading', { level: 1, name: /'s Items$/ });
  act(() => publish('search-typed', { text: 'broth' }));
  const cards = screen.getAllByRole('article');
  expect(cards).toHaveLength(2);
  act(() => publish('search-typed', { text: 'MISO' }));
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(store.state.getState().search.count).toBe(1);
  act(() => publish('search-typed', { text: 'moon' }));
  expect(screen.getByText('No records found.')).toBeVisible();
  // The elements stay the same, since drawing a thousand of them again would delay the next key.
  act(() => publish('search-typed', { text: '' }));
  for (const [index, card] of screen.getAllByRole('article').entries()) expect(card).toBe(cards[index]);
});

test('updates a badge when a colleague switches its item', async () => {
  const { api } = show();
  const first = within(await screen.findByRole('article', { name: 'Tonkotsu ramen' }));
  api.on('GET /vendors/7', { data: kumo([listedRamen({ status: 'inactive' })]) });
  act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }, 'server'));
  await waitFor(() => expect(first.getByText('inactive')).toBeVisible());
});

test('says that the items could not be loaded, and loads them with Try Again', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const api = fakeApi()
    .on('GET /vendors/7', new ApiError(500, { code: 'INTERNAL' }))
    .on('GET /venues/1', { data: aVenue() });
  renderScreen(<Screen />, { api, at: '/your-items/7', path: '/your-items/:vendorId', state: { session: VENDOR } });
  expect(screen.getByRole('status')).toHaveTextContent('Loading items…');
  expect(await screen.findByText('Nothing was changed. Your orders still come in.')).toBeVisible();
  api.on('GET /vendors/7', { data: kumo([listedRamen()]) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article', { name: 'Tonkotsu ramen' })).toBeVisible();
});

test("says 'No records found.' for a vendor without items", async () => {
  const api = fakeApi()
    .on('GET /vendors/7', { data: kumo([]) })
    .on('GET /venues/1', { data: aVenue() });
  renderScreen(<Screen />, { api, at: '/your-items/7', path: '/your-items/:vendorId', state: { session: VENDOR } });
  expect(await screen.findByText('No records found.')).toBeVisible();
});

test("neither shows nor requests another vendor's items", () => {
  const { api } = show(8);
  expect(screen.getByText('This is not one of your vendors.')).toBeVisible();
  expect(api.requests).toEqual([]);
});
