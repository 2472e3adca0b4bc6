import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish, type ShellState, shellState } from 'shared-contracts/events';
import { readVendorDelivery } from 'shared-contracts/local-keys';
import { queryClient, resourceKey } from 'shared-contracts/query';
import {
  aCart,
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
  type FakeApi,
  failedLoads,
  fakeApi,
  renderScreen,
} from 'shared-contracts/testing';
import { useVendor } from '../catalog.resource';
import { Screen } from './item.screen';

const toppings = anOptionGroup({
  id: 10,
  options: [anOption(11, 'Soy-cured egg', 2), anOption(12, 'Sweetcorn', 1.5), anOption(13, 'Extra chashu', 4.5)],
});
const heat = anOptionGroup({
  id: 20,
  name: 'Heat',
  min_select: 1,
  max_select: 1,
  options: [anOption(21, 'Mild', 0), anOption(22, 'Hot', 0)],
});
const variants = [
  aVariant({ id: 1, name: 'Regular', price: 16.5 }),
  aVariant({ id: 2, name: 'Large', price: 19.5 }),
  aVariant({ id: 3, name: 'Half', price: 11, status: 'inactive' }),
];
const ramen = anItem({ variants, optionGroups: [toppings] });
const customer = {
  user: { id: 5, name: 'Sam', vendors: [] },
  context: { type: 'User' as const, data: { id: 5, name: 'Sam' } },
};

const market = (item: unknown = { data: ramen }) =>
  fakeApi()
    .on('GET /venues/1', { data: aVenue() })
    .on('GET /vendors', { data: [aVendorSummary()] })
    .on('GET /items/21', item)
    .on('GET /vendors/7', { data: aVendor() })
    .on('POST /carts', { data: aCart({ item_count: 3, version: 2 }) });

const show = (api: FakeApi = market(), session: ShellState['session'] = customer, page = <Screen />) =>
  renderScreen(page, {
    api,
    at: '/venues/1/vendors/7/items/21',
    path: '/venues/:venueId/vendors/:vendorId/items/:itemId',
    state: { session },
  });

const AfterTheMenu = () => (useVendor(7).data ? <Screen /> : null);
const adds = (api: FakeApi) => api.requests.filter(({ method }) => method === 'POST');
/** user-event throws this when a tap reaches nothing. */
const TAPPED_IN_VAIN = 'pointer-events: none';
const addButton = () => screen.findByRole('button', { name: /Add to cart/ });

