import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { writeLocal } from 'shared-contracts/local-keys';
import { startSession } from 'shared-contracts/session';
import type { Invitation, User } from 'shared-contracts/types';
import { address, MAI, renderShell, sessionOf, shellApi, signedIn, THANDI } from '../testing/render-shell';

const TOKEN = 't'.repeat(43);
const AT = `/invitations/${TOKEN}`;
const INVITATION: Invitation = {
  email: THANDI.email,
  role: 'staff',
  venue: { id: 1, name: 'Granary Square Market' },
  vendor: { id: 7, name: 'Kumo Ramen' },
  expires_at: '2026-11-30T12:00:00Z',
};
const OPERATOR: Invitation = { ...INVITATION, role: 'operator', vendor: null };
const STAFF: User = { ...THANDI, vendors: { data: [{ id: 7, name: 'Kumo Ramen', role: 'staff' }] } };

const apiWith = (invitation: unknown = { data: INVITATION }) => shellApi().on(`GET ${AT}`, invitation);

/** Opens the invitation on a device that stores the sign-in of `user`. */
async function show(user: User | null = THANDI, api = apiWith()) {
  if (user) {
    writeLocal('token', `token-of-${user.id}`);
    writeLocal('user', user);
  }
  return renderShell(AT, { api, state: user ? { session: sessionOf(user) } : {} });
}

const accept = async () => userEvent.click(await screen.findByRole('button', { name: 'Accept' }));

describe('an invitation', () => {
  test('says what it is for once it has loaded', async () => {
    let respond = (_body: unknown) => {};
    const api = apiWith(
      new Promise((resolve) => {
        respond = resolve;
      }),
    );
    await show(THANDI, api);
    expect(await screen.findByText('Loading the invitation…')).toBeInTheDocument();
    await act(async () => respond({ data: INVITATION }));
    expect(await screen.findByRole('heading', { name: 'Your invitation' })).toBeInTheDocument();
    expect(
      screen.getByText('You are invited to become staff of Kumo Ramen at Granary Square Market.'),
    ).toBeInTheDocument();
  });

  test('leads to the queue of the vendor after it was accepted', async () => {
    const api = apiWith().on(`POST ${AT}/accept`, { data: STAFF });
    const { store } = await show(THANDI, api);
    api.on('GET /me', { data: { ...STAFF, orders: { data: [] } } });
    await accept();
    expect(await screen.findByText('You are staff of Kumo Ramen now.')).toBeInTheDocument();
    expect(store.state.getState().session?.user.vendors).toMatchObject([{ id: 7 }]);
    await userEvent.click(screen.getByRole('button', { name: 'Open the queue' }));
    await waitFor(() => expect(address()).toBe('/queues'));
    expect(store.state.getState().session?.context).toEqual({ type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
  });

  test('leads a new operator to the venue', async () => {
    const venues = { data: [{ id: 1, name: 'Granary Square Market' }] };
    const api = apiWith({ data: OPERATOR }).on(`POST ${AT}/accept`, { data: { ...THANDI, venues } });
    await show(THANDI, api);
    expect(
      await screen.findByText('You are invited to become an operator of Granary Square Market.'),
    ).toBeInTheDocument();
    await accept();
    expect(await screen.findByText('You are an operator of Granary Square Market now.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open Granary Square Market' })).toHaveAttribute(
      'href',
      '/venues/1/vendors',
    );
    expect(screen.getByRole('link', { name: 'See the operators' })).toHaveAttribute('href', '/hall/1/operators');
  });

  test('waits while a signed-out visitor signs in', async () => {
    const api = apiWith().on('POST /login', signedIn(THANDI));
    await show(null, api);
    expect(await screen.findByText(THANDI.email)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Login' }));
    expect(await screen.findByText(`Log in as ${THANDI.email} to accept the invitation.`)).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue(THANDI.email);
    act(() => startSession(signedIn(THANDI)));
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeInTheDocument();
    expect(address()).toBe(AT);
  });

  test('offers to register a new account too', async () => {
    await show(null);
    await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
    expect(await screen.findByRole('dialog', { name: 'Register' })).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue(THANDI.email);
  });

  test('cannot be accepted with another account, and stays after the log-out', async () => {
    const { store } = await show(MAI);
    expect(await screen.findByText(MAI.email)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log Out' }));
    expect(store.state.getState().session).toBeNull();
    expect(
      await screen.findByText('You are invited to become staff of Kumo Ramen at Granary Square Market.'),
    ).toBeInTheDocument();
    expect(within(screen.getByRole('main')).getByRole('button', { name: 'Login' })).toBeInTheDocument();
    expect(address()).toBe(AT);
  });

  test.each([
    [
      'was accepted already',
      new ApiError(410, { message: 'This invitation was accepted already.' }),
      /^This invitation was accepted/,
    ],
    [
      'has expired',
      new ApiError(410, { message: 'This invitation has expired. Please ask for a new one.' }),
      /has expired/,
    ],
    ['was withdrawn', new ApiError(410, { message: 'This invitation was withdrawn.' }), /was withdrawn/],
    ['is unknown', new ApiError(404, { message: 'Invitation not found.' }), 'This is not the link of an invitation.'],
  ])('says that it %s, with a link to My Account', async (_what, error, text) => {
    await show(THANDI, apiWith(error));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'My Account' })).toHaveAttribute(
      'href',
      '/profile',
    );
  });

  test('can be loaded again after an error', async () => {
    const api = apiWith(new ApiError(400, { message: 'No.' }));
    await show(THANDI, api);
    expect(await screen.findByText('The invitation could not be loaded')).toBeInTheDocument();
    api.on(`GET ${AT}`, { data: INVITATION });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeInTheDocument();
  });

  test('is not shown if another network responds in place of the site', async () => {
    await show(THANDI, apiWith({}));
    expect(await screen.findByText('The invitation could not be loaded')).toBeInTheDocument();
  });

  test('says that it was withdrawn before the tap', async () => {
    const gone = new ApiError(410, { message: 'This invitation was withdrawn. Please ask for a new one.' });
    const api = apiWith().on(`POST ${AT}/accept`, gone);
    await show(THANDI, api);
    const button = await screen.findByRole('button', { name: 'Accept' });
    api.on(`GET ${AT}`, gone);
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull());
    expect(screen.getByText(/was withdrawn/)).toBeInTheDocument();
  });

  test('says why it could not be accepted, and can be accepted again', async () => {
    const api = apiWith().on(`POST ${AT}/accept`, new ApiError(0, { message: 'No connection.' }));
    await show(THANDI, api);
    await accept();
    expect(await screen.findByText('No connection.')).toBeInTheDocument();
    api.on(`POST ${AT}/accept`, { data: STAFF });
    await accept();
    expect(await screen.findByText('You are staff of Kumo Ramen now.')).toBeInTheDocument();
  });
});
