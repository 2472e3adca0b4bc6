import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { HallStalls } from 'shared-contracts/types';
import { Screen as StallScreen } from './stall.screen';
import { Screen as StallsScreen } from './stalls.screen';
import { aStall, stallsOf } from './stalls.testing';

const BUNS = aStall({ id: 8, version: 'v8', name: 'Bun House', is_open: false, mode: 'closed', items: 0, people: 0 });
const BOTH = stallsOf([aStall(), BUNS]);

const apiWith = (stalls: unknown): FakeApi =>
  fakeApi()
    .on('GET /venues/1/vendors', stalls)
    .on('GET /operated-venues', { data: [{ id: 1, slug: 'g', name: 'Granary', state: 'open', vendors: [] }] });

const showList = (api: FakeApi) =>
  renderScreen(<StallsScreen />, {
    api,
    at: '/hall/1/stalls',
    path: '/hall/:venueId/stalls',
    state: { session: CUSTOMER },
  });
const showStall = (api: FakeApi, id: number | string) =>
  renderScreen(<StallScreen />, {
    api,
    at: `/hall/1/stalls/${id}`,
    path: '/hall/:venueId/stalls/:vendorId',
    state: { session: CUSTOMER },
  });
const sent = ({ requests }: FakeApi, method: string) => requests.filter((each) => each.method === method);