describe('choosing', () => {
  test('shows active variants with prices, the default one chosen', async () => {
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Tonkotsu ramen' })).toBeVisible();
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(screen.getByRole('radio', { name: /Regular.*\$16\.50/ })).toBeChecked();
  });

  test('shows the stated allergens and diets, and what a choice adds', async () => {
    const eggs = anOptionGroup({ options: [{ ...anOption(11, 'Egg', 2), allergens: ['eggs'] }, anOption(12, 'Corn')] });
    const stated = anItem({ allergens: ['milk', 'nuts'], diets: ['halal'], optionGroups: [eggs] });
    const { unmount } = show(market({ data: stated }));
    expect(await screen.findByText('halal · contains milk, nuts')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Egg Contains eggs|EggContains eggs/ })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Corn/ }).closest('label')).not.toHaveTextContent('Contains');
    unmount();
    const none = show(market({ data: anItem({ allergens: [] }) }));
    expect(await screen.findByText('none of the 14 allergens')).toBeVisible();
    none.unmount();
    show();
    await screen.findByRole('radio', { name: /Regular/ });
    expect(screen.queryByText(/allergens|contains/i)).not.toBeInTheDocument();
  });

  test('shows a single variant as a chosen radio button', async () => {
    show(market({ data: anItem({ variants: [aVariant({ name: 'Bowl', price: 16.5 })] }) }));
    expect(await screen.findByRole('radio', { name: /Bowl.*\$16\.50/ })).toBeChecked();
    expect(screen.getAllByRole('radio')).toHaveLength(1);
  });

  test('shows the heading while the item loads, and after a failure', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { unmount } = show(market(new Promise(() => {})));
    expect(screen.getByRole('heading', { level: 1, name: 'Item' })).toBeInTheDocument();
    unmount();
    show(market(new ApiError(500, { code: 'INTERNAL' })));
    await screen.findByText('This section could not be loaded');
    expect(screen.getByRole('heading', { level: 1, name: 'Item' })).toBeInTheDocument();
  });

  test('offers Try Again for an item that could not be loaded', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { api } = show(market(new ApiError(500, { code: 'INTERNAL' })));
    expect(await screen.findByText('Your cart is safe. The rest of Foodhall still works.')).toBeVisible();
    api.on('GET /items/21', { data: ramen });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Tonkotsu ramen' })).toBeVisible();
  });

  test.each([
    ['a list', [null, 7]],
    ['an object of another kind', { id: 21, menus: null, orders: 5 }],
  ])(
    'treats a successful response with %s as a failure, and does not say that the item is gone',
    async (_case, data) => {
      const { api } = show(market({ data }));
      expect(await screen.findByText('This section could not be loaded')).toBeVisible();
      expect(screen.queryByText('This is not on the menu any more.')).not.toBeInTheDocument();
      expect(failedLoads()).toEqual(['/items/21']);
      api.on('GET /items/21', { data: ramen });
      await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByRole('heading', { level: 1, name: 'Tonkotsu ramen' })).toBeVisible();
    },
  );

  test('asks to ‘Choose one’ of variants that are not sizes', async () => {
    show();
    expect(await screen.findByRole('radiogroup', { name: /Choose one/ })).toBeVisible();
  });

  test.each([
    ['its own large picture', {}, '/media/tonkotsu-hero.svg'],
    ['the picture of the menu if it has no large one', { hero_url: null }, '/media/tonkotsu.svg'],
  ])('shows %s', async (_case, part, address) => {
    const { container } = show(market({ data: anItem({ variants, ...part }) }));
    await screen.findByRole('heading', { level: 1, name: 'Tonkotsu ramen' });
    expect(container.querySelector('img')).toHaveAttribute('src', address);
  });

  test('changes the total with the variant, the options and the quantity', async () => {
    show();
    expect(await addButton()).toHaveTextContent('$16.50');
    await userEvent.click(screen.getByRole('radio', { name: /Large/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Soy-cured egg.*\+\$2\.00/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Sweetcorn/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
    expect(await addButton()).toHaveTextContent('$46.00');
  });

  test('dims the rest of a group at its maximum and explains why', async () => {
    show();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Soy-cured egg/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Sweetcorn/ }));
    expect(screen.getByRole('checkbox', { name: /Extra chashu/ })).toBeDisabled();
    expect(screen.getByText('Up to 2. Untick one to choose another.')).toBeVisible();
  });

  test('asks for a required choice that is missing, and sends nothing', async () => {
    const { api } = show(market({ data: anItem({ variants, groupOptions: [heat] }) }));
    Element.prototype.scrollIntoView = () => {};
    await userEvent.click(await addButton());
    const group = screen.getByRole('radiogroup', { name: 'Heat' });
    expect(within(group).getByText('Choose 1 to continue.')).toBeVisible();
    expect(within(group).getByRole('radio', { name: 'Mild' })).toHaveFocus();
    expect(adds(api)).toEqual([]);
    await userEvent.click(screen.getByRole('radio', { name: 'Hot' }));
    expect(screen.queryByText('Choose 1 to continue.')).toBeNull();
    await userEvent.click(await addButton());
    expect(adds(api)[0]?.body).toMatchObject({ options: [{ id: 22 }] });
  });

  test('the quantity does not go below 1', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Decrease quantity' }));
    expect(await addButton()).toHaveTextContent('$16.50');
  });

  test('drops an option that sells out meanwhile from the choice and the total', async () => {
    const { api } = show();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Soy-cured egg/ }));
    expect(await addButton()).toHaveTextContent('$18.50');
    api.on('GET /items/21', { data: anItem({ variants }) });
    act(() => publish('stock-updated', { vendor_id: 7, item_id: 22 }));
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
    expect(await addButton()).toHaveTextContent('$16.50');
  });

  test('shows an item at once whose menu was loaded before', async () => {
    const menu = aMenu(1, 'Ramen', [aGroup(41, 'Bowls', [aMenuItem({ variants })], [heat])]);
    const vendor = { ...aVendor({ menus: [menu] }), language: 'fr' };
    const api = market(new Promise(() => {})).on('GET /vendors/7', { data: vendor });
    show(api, customer, <AfterTheMenu />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Tonkotsu ramen' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Hot' })).toBeVisible();
    expect(screen.getByText('This menu is in French.')).toBeVisible();
  });
});

