import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { queryClient } from 'shared-contracts/query';
import { startSession } from 'shared-contracts/session';
import { address, MAI, renderShell, sessionOf, shellApi, signedIn, THANDI } from '../testing/render-shell';
import { SNAPSHOT } from '../testing/snapshot';
import { MarketingBlurb } from './marketing-blurb';

const asMai = () => shellApi().on('GET /me', { data: { ...MAI, orders: { data: [] } } });

describe('My Account', () => {
  test('welcomes the account and says since when it supports its community', async () => {
    let respond = (_me: unknown) => {};
    const api = shellApi().on(
      'GET /me',
      new Promise((resolve) => {
        respond = resolve;
      }),
    );
    await renderShell('/profile', { api, state: { session: sessionOf(THANDI) } });
    expect(screen.getByRole('heading', { name: 'Welcome Thandi Mokoena' })).toBeInTheDocument();
    expect(screen.getByText('Loading your account…')).toBeInTheDocument();
    respond({ data: { ...THANDI, orders: { data: [] } } });
    expect(await screen.findByText('Saturday, Mar 14, 2026')).toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveTextContent('Supporting your community since Saturday, Mar 14, 2026');
    expect(screen.getByRole('link', { name: 'View Orders' })).toHaveAttribute('href', '/queues/?filter=all');
    expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('target', '_blank');
    expect(screen.getByText('One cart, every stall')).toBeInTheDocument();
    expect(screen.getByRole('main').textContent).not.toContain('\u00a0');
    const order = [
      'Change name',
      'Log Out',
      'View Orders',
      'Contact Support',
      'Login in as vendor',
      'Download my data',
      'Delete my account',
    ];
    const rows = [...screen.getByRole('main').querySelectorAll('a, button')].map(({ textContent }) => textContent);
    expect(rows).toEqual(order);
  });

  test('says that the account could not be loaded, and Try Again loads it', async () => {
    const api = shellApi().on('GET /me', new ApiError(404, { message: 'Gone.' }));
    await renderShell('/profile', { api, state: { session: sessionOf(THANDI) } });
    expect(await screen.findByText('Your account could not be loaded')).toBeInTheDocument();
    api.on('GET /me', { data: { ...THANDI, orders: { data: [] } } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/Supporting your community since/)).toBeInTheDocument();
  });

  test('hides a picture that could not be loaded', () => {
    const { container } = render(<MarketingBlurb />);
    const picture = container.querySelector('img') as HTMLImageElement;
    expect(picture).toBeVisible();
    fireEvent.error(picture);
    expect(picture).not.toBeVisible();
  });

  test('opens below a venue too, and makes that venue active', async () => {
    const { store } = await renderShell('/venues/1/profile', { state: { session: sessionOf(THANDI) } });
    await waitFor(() => expect(store.state.getState().venue?.id).toBe(1));
  });

  test('does not offer Export Orders to a customer', async () => {
    await renderShell('/profile', { api: asMai(), state: { session: sessionOf(MAI) } });
    await screen.findByText(/Supporting your community since/);
    expect(screen.queryByText('vendor-tools#account-export')).not.toBeInTheDocument();
  });
});