describe('the list of stalls', () => {
  test('shows what each stall has, and leads an empty one to its first item', async () => {
    showList(apiWith(BOTH));
    await screen.findByRole('heading', { name: 'Kumo Ramen' });
    const [kumo, buns] = screen.getAllByRole('listitem').filter((row) => row.querySelector('h2'));
    expect(kumo).toHaveTextContent('Kumo RamenOpen12 items · 3 people · 1 printer');
    expect(buns).toHaveTextContent('Bun HouseClosed0 items · 0 people · 1 printer');
    expect(within(buns as HTMLElement).getByRole('link', { name: 'Add the first item' })).toHaveAttribute(
      'href',
      '/vendor/8/menu',
    );
    for (const [name, href] of [
      ['Menu of Kumo Ramen', '/vendor/7/menu'],
      ['Hours of Kumo Ramen', '/vendor/7/hours'],
      ['People of Kumo Ramen', '/vendor/7/members'],
      ['Printers of Kumo Ramen', '/vendor/7/printers'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
    }
  });

  test('opens and closes a stall with the switch that the stall has', async () => {
    const api = apiWith(BOTH).on('PUT /vendors/8', { data: {} });
    showList(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Open the stall: Bun House' }));
    await waitFor(() => expect(sent(api, 'PUT')).toHaveLength(1));
    expect(sent(api, 'PUT')[0]).toMatchObject({ path: '/vendors/8', body: { accepting_orders: true } });
  });

  test('moves a stall in the list, and shows the current list if a colleague was faster', async () => {
    const theirs = stallsOf([BUNS, aStall(), aStall({ id: 9, name: 'Pho' })], { version: 'list-2' });
    const refusal = new ApiError(409, { code: 'STALLS_CHANGED', message: 'The list was changed.', data: theirs });
    const api = apiWith(BOTH).on('PUT /venues/1/vendors', refusal);
    const { store } = showList(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Change the order' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move Kumo Ramen down' }));
    expect(await screen.findByText('Pho')).toBeInTheDocument();
    expect(sent(api, 'PUT')[0]?.body).toEqual({ version: 'list-1', ids: [8, 7] });
    expect(store.state.getState().toast).toMatchObject({ content: 'The list was changed.', color: 'danger' });
  });

  test('begins with the first stall in an empty hall', async () => {
    showList(apiWith(stallsOf([])));
    expect(await screen.findByText('This hall has no stall yet.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Add a stall' })).toHaveAttribute('href', '/hall/1/stalls/new');
  });

  test('is only for operators of the hall', async () => {
    showList(apiWith(new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  test('offers to try again, and refuses the page of another network', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    showList(apiWith({ hello: 'wifi' }));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });
});

describe('the form of a stall', () => {
  test('shows each text in its own direction, since an address in English may begin with a number', async () => {
    showStall(apiWith(stallsOf([aStall()])), 7);
    for (const label of ['Name', 'Description', 'Where it stands', 'Address, second line', 'City']) {
      expect(await screen.findByLabelText(label)).toHaveAttribute('dir', 'auto');
    }
  });

  test('saves all fields with the version that it was filled from', async () => {
    const bilingual = stallsOf([aStall()], { languages: ['en', 'fr'] });
    const api = apiWith(bilingual).on('PUT /vendors/7/details', bilingual);
    showStall(api, 7);
    const name = await screen.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Kumo Noodles');
    await userEvent.type(screen.getByLabelText('Description in French'), 'Nouilles');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Deliver to a table' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(api, 'PUT')).toHaveLength(1));
    expect(sent(api, 'PUT')[0]?.body).toEqual({
      version: 'v7',
      name: 'Kumo Noodles',
      blurb: 'Slow broths.',
      address_1: 'Stall 1',
      address_2: '',
      city: 'Toronto',
      delivery_method_types: ['collect', 'table'],
      subaccount_code: null,
      stripe_account: null,
      texts: { fr: { blurb: 'Nouilles' } },
    });
  });

  test('keeps what was typed when a colleague was faster, and asks which counts', async () => {
    const theirs: HallStalls = stallsOf([aStall({ version: 'v8', city: 'Ottawa' })]);
    const api = apiWith(stallsOf([aStall()])).on(
      'PUT /vendors/7/details',
      new ApiError(409, { code: 'STALL_CHANGED', data: theirs }),
    );
    showStall(api, 7);
    await userEvent.type(await screen.findByLabelText('Name'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep mine' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Kumo Ramen!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(api, 'PUT')).toHaveLength(2));
    expect(sent(api, 'PUT')[1]?.body).toMatchObject({ version: 'v8', name: 'Kumo Ramen!' });
  });

  test('shows the messages of the API at their fields', async () => {
    const api = apiWith(stallsOf([aStall()])).on(
      'PUT /vendors/7/details',
      new ApiError(422, { code: 'INVALID', errors: { city: ['This text is too long.'] } }),
    );
    showStall(api, 7);
    await userEvent.type(await screen.findByLabelText('City'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByLabelText('City')).toBeInvalid());
    expect(screen.getByText('This text is too long.')).toBeInTheDocument();
  });

  test('saves a picture as soon as it is chosen', async () => {
    const pictured = aStall({ image_url: '/media/a.webp', picture: 'photograph' });
    const api = apiWith(stallsOf([aStall()]))
      .on('POST /pictures', { data: { address: '/media/a.webp' } })
      .on('PUT /vendors/7/picture', stallsOf([pictured]));
    showStall(api, 7);
    const file = new File(['picture'], 'stall.jpg', { type: 'image/jpeg' });
    await userEvent.upload(await screen.findByLabelText('Picture file'), file);
    expect(await screen.findByRole('button', { name: 'Remove the picture' })).toBeInTheDocument();
    expect(sent(api, 'PUT')[0]?.body).toEqual({ address: '/media/a.webp' });
  });

  test('archives the stall after a question', async () => {
    const api = apiWith(stallsOf([aStall()])).on('DELETE /vendors/7', { data: { outcome: 'archived' } });
    showStall(api, 7);
    await userEvent.click(await screen.findByRole('button', { name: 'Archive the stall' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/hall/1/stalls'));
    expect(sent(api, 'DELETE')).toHaveLength(1);
  });

  test('says that a stall is no longer on the list', async () => {
    showStall(apiWith(BOTH), 99);
    expect(await screen.findByText('This stall is not on the list of the hall.')).toBeInTheDocument();
  });

  test('creates a stall and opens its page', async () => {
    const api = apiWith(BOTH).on('POST /venues/1/vendors', { data: { id: 12 } });
    showStall(api, 'new');
    await userEvent.click(await screen.findByRole('button', { name: 'Create the stall' }));
    expect(screen.getByText('Name is required')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Name'), 'Pho');
    await userEvent.click(screen.getByRole('button', { name: 'Create the stall' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/hall/1/stalls/12'));
    expect(sent(api, 'POST')[0]?.body).toEqual({ name: 'Pho', delivery_method_types: ['collect', 'table'] });
  });
});