describe('adding to the cart', () => {
  test('sends the payload with an idempotency key, confirms it, and offers the next steps', async () => {
    const { api, store } = show();
    await userEvent.type(await screen.findByLabelText('Notes'), 'No salt');
    await userEvent.click(screen.getByRole('checkbox', { name: /Soy-cured egg/ }));
    await userEvent.click(await addButton());
    const toCart = await screen.findByRole('link', { name: 'Go to cart' });
    expect(toCart).toHaveAttribute('href', '/venues/1/cart');
    expect(toCart).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/venues/1/vendors/7');
    expect(adds(api)).toEqual([
      expect.objectContaining({
        path: '/carts',
        headers: { 'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/) },
        body: {
          venue_id: 1,
          vendor_id: 7,
          variant_id: 1,
          quantity: 1,
          price: 16.5,
          item_total: 16.5,
          options_total: 2,
          total: 18.5,
          options: [{ id: 11 }],
          notes: 'No salt',
        },
      }),
    ]);
    expect(store.state.getState().toast).toMatchObject({ content: 'Added orderItem to cart', timeout: 3000 });
    expect(store.state.getState().cart).toEqual({ venueId: 1, cartId: 91, itemCount: 3, version: 2 });
  });

  test('announces the changed cart once and leaves the cached cart to the remote that shows it', async () => {
    const { store } = show();
    const key = resourceKey('/carts/active', { venue_id: 1 });
    queryClient().setQueryData(key, { data: null });
    const onCartChanged = jest.fn();
    store.subscribe('cart-changed', onCartChanged);
    await userEvent.click(await addButton());
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(onCartChanged).toHaveBeenCalledTimes(1);
    expect(queryClient().getQueryState(key)).toMatchObject({ isInvalidated: false });
  });

  test('ignores a second tap before the first one is drawn', async () => {
    const { api } = show();
    const button = await addButton();
    act(() => {
      button.click();
      button.click();
    });
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(api)).toHaveLength(1);
  });

  test('ignores a second tap between the response and its drawing', async () => {
    const { api } = show();
    const button = await addButton();
    // Nothing is drawn until the timers run.
    jest.useFakeTimers();
    await act(async () => button.click());
    await act(async () => button.click());
    await act(() => jest.runOnlyPendingTimersAsync());
    jest.useRealTimers();
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(api)).toHaveLength(1);
  });

  test('ignores taps for a moment on links that appear under the finger', async () => {
    show();
    await userEvent.click(await addButton());
    const toCart = await screen.findByRole('link', { name: 'Go to cart' });
    for (const link of [toCart, screen.getByRole('link', { name: 'Continue shopping' })]) {
      await expect(userEvent.click(link)).rejects.toThrow(TAPPED_IN_VAIN);
    }
    await waitFor(() => userEvent.click(toCart));
    expect(screen.getByTestId('address')).toHaveTextContent('/venues/1/cart');
  });

  test('follows a key press on the focused ‘Go to cart’ at once', async () => {
    show();
    await userEvent.click(await addButton());
    await waitFor(() => expect(screen.getByRole('link', { name: 'Go to cart' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(screen.getByTestId('address')).toHaveTextContent('/venues/1/cart');
  });

  test('keeps the key of the same choice until the response, also through a reload', async () => {
    const before = show(market().on('POST /carts', new Promise(() => {})));
    await userEvent.click(await addButton());
    before.unmount();
    const after = show();
    await userEvent.click(await addButton());
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(after.api)[0]?.headers).toEqual(adds(before.api)[0]?.headers);
  });

  test('adds another choice with another key', async () => {
    const { api } = show();
    await userEvent.click(await addButton());
    await screen.findByRole('link', { name: 'Go to cart' });
    await userEvent.click(screen.getByRole('radio', { name: /Large/ }));
    await userEvent.click(await addButton());
    await screen.findByRole('link', { name: 'Go to cart' });
    const keys = adds(api).map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(2);
  });

  test('sends an add without a response again with the same key', async () => {
    const { api } = show(market().on('POST /carts', new ApiError(0, { code: 'NETWORK', message: 'No connection.' })));
    await userEvent.click(await addButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection. Trying again will not add it twice.');
    api.on('POST /carts', { data: aCart() });
    await userEvent.click(await addButton());
    await screen.findByRole('link', { name: 'Go to cart' });
    const keys = adds(api).map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test.each([
    ['ITEM_UNAVAILABLE', 'Part of your choice has just sold out. Choose again from what is left.'],
    ['PRICE_CHANGED', 'The price has just changed. Look at the new total, then add it again.'],
    ['VENDOR_CLOSED', 'Kumo Ramen has stopped taking orders for now. Nothing was added.'],
  ])('says what to do after the refusal %s, and shows the present item', async (code, message) => {
    const { api } = show(market().on('POST /carts', new ApiError(409, { code })));
    await addButton();
    api.on('GET /items/21', { data: anItem({ variants: [aVariant({ id: 1, price: 17 })] }) });
    await userEvent.click(await addButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await waitFor(async () => expect(await addButton()).toHaveTextContent('$17.00'));
    expect(await addButton()).toBeEnabled();
  });
});

describe('signed out', () => {
  const signIn = () => act(async () => publish('signed-in', customer));

  test('asks for a sign-in and then completes the add by itself, once', async () => {
    const { api, store } = show(market(), null);
    await userEvent.click(await screen.findByRole('radio', { name: /Large/ }));
    await userEvent.click(await addButton());
    expect(store.state.getState().auth).toEqual({
      mode: 'Login',
      reason: 'Sign in, and we will add it to your cart.',
    });
    expect(adds(api)).toEqual([]);
    await signIn();
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(api)).toHaveLength(1);
    expect(adds(api)[0]?.body).toMatchObject({ variant_id: 2 });
    await act(() => publish('signed-out', { reason: 'asked' }));
    await signIn();
    expect(adds(api)).toHaveLength(1);
  });

  test('completes the add also in a browser that stores nothing for the tab', async () => {
    const refused = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Refused', 'QuotaExceededError');
    });
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { api } = show(market(), null);
    await userEvent.click(await screen.findByRole('radio', { name: /Large/ }));
    await userEvent.click(await addButton());
    await signIn();
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(api).map(({ body }) => body)).toEqual([expect.objectContaining({ variant_id: 2 })]);
    await act(() => publish('signed-out', { reason: 'asked' }));
    await signIn();
    expect(adds(api)).toHaveLength(1);
    refused.mockRestore();
  });

  test('keeps the choice and the add through a reload on the way', async () => {
    const before = show(market(), null);
    await userEvent.click(await screen.findByRole('checkbox', { name: /Sweetcorn/ }));
    await userEvent.click(await addButton());
    before.unmount();

    const after = show(market(), null);
    expect(await screen.findByRole('checkbox', { name: /Sweetcorn/ })).toBeChecked();
    await signIn();
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(after.api)[0]?.body).toMatchObject({ options: [{ id: 12 }], total: 18 });
  });

  test('completes the add for a user who comes back signed in', async () => {
    const before = show(market(), null);
    await userEvent.click(await addButton());
    expect(window.localStorage.getItem('redirect_url')).toBe('/venues/1/vendors/7/items/21');
    before.unmount();
    const after = show(market(), customer);
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(after.api)).toHaveLength(1);
  });

  test('adds nothing for a user who changes their mind before signing in', async () => {
    const { api } = show(market(), null);
    await userEvent.click(await addButton());
    await userEvent.click(screen.getByRole('radio', { name: /Large/ }));
    await signIn();
    expect(await addButton()).toBeEnabled();
    expect(adds(api)).toEqual([]);
  });

  test('adds nothing at a later sign-in for a user who closed the first one, and keeps the choice', async () => {
    const { api } = show(market(), null);
    await userEvent.click(await screen.findByRole('radio', { name: /Large/ }));
    await userEvent.click(await addButton());
    act(() => publish('sign-in-closed', {}));
    expect(window.localStorage.getItem('redirect_url')).toBeNull();
    await signIn();
    expect(await addButton()).toHaveTextContent('$19.50');
    expect(adds(api)).toEqual([]);
  });

  test('repeats the add on the way back after the session has ended', async () => {
    const before = show(market().on('POST /carts', new ApiError(401, { code: 'UNAUTHENTICATED' })));
    await userEvent.click(await addButton());
    await waitFor(() => expect(adds(before.api)).toHaveLength(1));
    before.unmount();
    const after = show(market(), customer);
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(after.api)[0]?.headers).toEqual(adds(before.api)[0]?.headers);
  });
});