describe('the name', () => {
  const change = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Change name' }));
    const dialog = screen.getByRole('dialog', { name: 'Your name' });
    await userEvent.clear(within(dialog).getByLabelText('Name'));
    if (name) await userEvent.type(within(dialog).getByLabelText('Name'), name);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    return dialog;
  };

  test('shows in the greeting as soon as it is changed', async () => {
    writeLocal('token', 'token-of-3');
    const api = shellApi().on('PUT /me', { data: { ...THANDI, name: 'Thandi M.' } });
    await renderShell('/profile', { api, state: { session: sessionOf(THANDI) } });
    await change(' Thandi M. ');
    expect(await screen.findByRole('heading', { name: 'Welcome Thandi M.' })).toBeInTheDocument();
    expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'Thandi M.' });
    expect(readLocal('user')).toMatchObject({ name: 'Thandi M.' });
    expect(screen.queryByRole('dialog', { name: 'Your name' })).not.toBeInTheDocument();
  });

  test.each([
    ['it is empty', '', {}, 'Name is required'],
    ['the server refuses it', 'x', new ApiError(422, { message: 'No.', errors: { name: ['Not this.'] } }), 'Not this.'],
    ['there is no connection', 'x', new ApiError(0, { message: 'No connection.' }), 'No connection.'],
    ['another network responds', 'x', {}, /^This network answered in place of the site/],
  ])('stays, and the field says why, when %s', async (_what, name, response, message) => {
    const api = shellApi().on('PUT /me', response);
    await renderShell('/profile', { api, state: { session: sessionOf(THANDI) } });
    const dialog = await change(name);
    await waitFor(() => expect(within(dialog).getByLabelText('Name')).toHaveAccessibleDescription(message));
    expect(screen.getByRole('heading', { name: 'Welcome Thandi Mokoena' })).toBeInTheDocument();
  });

  test('cannot be changed while the person acts as a vendor', async () => {
    await renderShell('/profile', { api: asMai(), state: { session: sessionOf(MAI, 7) } });
    await screen.findByText(/Supporting your community since/);
    expect(screen.queryByRole('button', { name: 'Change name' })).not.toBeInTheDocument();
  });
});

