import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import { Screen } from './site-operators.screen';

const SELF = CUSTOMER?.user.id ?? 0;
const OLA = { id: SELF, name: 'Ola Nordmann', email: 'ola@foodhall.test' };
const KIM = { id: 11, name: 'Kim Berg', email: 'kim@foodhall.test' };
const FORBIDDEN = new ApiError(403, { code: 'FORBIDDEN', message: 'Only a site operator may do that.' });
const REFUSED = 'Only a site operator sees who runs the site.';

const apiWith = (operators: unknown = { data: [KIM, OLA] }) => fakeApi().on('GET /site-operators', operators);

const show = (api = apiWith()) =>
  renderScreen(<Screen />, { api, at: '/hall/site-operators', state: { session: CUSTOMER } });

const changes = (api: ReturnType<typeof apiWith>) =>
  api.requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);

const remove = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Remove ${name}` }));
  return screen.getByRole('alertdialog', { name: `Remove ${name}?` });
};
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Remove' }));

describe('the page of the site operators', () => {
  test('lists them after a loading message', async () => {
    show();
    expect(screen.getByText('Loading the people…')).toBeInTheDocument();
    const rows = within(await screen.findByRole('region', { name: 'Members' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Kim Berg Site operatorkim@foodhall\.test/),
      expect.stringMatching(/^Ola Nordmann \(you\) Site operatorola@foodhall\.test/),
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'Site operators' })).toBeInTheDocument();
    expect(screen.getByText(/^Site operators make and remove venues, let teams release/)).toBeInTheDocument();
  });

  test('says so when there are none', async () => {
    show(apiWith({ data: [] }));
    expect(await screen.findByText('Nobody runs the site.')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Members' })).toBeNull();
  });

  test('loads the list with Try Again after a failure', async () => {
    const { api } = show(apiWith(new ApiError(500, { message: 'No.' })));
    expect(await screen.findByText('Nothing was changed.')).toBeInTheDocument();
    api.on('GET /site-operators', { data: [OLA] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Members' })).toBeInTheDocument();
  });

  test('loads the list with Try Again once the device is online again', async () => {
    const { api, store } = show(apiWith(new ApiError(0, { code: 'NETWORK' })));
    act(() => store.state.setState({ connection: { isOnline: false, socket: 'down' } }));
    expect(await screen.findByText('Nothing was changed.')).toBeInTheDocument();
    api.on('GET /site-operators', { data: [OLA] });
    act(() => store.state.setState({ connection: { isOnline: true, socket: 'live' } }));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Members' })).toBeInTheDocument();
  });

  test('says so when another network responds in place of the site', async () => {
    show(apiWith({ data: 'Sign in to this Wi-Fi' }));
    expect(await screen.findByText(/^This network answered in place of the site\./)).toBeInTheDocument();
  });

  test('tells other users why they cannot see the list', async () => {
    show(apiWith(FORBIDDEN));
    expect(await screen.findByText(REFUSED)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/profile');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });
});

describe('the role of a site operator', () => {
  const add = async (email: string) => {
    if (email) await userEvent.type(await screen.findByLabelText('Email'), email);
    await userEvent.click(await screen.findByRole('button', { name: 'Add site operator' }));
  };

  test('is given by email, and the list then shows the person', async () => {
    const { api, store } = show(apiWith({ data: [OLA] }));
    api.on('POST /site-operators', { data: KIM });
    await screen.findByRole('region', { name: 'Members' });
    api.on('GET /site-operators', { data: [KIM, OLA] });
    await add(' kim@foodhall.test ');
    expect(await screen.findByText('kim@foodhall.test')).toBeInTheDocument();
    expect(changes(api)).toEqual([['POST /site-operators', { email: 'kim@foodhall.test' }]]);
    expect(store.state.getState().toast).toMatchObject({
      content: 'Kim Berg is a site operator now.',
      color: 'success',
    });
    expect(screen.getByLabelText('Email')).toHaveValue('');
  });

  test.each([
    ['a missing email', '', undefined, 'Email is required'],
    [
      'an invalid email',
      'x',
      new ApiError(422, { message: 'Email is not valid', errors: { email: ['Email is not valid'] } }),
      'Email is not valid',
    ],
  ])('is not given to %s, and the field says why', async (_case, email, response, message) => {
    const { api } = show();
    api.on('POST /site-operators', response);
    await add(email);
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(message));
  });

  test('is requested once by a double tap, even if the first tap is refused at once', async () => {
    const { api } = show();
    const errors = { email: ['Email is not valid'] };
    api.on('POST /site-operators', new ApiError(422, { message: 'Email is not valid', errors }));
    await add('x');
    expect(await screen.findByText('Email is not valid')).toBeInTheDocument();
    await add('');
    expect(changes(api)).toHaveLength(1);
    await add('y');
    expect(changes(api).at(-1)).toEqual(['POST /site-operators', { email: 'xy' }]);
  });

  test.each([
    [404, 'No account has the email eve@foodhall.test. The person signs in with a code by email first.'],
    [409, 'eve@foodhall.test has not been confirmed. The person signs in with a code by email first.'],
    [0, 'No connection.'],
  ])(
    'cannot be given after a response with status %i, which keeps the typed email and says why',
    async (status, message) => {
      const { api } = show();
      api.on('POST /site-operators', new ApiError(status, { code: 'NO', message }));
      await add('eve@foodhall.test');
      expect(await screen.findByText(message)).toBeInTheDocument();
      expect(screen.getByLabelText('Email')).toHaveValue('eve@foodhall.test');
    },
  );

  test('cannot be given by a user who has lost it meanwhile, and the page says so', async () => {
    const { api } = show();
    await screen.findByRole('region', { name: 'Members' });
    api.on('POST /site-operators', FORBIDDEN).on('GET /site-operators', FORBIDDEN);
    await add('eve@foodhall.test');
    expect(await screen.findByText(REFUSED)).toBeInTheDocument();
  });

  test('is removed after a confirmation', async () => {
    const { api, store } = show();
    api.on('DELETE /site-operators/11', undefined);
    expect(await remove('Kim Berg')).toHaveTextContent('They can no longer run the site, on any of their devices.');
    expect(changes(api)).toEqual([]);
    api.on('GET /site-operators', { data: [OLA] });
    await confirm();
    await waitFor(() => expect(screen.queryByText('kim@foodhall.test')).toBeNull());
    expect(store.state.getState().toast).toMatchObject({ content: 'Kim Berg was removed.', color: 'success' });
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('stays after Cancel', async () => {
    const { api } = show();
    await remove('Kim Berg');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(changes(api)).toEqual([]);
  });

  test('counts as removed when another site operator was first', async () => {
    const { api, store } = show();
    api.on('DELETE /site-operators/11', new ApiError(404, { message: 'Site operator not found.' }));
    await remove('Kim Berg');
    await confirm();
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ color: 'success' }));
  });

  test('stays with the last site operator, and the page says why', async () => {
    const { api, store } = show(apiWith({ data: [OLA] }));
    const message = 'This is the last site operator. Give the role to another person first.';
    api.on(`DELETE /site-operators/${SELF}`, new ApiError(409, { code: 'LAST_SITE_OPERATOR', message }));
    expect(await remove('Ola Nordmann')).toHaveTextContent('You can no longer run the site');
    await confirm();
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: message, color: 'danger' }));
    expect(screen.getByText('ola@foodhall.test')).toBeInTheDocument();
  });

  test('closes the page when the user gives it up', async () => {
    const { api } = show();
    api.on(`DELETE /site-operators/${SELF}`, undefined);
    await remove('Ola Nordmann');
    api.on('GET /site-operators', FORBIDDEN);
    await confirm();
    expect(await screen.findByText(REFUSED)).toBeInTheDocument();
    expect(screen.queryByText('kim@foodhall.test')).toBeNull();
  });
});