describe('when ordering is not possible', () => {
  test('an inactive item says so above its disabled choices, and links to the menu', async () => {
    show(market({ data: anItem({ status: 'inactive', variants, groupOptions: [heat] }) }));
    const notice = await screen.findByText('Tonkotsu ramen is sold out for now.');
    expect(notice).toBeVisible();
    const [first] = screen.getAllByRole('radio');
    expect(first && notice.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    for (const radio of screen.getAllByRole('radio')) {
      expect(radio).toBeDisabled();
      expect(radio).not.toBeChecked();
    }
    expect(screen.getByLabelText('Notes')).toBeDisabled();
    expect(screen.queryByText('Choose 1')).toBeNull();
    expect(screen.getByRole('button', { name: 'Sold out' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'See the menu' })).toHaveAttribute('href', '/venues/1/vendors/7');
  });

  test('a vendor that takes no orders says so, and leads to the other vendors', async () => {
    show(market().on('GET /vendors', { data: [aVendorSummary({ accepting_orders: false })] }));
    expect(await screen.findByText('Kumo Ramen is not taking orders right now.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Not taking orders' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'See all vendors' })).toHaveAttribute('href', '/venues/1/vendors');
  });

  test('a vendor that takes orders again accepts an order at once', async () => {
    const { api } = show(market().on('GET /vendors', { data: [aVendorSummary({ accepting_orders: false })] }));
    expect(await screen.findByRole('button', { name: 'Not taking orders' })).toBeDisabled();
    api.on('GET /vendors', { data: [aVendorSummary()] });
    act(() => publish('stock-updated', { vendor_id: 7, item_id: null }));
    expect(await addButton()).toBeEnabled();
  });

  test('‘Add to cart’ ignores taps for a moment after it has replaced another button', async () => {
    const { api } = show(market().on('GET /vendors', { data: [aVendorSummary({ accepting_orders: false })] }));
    await screen.findByRole('link', { name: 'See all vendors' });
    api.on('GET /vendors', { data: [aVendorSummary()] });
    act(() => publish('stock-updated', { vendor_id: 7, item_id: null }));
    const button = await addButton();
    await expect(userEvent.click(button)).rejects.toThrow(TAPPED_IN_VAIN);
    await waitFor(() => userEvent.click(button));
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(api)).toHaveLength(1);
  });

  test('keeps the choice when a sold-out item returns', async () => {
    const { api } = show();
    await userEvent.click(await screen.findByRole('radio', { name: /Large/ }));
    api.on('GET /items/21', { data: anItem({ variants, optionGroups: [toppings], status: 'inactive' }) });
    act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }));
    await screen.findByText('Tonkotsu ramen is sold out for now.');
    expect(screen.getByRole('radio', { name: /Large/ })).not.toBeChecked();
    api.on('GET /items/21', { data: ramen });
    act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }));
    expect(await addButton()).toHaveTextContent('$19.50');
    expect(screen.getByRole('radio', { name: /Large/ })).toBeChecked();
  });

  test.each([
    ['is gone', new ApiError(404, { code: 'NOT_FOUND' })],
    ["is another vendor's", { data: anItem({ vendor_id: 8 }) }],
  ])('an item that %s leads back to the menu', async (_case, response) => {
    show(market(response));
    expect(await screen.findByText('This is not on the menu any more.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the menu' })).toHaveAttribute('href', '/venues/1/vendors/7');
  });
});