describe('the account switch', () => {
  test('lists the personal account and every vendor, and leads to the queue of the chosen one', async () => {
    const { store } = await renderShell('/profile', { api: asMai(), state: { session: sessionOf(MAI) } });
    await userEvent.click(screen.getByRole('button', { name: 'Login in as vendor' }));
    const sheet = screen.getByRole('dialog', { name: 'Switch to' });
    expect(within(sheet).getByRole('button', { name: 'Personal account Mai Tanaka' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    expect(within(sheet).getByRole('button', { name: 'Vendor Kumo Ramen' })).toBeInTheDocument();
    writeLocal('queues', []);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Vendor Pico Taquería' }));
    expect(await screen.findByText('queues/queues')).toBeInTheDocument();
    expect(store.state.getState().session?.context).toEqual({ type: 'Vendor', data: { id: 8, name: 'Pico Taquería' } });
    expect(readLocal('queues')).toBeUndefined();
  });

  test('leads a vendor back to the personal account and stays on My Account', async () => {
    await renderShell('/profile', { api: asMai(), state: { session: sessionOf(MAI, 7) } });
    expect(await screen.findByText('vendor-tools#account-export')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Login to personal account' }));
    await userEvent.click(screen.getByRole('button', { name: 'Personal account Mai Tanaka' }));
    expect(await screen.findByRole('heading', { name: 'Welcome Mai Tanaka' })).toBeInTheDocument();
    expect(address()).toBe('/profile');
  });

  test('lists the venues that the person runs, and a tap on one opens it', async () => {
    const venues = { data: [{ id: 1, name: 'Granary Square Market' }] };
    const api = shellApi().on('GET /me', { data: { ...MAI, venues, orders: { data: [] } } });
    const { store } = await renderShell('/profile', { api, state: { session: sessionOf(MAI) } });
    await screen.findByText(/Supporting your community since/);
    await userEvent.click(screen.getByRole('button', { name: 'Login in as vendor' }));
    const sheet = screen.getByRole('dialog', { name: 'Switch to' });
    const list = within(sheet).getByRole('list', { name: 'Venues' });
    await userEvent.click(within(list).getByRole('link', { name: 'Granary Square Market' }));
    expect(await screen.findByText('catalog/vendors')).toBeInTheDocument();
    expect(store.state.getState().session?.context.type).toBe('User');
    expect(screen.queryByRole('dialog', { name: 'Switch to' })).not.toBeInTheDocument();
  });

  test('links to the operators of a venue that the person runs, if a remote has that page', async () => {
    const venues = { data: [{ id: 1, name: 'Granary Square Market' }] };
    const api = shellApi().on('GET /me', { data: { ...MAI, venues, orders: { data: [] } } });
    const open = async (snapshot = SNAPSHOT) => {
      const shown = await renderShell('/profile', { api, snapshot, state: { session: sessionOf(MAI) } });
      await screen.findByText(/Supporting your community since/);
      await userEvent.click(screen.getByRole('button', { name: 'Login in as vendor' }));
      return shown;
    };
    const { 'vendor-tools': _lost, ...remotes } = SNAPSHOT.remotes;
    const { unmount } = await open({ ...SNAPSHOT, remotes });
    expect(screen.getByRole('list', { name: 'Venues' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Operators/ })).not.toBeInTheDocument();
    unmount();
    await open();
    await userEvent.click(screen.getByRole('link', { name: 'Operators of Granary Square Market' }));
    expect(await screen.findByText('vendor-tools/operators')).toBeInTheDocument();
    expect(address()).toBe('/hall/1/operators');
  });

  test('leads an operator to the office of the hall, from the account and from the switch', async () => {
    const venues = { data: [{ id: 1, name: 'Granary Square Market' }] };
    const api = shellApi().on('GET /me', { data: { ...MAI, venues, orders: { data: [] } } });
    const { unmount } = await renderShell('/profile', { api, state: { session: sessionOf(MAI) } });
    await userEvent.click(await screen.findByRole('link', { name: 'Office of the hall' }));
    expect(await screen.findByText('hall/halls')).toBeInTheDocument();
    unmount();
    await renderShell('/profile', { api, state: { session: sessionOf(MAI) } });
    await screen.findByText(/Supporting your community since/);
    await userEvent.click(screen.getByRole('button', { name: 'Login in as vendor' }));
    await userEvent.click(screen.getByRole('link', { name: 'Office of Granary Square Market' }));
    expect(await screen.findByText('hall/today')).toBeInTheDocument();
  });

  test('shows the way to the office before the account has loaded', async () => {
    writeLocal('user', { ...MAI, venues: { data: [{ id: 1, name: 'Granary Square Market' }] } });
    const api = shellApi().on('GET /me', new Promise(() => {}));
    await renderShell('/profile', { api, state: { session: sessionOf(MAI) } });
    expect(screen.getByText('Loading your account…')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Office of the hall' })).toBeInTheDocument();
  });

  test('shows no way to the office to others, or without its remote', async () => {
    const show = async (venues: object[], snapshot = SNAPSHOT) => {
      const me = { data: { ...MAI, venues: { data: venues }, orders: { data: [] } } };
      const api = shellApi().on('GET /me', me);
      const shown = await renderShell('/profile', { api, snapshot, state: { session: sessionOf(MAI) } });
      await screen.findByText(/Supporting your community since/);
      expect(screen.queryByRole('link', { name: /Office/ })).not.toBeInTheDocument();
      shown.unmount();
    };
    const { hall: _lost, ...remotes } = SNAPSHOT.remotes;
    await show([]);
    await show([{ id: 1, name: 'Granary Square Market' }], { ...SNAPSHOT, remotes });
  });

  test('links to the watch of a venue that the person runs', async () => {
    const venues = { data: [{ id: 1, name: 'Granary Square Market' }] };
    const api = shellApi().on('GET /me', { data: { ...MAI, venues, orders: { data: [] } } });
    await renderShell('/profile', { api, state: { session: sessionOf(MAI) } });
    await screen.findByText(/Supporting your community since/);
    await userEvent.click(screen.getByRole('button', { name: 'Login in as vendor' }));
    await userEvent.click(screen.getByRole('link', { name: 'Watch of Granary Square Market' }));
    expect(await screen.findByText('vendor-tools/watch')).toBeInTheDocument();
    expect(address()).toBe('/hall/1/watch');
  });

  test('links to the site operators for a site operator only, if a remote has that page', async () => {
    const open = async (isSiteOperator: boolean | undefined, snapshot = SNAPSHOT) => {
      const me = { data: { ...MAI, is_site_operator: isSiteOperator, orders: { data: [] } } };
      const api = shellApi().on('GET /me', me);
      const shown = await renderShell('/profile', { api, snapshot, state: { session: sessionOf(MAI) } });
      await screen.findByText(/Supporting your community since/);
      await userEvent.click(screen.getByRole('button', { name: 'Login in as vendor' }));
      return shown;
    };
    const { 'vendor-tools': _lost, ...remotes } = SNAPSHOT.remotes;
    // The API of the baseline does not say who runs the site.
    for (const show of [() => open(false), () => open(undefined), () => open(true, { ...SNAPSHOT, remotes })]) {
      const { unmount } = await show();
      expect(screen.queryByRole('link', { name: /Site operators/ })).not.toBeInTheDocument();
      unmount();
    }
    await open(true);
    await userEvent.click(screen.getByRole('link', { name: /Site operators/ }));
    expect(await screen.findByText('vendor-tools/site-operators')).toBeInTheDocument();
    expect(address()).toBe('/hall/site-operators');
  });

  test('has no list of venues for a person who runs none', async () => {
    await renderShell('/profile', { api: asMai(), state: { session: sessionOf(MAI) } });
    await userEvent.click(screen.getByRole('button', { name: 'Login in as vendor' }));
    expect(screen.queryByRole('list', { name: 'Venues' })).not.toBeInTheDocument();
  });

  test('tells a person without vendors that none is linked to the account', async () => {
    await renderShell('/profile', { state: { session: sessionOf(THANDI) } });
    await userEvent.click(screen.getByRole('button', { name: 'Login in as vendor' }));
    expect(screen.getByText(/No vendor account is linked to you yet/)).toBeInTheDocument();
  });
});

describe('Log Out', () => {
  test('ends the token on the server, removes the account from the browser, and leads to /', async () => {
    const { api } = await renderShell('/profile', { state: { session: sessionOf(THANDI) } });
    act(() => startSession(signedIn(THANDI)));
    await screen.findByText(/Supporting your community since/);
    await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
    await waitFor(() => expect(address()).toBe('/'));
    expect(api.requests.some(({ method, path }) => `${method} ${path}` === 'POST /logout')).toBe(true);
    expect([readLocal('token'), readLocal('user'), readLocal('context')]).toEqual([undefined, undefined, undefined]);
    expect(queryClient().getQueryData(['/me', { context: 'User' }])).toBeUndefined();
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
  });
});

describe('in the background', () => {
  const profileRequests = (requests: readonly { path: string }[]) =>
    requests.filter(({ path }) => path === '/me').length;

  test('background slots start only once there is a session', async () => {
    await renderShell('/venues');
    await screen.findByText('catalog/venues');
    expect(screen.queryByText('queues#queue-background')).not.toBeInTheDocument();
    act(() => startSession(signedIn(THANDI)));
    expect(await screen.findByText('queues#queue-background')).toBeInTheDocument();
    expect(screen.getByText('checkout#cart-background')).toBeInTheDocument();
  });

  test('the profile is requested again after an order event', async () => {
    const { api } = await renderShell('/queues', { state: { session: sessionOf(THANDI) } });
    await waitFor(() => expect(profileRequests(api.requests)).toBe(1));
    act(() =>
      publish(
        'queue-order-state-updated',
        {
          queue: { id: 1, state: 'done', order_id: 1 },
          delivery_method: 'collect',
          vendor: { id: 7, name: 'Kumo', image: '' },
        },
        'server',
      ),
    );
    await waitFor(() => expect(profileRequests(api.requests)).toBe(2));
  });

  test('a user who no longer works for the vendor gets the personal account and a message', async () => {
    const api = shellApi().on('GET /me', { data: { ...MAI, vendors: { data: [] }, orders: { data: [] } } });
    const { store } = await renderShell('/queues', { api, state: { session: sessionOf(MAI, 7) } });
    await waitFor(() => expect(store.state.getState().session?.context.type).toBe('User'));
    expect(store.state.getState().toast?.content).toBe('You no longer work for Kumo Ramen.');
  });
});
