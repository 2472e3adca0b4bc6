import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { invalidate } from 'shared-contracts/query';
import { Link } from 'shared-contracts/router';
import { aVenue, type FakeRequest, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { MenuEditor } from 'shared-contracts/types';
import { isAfter, layOut } from '../testing/lay-out';
import { aMenuToEdit, anEditedItem } from '../testing/menu';
import { kumo } from '../testing/stock';
import { Screen } from './menu-editor.screen';

const PATH = '/vendors/7/menu-editor';

const apiWith = (menu: unknown = { data: aMenuToEdit() }) => fakeApi().on(`GET ${PATH}`, menu);

const show = (api = apiWith(), { at = '/vendor/7/menu', session = VENDOR } = {}) =>
  renderScreen(<Screen />, { api, at, path: '/vendor/:vendorId/menu', state: { session } });

const asStaff = {
  ...VENDOR,
  user: { ...VENDOR.user, vendors: [{ id: 7, name: 'Kumo Ramen', role: 'staff' as const }] },
};

const asOutsider = { ...VENDOR, user: { ...VENDOR.user, vendors: [] } };

/** Returns the API's response to a change: the menu as it is then. */
const edited = (menu: MenuEditor, entryId: number | null) => ({ data: { ...menu, entry_id: entryId } });
const sentChanges = ({ requests }: { requests: FakeRequest[] }) => requests.filter(({ method }) => method !== 'GET');
const changed = (menu: MenuEditor) => new ApiError(409, { code: 'MENU_CHANGED', message: 'It changed.', data: menu });
const withMiso = (fields: Parameters<typeof anEditedItem>[2] & { name?: string }, version = 'second') =>
  aMenuToEdit({
    version,
    items: [{ ...anEditedItem(101, 'Miso'), ...fields }, anEditedItem(102, 'Shoyu'), anEditedItem(103, 'Shio')],
  });

beforeEach(() => window.sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

const field = (name: string) => screen.findByRole('textbox', { name });
async function retype(name: string, text: string): Promise<void> {
  const control = await field(name);
  await userEvent.clear(control);
  if (text) await userEvent.paste(text);
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** Matches a paragraph by all its text, which may be in several elements. */
const paragraph = (text: string) => (_own: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === text;
const openMiso = () => press('Edit Miso');

describe('the page of a stall’s menu', () => {
  test('lists the items by menu and section, with prices, and marks hidden entries', async () => {
    show(apiWith({ data: withMiso({ status: 'inactive' }) }));
    expect(screen.getByText('Loading the menu…')).toBeInTheDocument();
    const bowls = await screen.findByRole('region', { name: 'Bowls' });
    expect(
      within(bowls)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringMatching(/^Miso\$12\.50 ?Hidden/),
      expect.stringMatching(/^Shoyu\$12\.50/),
      expect.stringMatching(/^Shio\$12\.50/),
    ]);
    expect(screen.getByRole('heading', { level: 2, name: 'Late Hidden' })).toBeInTheDocument();
  });

  test('offers to add a menu when there is none', async () => {
    show(apiWith({ data: { ...aMenuToEdit(), menus: [] } }));
    expect(await screen.findByText('Your menu is empty.')).toBeInTheDocument();
    await press('Add a menu');
    expect(await screen.findByRole('heading', { name: 'New menu' })).toBeInTheDocument();
  });

  test('makes an empty menu live after one item with a name and a price', async () => {
    const { api, store } = show(apiWith({ data: { ...aMenuToEdit(), menus: [] } }));
    api.on(`POST ${PATH}/items`, edited(aMenuToEdit({ version: 'second' }), 101));
    await press('Add your first item');
    await retype('Name', 'Miso');
    await retype('Price, $', '12');
    await press('Save');
    expect(await screen.findByRole('region', { name: 'Bowls' })).toBeInTheDocument();
    const [{ body }] = sentChanges(api) as [FakeRequest];
    expect(body).toEqual({
      version: 'first',
      name: 'Miso',
      variants: [{ name: 'Regular', price: 12, status: 'active' }],
    });
    expect(store.state.getState().toast?.content).toBe('Saved. Your menu is live.');
  });

  test('does not show the unsaved changes of another person on the same tab', async () => {
    const { unmount } = show();
    await openMiso();
    await retype('Name', 'Red miso');
    unmount();
    show(undefined, { session: { ...VENDOR, user: { ...VENDOR.user, id: 99 } } });
    expect(await screen.findByRole('region', { name: 'Bowls' })).toBeInTheDocument();
    expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
  });

  test('keeps its rows drawn behind a form, since a thousand of them are slow to draw', async () => {
    show();
    const edit = await screen.findByRole('button', { name: 'Edit Miso' });
    await openMiso();
    expect(await screen.findByRole('heading', { name: 'Edit Miso' })).toBeInTheDocument();
    expect(edit).not.toBeVisible();
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Edit Miso' })).toBe(edit);
  });

  test('is not requested for staff', () => {
    const { api } = show(undefined, { session: asStaff });
    expect(screen.getByText('Only an owner of this vendor changes its menu.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  test('is shown to a person outside the vendor only if the API allows it, as for an operator', async () => {
    const { unmount } = show(undefined, { session: asOutsider });
    expect(await screen.findByRole('region', { name: 'Bowls' })).toBeInTheDocument();
    unmount();
    show(apiWith(new ApiError(403, { code: 'FORBIDDEN' })), { session: asOutsider });
    expect(await screen.findByText('This is not one of your vendors.')).toBeInTheDocument();
  });

  test('says who may change the menu when the API refuses it', async () => {
    show(apiWith(new ApiError(403, { message: 'No.' })));
    expect(await screen.findByText('Only an owner of this vendor changes its menu.')).toBeInTheDocument();
  });

  test('loads the menu with Try Again after a failure', async () => {
    const api = apiWith(new ApiError(400, { message: 'No.' }));
    show(api);
    await screen.findByText('This section could not be loaded');
    api.on(`GET ${PATH}`, { data: aMenuToEdit() });
    await press('Try Again');
    expect(await screen.findByRole('region', { name: 'Bowls' })).toBeInTheDocument();
  });
});

describe('an entry of the list', () => {
  const more = (name: string) => press(`More for ${name}`);

  test('is hidden, and the list marks it as hidden', async () => {
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, edited(withMiso({ status: 'inactive' }), 101));
    await more('Miso');
    await press('Hide from customers');
    expect(await screen.findByText('Hidden', { selector: 'li *' })).toBeInTheDocument();
    expect(sentChanges(api)).toMatchObject([{ body: { version: 'first', status: 'inactive' } }]);
  });

  test('stays changed when an earlier request for the menu gets its response later', async () => {
    const { api } = show();
    await screen.findByRole('button', { name: 'Edit Miso' });
    let respond = () => {};
    const response = new Promise<void>((resolve) => {
      respond = resolve;
    });
    api.on(`GET ${PATH}`, () => response.then(() => ({ data: aMenuToEdit() })));
    void invalidate(PATH);
    api.on(`PUT ${PATH}/items/101`, edited(withMiso({ status: 'inactive' }), 101));
    await more('Miso');
    await press('Hide from customers');
    await screen.findByText('Hidden', { selector: 'li *' });
    respond();
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(screen.getByText('Hidden', { selector: 'li *' })).toBeInTheDocument();
  });

  test('is moved with the keyboard, and its new position is announced', async () => {
    const { api } = show();
    const [miso, shoyu, shio] = aMenuToEdit().menus[0]?.groups[0]?.items ?? [];
    if (!miso || !shoyu || !shio) throw new Error('The menu of these tests has three items.');
    api.on(`POST ${PATH}/items/101/move`, edited(aMenuToEdit({ version: 'second', items: [shoyu, miso, shio] }), 101));
    await more('Miso');
    expect(screen.getByRole('status')).toHaveTextContent('Place 1 of 3');
    expect(screen.getByRole('button', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'true');
    screen.getByRole('button', { name: 'Move down' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Place 2 of 3'));
    expect(sentChanges(api)).toMatchObject([{ body: { version: 'first', after_id: 102 } }]);
  });

  test('moves to another section', async () => {
    const { api } = show();
    api.on(`POST ${PATH}/items/101/move`, edited(aMenuToEdit({ version: 'second', items: [] }), 101));
    await more('Miso');
    await userEvent.selectOptions(screen.getByLabelText('Section'), 'All day · Sides');
    await waitFor(() => expect(sentChanges(api)).toMatchObject([{ body: { after_id: null, parent_id: 12 } }]));
  });

  test('is deleted after a confirmation', async () => {
    const { api } = show();
    api.on(`DELETE ${PATH}/items/101`, edited(aMenuToEdit({ version: 'second', items: [] }), null));
    await more('Miso');
    await press('Delete');
    const question = screen.getByRole('alertdialog', { name: 'Delete the item Miso?' });
    expect(question).toHaveTextContent('Orders and receipts keep it.');
    expect(sentChanges(api)).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Miso')).toBeNull());
    expect(sentChanges(api)).toMatchObject([{ params: { version: 'first' } }]);
    expect(screen.getByRole('button', { name: 'Edit the section Bowls' })).toHaveFocus();
  });

  test('is changed even if another editor changed something else meanwhile, but not if they changed the same entry', async () => {
    const { api, store } = show();
    const elsewhere = { ...aMenuToEdit({ version: 'second' }), currency_symbol: 'C$' };
    let tries = 0;
    api.on(`PUT ${PATH}/items/101`, () => {
      tries += 1;
      return tries === 1 ? changed(elsewhere) : edited(elsewhere, 101);
    });
    await more('Miso');
    await press('Hide from customers');
    await waitFor(() =>
      expect(sentChanges(api).map(({ body }) => body)).toEqual([
        { version: 'first', status: 'inactive' },
        { version: 'second', status: 'inactive' },
      ]),
    );

    api.on(`PUT ${PATH}/items/101`, changed(withMiso({ name: 'Red miso' }, 'third')));
    await more('Miso');
    await press('Hide from customers');
    await waitFor(() =>
      expect(store.state.getState().toast).toMatchObject({
        content: 'Someone else has changed this meanwhile. Look at it, then try again.',
        color: 'danger',
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Red miso' })).toBeInTheDocument();
  });

  test('is duplicated only once, even if the first response is lost', async () => {
    const { api, store } = show();
    api.on(`POST ${PATH}/items/101/duplicate`, new ApiError(0, { code: 'NETWORK', message: 'Not reached.' }));
    await more('Miso');
    await press('Duplicate');
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: 'Not reached.' }));
    const withCopy = withMiso({ name: 'Miso' });
    api.on(`POST ${PATH}/items/101/duplicate`, changed(withCopy));
    await press('Duplicate');
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: 'It changed.' }));
    expect(sentChanges(api).map(({ body }) => body)).toEqual([{ version: 'first' }, { version: 'first' }]);
    api.on(`POST ${PATH}/items/101/duplicate`, edited(withCopy, 105));
    await press('Duplicate');
    await waitFor(() => expect(sentChanges(api).at(-1)?.body).toEqual({ version: 'second' }));
  });
});

describe('the form of an item', () => {
  test('adds an item with only a name and a price', async () => {
    const { api } = show();
    const menu = withMiso({}, 'second');
    api.on(`POST ${PATH}/items`, edited(menu, 104));
    await press('Add an item to Bowls');
    await retype('Name', ' Tonkotsu ');
    await retype('Price, $', '16,50');
    await press('Save');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    expect(sentChanges(api)).toMatchObject([
      {
        body: {
          version: 'first',
          parent_id: 11,
          name: 'Tonkotsu',
          variants: [{ name: 'Regular', price: 16.5, status: 'active' }],
        },
      },
    ]);
    expect(window.sessionStorage).toHaveLength(0);
  });

  test('sends only the changed fields', async () => {
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, edited(withMiso({ name: 'Red miso' }), 101));
    await openMiso();
    await retype('Name', 'Red miso');
    await press('Save');
    expect(await screen.findByText('Red miso')).toBeInTheDocument();
    expect(sentChanges(api).map(({ body }) => body)).toEqual([{ version: 'first', name: 'Red miso' }]);
  });

  test('adds sizes and choices to an item', async () => {
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, edited(withMiso({}), 101));
    await openMiso();
    await press('Add another size');
    await retype('Name of size 2', 'Large');
    await retype('Price of size 2, $', '15');
    await press('Add choices');
    await retype('Name of the choices', 'Spice');
    await retype('At least', '1');
    await retype('At most', '1');
    await retype('Name of choice 1', 'Mild');
    await press('Save');
    await waitFor(() => expect(sentChanges(api)).toHaveLength(1));
    expect(sentChanges(api)).toMatchObject([
      {
        body: {
          variants: [
            { id: 1010, name: 'Regular', price: 12.5 },
            { name: 'Large', price: 15 },
          ],
          option_groups: [{ name: 'Spice', min_select: 1, max_select: 1, options: [{ name: 'Mild', price: 0 }] }],
        },
      },
    ]);
  });

  describe('when the item is hidden', () => {
    const hidden = { status: 'inactive', back_at: '2100-01-02T16:00:00.000Z' } as const;
    const untilTomorrow = () => screen.findByRole('checkbox', { name: /^Off until tomorrow/ });

    test('saves an item as off until tomorrow', async () => {
      const { api } = show();
      api.on(`PUT ${PATH}/items/101`, edited(withMiso(hidden), 101));
      await openMiso();
      expect(screen.queryByRole('checkbox', { name: /^Off until tomorrow/ })).toBeNull();
      await userEvent.click(await screen.findByRole('checkbox', { name: 'Show to customers' }));
      await userEvent.click(await untilTomorrow());
      await press('Save');
      await waitFor(() =>
        expect(sentChanges(api)).toMatchObject([{ body: { status: 'inactive', until: 'tomorrow' } }]),
      );
    });

    test.each([
      ['Off until tomorrow', { status: 'inactive', until: null }],
      ['Show to customers', { status: 'active', until: null }],
    ])('says when the item is back, and “%s” cancels that time', async (name, sent) => {
      const { api } = show(apiWith({ data: withMiso(hidden) }));
      api
        .on('GET /vendors/7', { data: kumo([]) })
        .on('GET /venues/1', { data: aVenue() })
        .on(`PUT ${PATH}/items/101`, edited(withMiso({}), 101));
      await openMiso();
      expect(await screen.findByText('back 2 Jan 11:00')).toBeInTheDocument();
      expect(await untilTomorrow()).toBeChecked();
      await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^${name}`) }));
      await press('Save');
      await waitFor(() => expect(sentChanges(api).map(({ body }) => body)).toEqual([{ version: 'second', ...sent }]));
    });
  });

  describe('in a venue with several taxes', () => {
    const taxes = {
      tax: { name: 'HST', rate: 13, included: false },
      categories: [{ id: 1, slug: 'alcohol', name: 'Alcohol', rate: 20 }],
      items: [],
    };

    test('offers the taxes and saves the chosen one', async () => {
      const { api } = show(apiWith().on('GET /vendors/7/taxes', { data: taxes }));
      api.on(`PUT ${PATH}/items/101`, edited(withMiso({ tax_category_id: 1 }), 101));
      await openMiso();
      const select = await screen.findByRole('combobox', { name: 'Tax of this item' });
      expect(select).toHaveDisplayValue('HST 13 %, as of the venue');
      await userEvent.selectOptions(select, 'Alcohol 20 %');
      await press('Save');
      await waitFor(() =>
        expect(sentChanges(api).map(({ body }) => body)).toEqual([{ version: 'first', tax_category_id: 1 }]),
      );
    });

    test('shows both taxes when another editor has chosen a different one', async () => {
      const { api } = show(
        apiWith({ data: withMiso({ tax_category_id: 1 }, 'first') }).on('GET /vendors/7/taxes', {
          data: { ...taxes, categories: [...taxes.categories, { id: 2, slug: 'food', name: 'Food', rate: 7.25 }] },
        }),
      );
      api.on(`PUT ${PATH}/items/101`, changed(withMiso({ tax_category_id: 2 })));
      await openMiso();
      await userEvent.selectOptions(
        await screen.findByRole('combobox', { name: 'Tax of this item' }),
        'HST 13 %, as of the venue',
      );
      await press('Save');
      expect(await screen.findByText(paragraph('Theirs: Food 7.25 %'))).toBeInTheDocument();
      expect(screen.getByText(paragraph('Yours: HST 13 %, as of the venue'))).toBeInTheDocument();
    });
  });

  test('shows the errors beside their fields and sends nothing', async () => {
    const { api } = show();
    await openMiso();
    await retype('Name', '');
    await retype('Price, $', 'much');
    await press('Save');
    expect(await field('Name')).toHaveAccessibleDescription('A name is required.');
    expect(await field('Price, $')).toHaveAccessibleDescription('Type a price, such as 12 or 12.50.');
    expect(sentChanges(api)).toEqual([]);
  });

  test('keeps Save under the finger when errors appear above it', async () => {
    show();
    await openMiso();
    await retype('Name', '');
    await retype('Price, $', 'much');
    const button = screen.getByRole('button', { name: 'Save' });
    const place = layOut(button);
    await press('Save');
    expect(window.scrollBy).toHaveBeenCalledTimes(1);
    expect(button.getBoundingClientRect().top).toBe(place);
    expect(isAfter(screen.getByText(/See the red fields/), button)).toBe(true);
  });

  test('shows an error of the API beside its field', async () => {
    const { api } = show();
    const errors = { 'variants.0.price': ['A price is 10000000 at most.'] };
    api.on(`PUT ${PATH}/items/101`, new ApiError(422, { code: 'INVALID', message: 'No.', errors }));
    await openMiso();
    await retype('Price, $', '99999999');
    await press('Save');
    await waitFor(async () =>
      expect(await field('Price, $')).toHaveAccessibleDescription('A price is 10000000 at most.'),
    );
    await waitFor(async () => expect(await field('Price, $')).toHaveFocus());
  });

  test('shows an error of the API that belongs to no field, with its subject', async () => {
    const { api } = show();
    const errors = { 'variants.0.id': ['This is not a part of the menu.'] };
    api.on(`PUT ${PATH}/items/101`, new ApiError(422, { code: 'INVALID', message: 'No.', errors }));
    await openMiso();
    await retype('Price, $', '13');
    await press('Save');
    expect(await screen.findByText('Sizes and prices: This is not a part of the menu.')).toBeInTheDocument();
    expect(screen.queryByText(/See the red fields/)).toBeNull();
  });

  test('keeps the typed text after a failed save, and moves the focus to the reason', async () => {
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, new ApiError(503, { code: 'DATABASE_UNAVAILABLE', message: 'Not available.' }));
    await openMiso();
    await retype('Name', 'Red miso');
    await press('Save');
    const reason = await screen.findByText('Not available. What you typed is kept in this tab.');
    expect(isAfter(reason, screen.getByRole('button', { name: 'Save' }))).toBe(true);
    await waitFor(() => expect(document.activeElement).toContainElement(reason));
    expect(await field('Name')).toHaveValue('Red miso');
  });
});

describe('a new item whose response was lost', () => {
  const lost = new ApiError(0, { code: 'NETWORK', message: 'Not reached.' });
  const withTonkotsu = () =>
    aMenuToEdit({ version: 'second', items: [anEditedItem(101, 'Miso'), anEditedItem(104, 'Tonkotsu')] });
  const sentVersions = (api: ReturnType<typeof fakeApi>) =>
    sentChanges(api).map(({ body }) => (body as { version: string }).version);

  async function loseFirstResponse() {
    const view = show();
    view.api.on(`POST ${PATH}/items`, lost);
    await press('Add an item to Bowls');
    await retype('Name', 'Tonkotsu');
    await retype('Price, $', '16');
    await press('Save');
    expect(await screen.findByText('Not reached. What you typed is kept in this tab.')).toBeInTheDocument();
    return view;
  }

  test('is added again only after its editor has read that the menu has it already', async () => {
    const { api } = await loseFirstResponse();
    api.on(`POST ${PATH}/items`, changed(withTonkotsu()));
    await press('Save');
    expect(
      await screen.findByText(
        'The menu has changed meanwhile: Tonkotsu is there already. Save again to add another one.',
      ),
    ).toBeInTheDocument();
    expect(sentVersions(api)).toEqual(['first', 'first']);
    api.on(`POST ${PATH}/items`, edited(withTonkotsu(), 105));
    await press('Save');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    expect(sentVersions(api)).toEqual(['first', 'first', 'second']);
  });

  test('is sent again for the version of the first try, also after a reload', async () => {
    const { api, unmount } = await loseFirstResponse();
    unmount();
    api.on(`GET ${PATH}`, { data: withTonkotsu() });
    api.on(`POST ${PATH}/items`, changed(withTonkotsu()));
    show(api);
    await press('Continue with Tonkotsu');
    await press('Save');
    expect(await screen.findByText(/Tonkotsu is there already/)).toBeInTheDocument();
    expect(sentVersions(api)).toEqual(['first', 'first']);
  });

  test('is sent again for the version of the first try, also if the page was left before the response', async () => {
    const { api, unmount } = show();
    api.on(`POST ${PATH}/items`, new Promise(() => {}));
    await press('Add an item to Bowls');
    await retype('Name', 'Tonkotsu');
    await retype('Price, $', '16');
    await press('Save');
    await waitFor(() => expect(sentChanges(api)).toHaveLength(1));
    unmount();
    api.on(`GET ${PATH}`, { data: withTonkotsu() });
    api.on(`POST ${PATH}/items`, changed(withTonkotsu()));
    show(api);
    await press('Continue with Tonkotsu');
    await press('Save');
    expect(await screen.findByText(/Tonkotsu is there already/)).toBeInTheDocument();
    expect(sentVersions(api)).toEqual(['first', 'first']);
  });

  test('is sent for the present version after a refusal', async () => {
    const { api, unmount } = show();
    api.on(
      `POST ${PATH}/items`,
      new ApiError(422, { code: 'INVALID', message: 'No.', errors: { name: ['Too long.'] } }),
    );
    await press('Add an item to Bowls');
    await retype('Name', 'Tonkotsu');
    await retype('Price, $', '16');
    await press('Save');
    expect(await screen.findByText('Too long.')).toBeInTheDocument();
    unmount();
    api.on(`GET ${PATH}`, { data: withMiso({}) });
    api.on(`POST ${PATH}/items`, edited(withTonkotsu(), 104));
    show(api);
    await press('Continue with Tonkotsu');
    await press('Save');
    await waitFor(() => expect(sentVersions(api)).toEqual(['first', 'second']));
  });

  test('needs another Save when the menu has changed without it', async () => {
    const { api } = await loseFirstResponse();
    api.on(`POST ${PATH}/items`, changed(withMiso({})));
    await press('Save');
    expect(
      await screen.findByText('The menu has changed meanwhile. Save again to add this to it.'),
    ).toBeInTheDocument();
  });
});

describe('a save in progress', () => {
  /** Shows the screen beside a link to another page, and starts a save. */
  async function startSave() {
    const { api } = renderScreen(
      <>
        <Screen />
        <Link to="/queues">Queue</Link>
      </>,
      { api: apiWith(), at: '/vendor/7/menu', path: '/vendor/:vendorId/menu', state: { session: VENDOR } },
    );
    let respond: (response: unknown) => void = () => {};
    api.on(
      `PUT ${PATH}/items/101`,
      new Promise((resolve) => {
        respond = resolve;
      }),
    );
    await openMiso();
    await retype('Name', 'Red miso');
    await press('Save');
    await waitFor(() => expect(sentChanges(api)).toHaveLength(1));
    return { api, respond };
  }

  test('disables the fields and is sent only once', async () => {
    const { api, respond } = await startSave();
    expect(await field('Name')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
    await userEvent.type(await field('Name'), ' deluxe');
    expect(await field('Name')).toHaveValue('Red miso');
    await press('Save');
    respond(edited(withMiso({ name: 'Red miso' }), 101));
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    expect(sentChanges(api)).toHaveLength(1);
  });

  test('leaves the typed text editable after it has failed', async () => {
    const { respond } = await startSave();
    respond(new ApiError(503, { message: 'Not available.' }));
    expect(await screen.findByText('Not available. What you typed is kept in this tab.')).toBeInTheDocument();
    await userEvent.type(await field('Name'), ' deluxe');
    expect(await field('Name')).toHaveValue('Red miso deluxe');
  });

  test('does not close the page that its editor has gone to', async () => {
    const { respond } = await startSave();
    await userEvent.click(screen.getByRole('link', { name: 'Queue' }));
    await act(async () => respond(edited(withMiso({ name: 'Red miso' }), 101)));
    await waitFor(() => expect(window.sessionStorage).toHaveLength(0));
    expect(screen.getByTestId('address')).toHaveTextContent('/queues');
  });
});

describe('the focus', () => {
  test('goes to the heading of the form, and back to the entry', async () => {
    show();
    await openMiso();
    expect(await screen.findByRole('heading', { name: 'Edit Miso' })).toHaveFocus();
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Edit Miso' })).toHaveFocus();
  });

  test('goes to the name of a new item, and back to its section', async () => {
    show();
    await press('Add an item to Bowls');
    expect(await field('Name')).toHaveFocus();
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Edit the section Bowls' })).toHaveFocus();
  });

  test('goes to the first field with an error', async () => {
    show();
    await openMiso();
    await retype('Price, $', 'much');
    await press('Save');
    await waitFor(async () => expect(await field('Price, $')).toHaveFocus());
  });

  test('goes to the fields in conflict, and to Save once they are settled', async () => {
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, changed(withMiso({ name: 'White miso', description: 'Rich' })));
    await openMiso();
    await retype('Name', 'Red miso');
    await retype('Description', 'Light');
    await press('Save');
    const name = await screen.findByText(paragraph('Theirs: White miso'));
    await waitFor(() => expect(document.activeElement).toContainElement(name));
    await press('Keep mine: Name');
    const description = screen.getByText(paragraph('Theirs: Rich'));
    await waitFor(() => expect(document.activeElement).toContainElement(description));
    await press('Keep mine: Description');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  });
});

describe('typed text that is not saved', () => {
  test('is discarded by Cancel only after a confirmation', async () => {
    show();
    await openMiso();
    await retype('Name', 'Red miso');
    await press('Cancel');
    await press('Keep editing');
    expect(await field('Name')).toHaveValue('Red miso');
    await press('Cancel');
    await press('Discard');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
  });

  test('returns after the page was left', async () => {
    const { unmount } = show();
    await openMiso();
    await retype('Name', 'Red miso');
    unmount();
    show();
    expect(await screen.findByText('You have unsaved changes: Red miso.')).toBeInTheDocument();
    await press('Continue with Red miso');
    expect(await field('Name')).toHaveValue('Red miso');
    expect(screen.getByText('These are your changes from before. They are not saved yet.')).toBeInTheDocument();
  });

  test('is discarded from the list after a confirmation', async () => {
    const { unmount } = show();
    await openMiso();
    await retype('Name', 'Red miso');
    unmount();
    show();
    await press('Discard Red miso');
    await press('Discard');
    await waitFor(() => expect(screen.queryByText(/You have unsaved changes/)).toBeNull());
  });

  test('does not exist in an unchanged form, so Cancel asks nothing', async () => {
    show();
    await openMiso();
    await press('Cancel');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
  });
});

describe('a change by another editor', () => {
  test('is kept without a question if it is to another field', async () => {
    const { api } = show();
    const theirs = withMiso({ description: 'Rich' });
    const bodies: unknown[] = [];
    api.on(`PUT ${PATH}/items/101`, ({ body }: FakeRequest) => {
      bodies.push(body);
      return bodies.length === 1
        ? changed(theirs)
        : edited(withMiso({ description: 'Rich', name: 'Red miso' }, 'third'), 101);
    });
    await openMiso();
    await retype('Name', 'Red miso');
    await press('Save');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    expect(bodies).toEqual([
      { version: 'first', name: 'Red miso' },
      { version: 'second', name: 'Red miso' },
    ]);
  });

  test.each([
    ['Keep mine: Name', 'Red miso', [{ version: 'second', name: 'Red miso' }]],
    ['Take theirs: Name', 'White miso', []],
  ])('is asked about if it is to the same field: “%s”', async (choice, name, sent) => {
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, changed(withMiso({ name: 'White miso' })));
    await openMiso();
    await retype('Name', 'Red miso');
    await press('Save');
    expect(await screen.findByText(paragraph('Theirs: White miso'))).toBeInTheDocument();
    expect(screen.getByText(paragraph('Yours: Red miso'))).toBeInTheDocument();
    const first = sentChanges(api).length;
    api.on(`PUT ${PATH}/items/101`, edited(withMiso({ name }, 'third'), 101));
    await press(choice);
    expect(await field('Name')).toHaveValue(name);
    await press('Save');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    expect(
      sentChanges(api)
        .slice(first)
        .map(({ body }) => body),
    ).toEqual(sent);
  });

  test('is asked about if it shows an item that is to be off until tomorrow', async () => {
    const { api } = show(apiWith({ data: withMiso({ status: 'inactive' }, 'first') }));
    api.on(`PUT ${PATH}/items/101`, changed(withMiso({})));
    await openMiso();
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Off until tomorrow/ }));
    await press('Save');
    expect(await screen.findByText(paragraph('Theirs: shown'))).toBeInTheDocument();
    expect(screen.getByText(paragraph('Yours: hidden until tomorrow'))).toBeInTheDocument();
    api.on(`PUT ${PATH}/items/101`, edited(withMiso({ status: 'inactive' }, 'third'), 101));
    await press('Keep mine: Hidden or shown');
    await press('Save');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    expect(sentChanges(api).at(-1)?.body).toEqual({ version: 'second', status: 'inactive', until: 'tomorrow' });
  });

  test('replaces the user’s own change after “Take theirs”', async () => {
    const { api } = show(apiWith({ data: withMiso({ status: 'inactive' }, 'first') }));
    api.on(`PUT ${PATH}/items/101`, changed(withMiso({})));
    await openMiso();
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Off until tomorrow/ }));
    await press('Save');
    await press('Take theirs: Hidden or shown');
    expect(screen.getByRole('checkbox', { name: 'Show to customers' })).toBeChecked();
    expect(screen.queryByRole('checkbox', { name: /^Off until tomorrow/ })).toBeNull();
    await press('Save');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    expect(sentChanges(api)).toHaveLength(1);
  });

  test('is shown beside the typed text, even if that cannot be sent', async () => {
    const { api } = show();
    const variants = [{ id: 1010, name: 'Regular', price: 14, status: 'active' as const }];
    api.on(`PUT ${PATH}/items/101`, changed(withMiso({ variants })));
    await openMiso();
    await retype('Price, $', '13');
    await press('Save');
    await screen.findByText(paragraph('Theirs: Regular $14.00'));
    await retype('Price, $', '13,000');
    expect(screen.getByText(paragraph('Yours: Regular 13,000'))).toBeInTheDocument();
  });

  test('that removed a size is undone by “Keep mine”, which adds the size again', async () => {
    const size = (id: number, name: string, price: number) => ({ id, name, price, status: 'active' as const });
    const { api } = show(
      apiWith({ data: withMiso({ variants: [size(1, 'Small', 10), size(2, 'Large', 15)] }, 'first') }),
    );
    api.on(`PUT ${PATH}/items/101`, changed(withMiso({ variants: [size(1, 'Small', 10)] })));
    await openMiso();
    await retype('Price of size 2, $', '16');
    await press('Save');
    await press('Keep mine: Sizes and prices');
    api.on(`PUT ${PATH}/items/101`, edited(withMiso({}, 'third'), 101));
    await press('Save');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
    expect(sentChanges(api).at(-1)?.body).toEqual({
      version: 'second',
      variants: [size(1, 'Small', 10), { name: 'Large', price: 16, status: 'active' }],
    });
  });

  test('that deleted the item leaves the typed text, which can be added again', async () => {
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, changed(aMenuToEdit({ version: 'second', items: [] })));
    api.on(`POST ${PATH}/items`, edited(aMenuToEdit({ version: 'third' }), 104));
    await openMiso();
    await retype('Name', 'Red miso');
    await press('Save');
    expect(await screen.findByText(/Someone else has deleted this/)).toBeInTheDocument();
    await press('Add it again');
    await waitFor(() =>
      expect(sentChanges(api).at(-1)).toMatchObject({
        path: `${PATH}/items`,
        body: { name: 'Red miso', variants: [{ name: 'Regular', price: 12.5 }] },
      }),
    );
  });
});

describe('allergens and diets', () => {
  const toppings = {
    id: 5,
    name: 'Toppings',
    status: 'active' as const,
    min_select: 0,
    max_select: null,
    options: [{ id: 51, name: 'Egg', price: 1, status: 'active' as const, allergens: [] }],
  };
  const tick = async (label: string, name: string) =>
    userEvent.click(within(await screen.findByRole('group', { name: label })).getByRole('checkbox', { name }));
  const save = async (api: ReturnType<typeof apiWith>) => {
    api.on(`PUT ${PATH}/items/101`, edited(withMiso({}), 101));
    await press('Save');
    await waitFor(() => expect(sentChanges(api)).toHaveLength(1));
    return sentChanges(api)[0]?.body;
  };

  test('are not stated at first, and then none of them or the ticked ones', async () => {
    const { api } = show();
    await openMiso();
    expect(screen.queryByRole('group', { name: 'It contains' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: /State the allergens/ }));
    expect(screen.getByText(/^Guests read: none of the 14 allergens/)).toBeInTheDocument();
    await tick('It contains', 'Soybeans');
    await tick('It contains', 'Gluten');
    expect(screen.getByText('Guests read: contains gluten, soybeans.')).toBeInTheDocument();
    await tick('It is', 'Vegan');
    expect(await save(api)).toEqual({ version: 'first', allergens: ['gluten', 'soybeans'], diets: ['vegan'] });
  });

  test('can be withdrawn', async () => {
    const { api } = show(apiWith({ data: withMiso({ allergens: ['milk'] }, 'first') }));
    await openMiso();
    await userEvent.click(screen.getByRole('checkbox', { name: /State the allergens/ }));
    expect(await save(api)).toEqual({ version: 'first', allergens: null });
  });

  test('are saved with the choice that adds them', async () => {
    const { api } = show(apiWith({ data: withMiso({ option_groups: [toppings] }, 'first') }));
    await openMiso();
    await userEvent.click(screen.getByText('Allergens that Egg adds: none'));
    await tick('Egg adds', 'Eggs');
    expect(screen.getByText('Allergens that Egg adds: eggs')).toBeInTheDocument();
    expect(await save(api)).toMatchObject({ option_groups: [{ options: [{ id: 51, allergens: ['eggs'] }] }] });
  });

  test('show an error beside them when they contradict each other', async () => {
    const { api } = show();
    await openMiso();
    const message = 'An item that is vegan cannot contain milk.';
    api.on(`PUT ${PATH}/items/101`, new ApiError(422, { message: 'No.', errors: { diets: [message] } }));
    await tick('It is', 'Vegan');
    await press('Save');
    expect(await within(screen.getByRole('region', { name: 'Allergens and diet' })).findByText(message)).toBeVisible();
  });
});