describe('an item that was sold out when its page was opened', () => {
  const gone = () => market(new ApiError(404, { code: 'NOT_FOUND' }));
  const notice = () => screen.findByText('This is not on the menu any more.');

  test('is shown as soon as its staff switch it on, and keeps its message until then', async () => {
    const { api } = show(gone());
    await notice();
    let respond: (response: unknown) => void = () => {};
    api.on(
      'GET /items/21',
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    const requestCount = () => api.requests.filter(({ path }) => path === '/items/21').length;
    act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }));
    await waitFor(() => expect(requestCount()).toBe(2));
    expect(await notice()).toBeVisible();
    await act(async () => respond({ data: ramen }));
    expect(await addButton()).toBeEnabled();
  });

  test('is shown at the time that its menu gives, when it is back by itself', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-20T18:00Z') });
    const soldOut = { ...aVendor(), next_back_at: '2026-11-21T16:00:00.000Z' };
    const { api } = show(gone().on('GET /vendors/7', { data: soldOut }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('This is not on the menu any more.')).toBeVisible();
    api.on('GET /items/21', { data: ramen });
    await act(() => jest.advanceTimersByTimeAsync(22 * 3_600_000 + 5_000));
    expect(screen.getByRole('heading', { level: 1, name: 'Tonkotsu ramen' })).toBeVisible();
    jest.useRealTimers();
  });

  test('does not request the menu if the item is available', async () => {
    const { api } = show();
    await addButton();
    expect(api.requests.map(({ path }) => path)).not.toContain('/vendors/7');
  });
});

test('stores the table and the delivery that a link of a first screen carries, and removes them from the address', async () => {
  const query =
    'delivery_method=deliver&delivery_method_type=table&delivery_method_location=12&location=Table%204&keep=1';
  renderScreen(<Screen />, {
    api: market(),
    at: `/venues/1/vendors/7/items/21?${query}`,
    path: '/venues/:venueId/vendors/:vendorId/items/:itemId',
    state: { session: customer },
  });
  await addButton();
  expect(readVendorDelivery(7)).toEqual({
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: '12',
  });
  expect(shellState().destination).toBe('Table 4');
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(/items\/21\?keep=1$/));
});

describe('a choice', () => {
  const large = () => screen.findByRole('radio', { name: /Large/ });
  const topping = (name: RegExp) => screen.findByRole('checkbox', { name });
  const choose = async () => {
    const shown = show();
    await userEvent.click(await large());
    await userEvent.click(await topping(/Soy-cured egg/));
    await userEvent.click(await topping(/Sweetcorn/));
    await userEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
    return shown;
  };

  test('survives a reload with variant, options and quantity, and is gone once it is in the cart', async () => {
    (await choose()).unmount();
    const again = show();
    expect(await large()).toBeChecked();
    expect(await topping(/Soy-cured egg/)).toBeChecked();
    expect(await topping(/Sweetcorn/)).toBeChecked();
    await userEvent.click(await addButton());
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(again.api)[0]?.body).toMatchObject({
      variant_id: 2,
      options: [{ id: 11 }, { id: 12 }],
      quantity: 2,
    });
    again.unmount();
    show();
    expect(await large()).not.toBeChecked();
    expect(await topping(/Sweetcorn/)).not.toBeChecked();
  });

  test('loses only what the item no longer offers', async () => {
    (await choose()).unmount();
    const left = anOptionGroup({ id: 10, options: [anOption(12, 'Sweetcorn', 1.5)] });
    const { api } = show(market({ data: anItem({ variants: variants.slice(0, 1), optionGroups: [left] }) }));
    expect(await topping(/Sweetcorn/)).toBeChecked();
    await userEvent.click(await addButton());
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(api)[0]?.body).toMatchObject({ variant_id: 1, options: [{ id: 12 }], quantity: 2 });
  });

  test.each(['null', '{}', '{"choice":{"variantId":2},"userId":5}', '{"choice":7,"userId":5}', 'later'])(
    'is ignored if it is stored as %s',
    async (stored) => {
      window.sessionStorage.setItem('catalog.choice.21', stored);
      show();
      expect(await screen.findByRole('radio', { name: /Regular/ })).toBeChecked();
    },
  );
});

describe('typed notes', () => {
  const notes = () => screen.findByLabelText('Notes');
  const typed = async (text: string, session = customer) => {
    const shown = show(market(), session);
    await userEvent.type(await notes(), text);
    return shown;
  };

  test('survive a reload, and are gone once they are in the cart', async () => {
    (await typed('No peanuts')).unmount();
    const again = show();
    expect(await notes()).toHaveValue('No peanuts');
    await userEvent.click(await addButton());
    await screen.findByRole('link', { name: 'Go to cart' });
    again.unmount();
    show();
    expect(await notes()).toHaveValue('');
  });

  test('return when an item that sold out for a while is back', async () => {
    const { api } = await typed('No peanuts');
    api.on('GET /items/21', new ApiError(404, { code: 'NOT_FOUND' }));
    act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }));
    await screen.findByText('This is not on the menu any more.');
    api.on('GET /items/21', { data: ramen });
    act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }));
    expect(await notes()).toHaveValue('No peanuts');
  });

  test('stay away after the user removes them', async () => {
    const { unmount } = await typed('No peanuts');
    await userEvent.clear(await notes());
    unmount();
    show();
    expect(await notes()).toHaveValue('');
  });

  test('are hidden from the next person on this tab, unless they were typed signed out', async () => {
    const other = {
      user: { id: 6, name: 'Alex', vendors: [] },
      context: { type: 'User' as const, data: { id: 6, name: 'Alex' } },
    };
    (await typed('No peanuts')).unmount();
    const { unmount } = show(market(), other);
    expect(await notes()).toHaveValue('');
    unmount();
    window.sessionStorage.clear();
    const visitor = show(market(), null);
    await userEvent.type(await notes(), 'No peanuts');
    visitor.unmount();
    show(market(), other);
    expect(await notes()).toHaveValue('No peanuts');
  });
});

describe('a vendor', () => {
  const vendor = {
    user: { id: 5, name: 'Mai', vendors: [{ id: 7, name: 'Kumo Ramen' }] },
    context: { type: 'Vendor' as const, data: { id: 7, name: 'Kumo Ramen' } },
  };

  test('sees an item, and is led to the personal account to order', async () => {
    show(market(), vendor);
    expect(await screen.findByRole('heading', { level: 1, name: 'Tonkotsu ramen' })).toBeVisible();
    expect(screen.getByRole('radio', { name: /Large.*\$19\.50/ })).toBeVisible();
    expect(screen.getByText('Switch to your personal account to order.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/profile');
    expect(screen.queryByRole('button', { name: /Add to cart|quantity/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Go to cart' })).toBeNull();
  });

  test('can order as soon as another tab has switched to the personal account', async () => {
    const { api } = show(market(), vendor);
    await screen.findByText('Switch to your personal account to order.');
    act(() => publish('context-switched', { context: { type: 'User', data: { id: 5, name: 'Mai' } } }, 'tab'));
    await userEvent.click(await addButton());
    await screen.findByRole('link', { name: 'Go to cart' });
    expect(adds(api)).toHaveLength(1);
  });

  test('does not complete an add that was requested before the switch to the vendor', async () => {
    const before = show(market(), null);
    await userEvent.click(await addButton());
    before.unmount();
    const after = show(market(), vendor);
    await screen.findByText('Switch to your personal account to order.');
    expect(adds(after.api)).toEqual([]);
  });
});

test('Add to cart says that the device is offline and adds nothing, also later', async () => {
  const api = market();
  const { store } = show(api);
  const button = await screen.findByRole('button', { name: /Add to cart/ });
  act(() => publish('connection-changed', { isOnline: false }));
  await userEvent.click(button);
  expect(store.state.getState().toast).toMatchObject({
    content: 'You are offline: nothing was added. Try again when you are back online.',
  });
  act(() => publish('connection-changed', { isOnline: true }));
  expect(adds(api)).toEqual([]);
});
