import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { readLocal, readVendorDelivery, writeLocal, writeVendorDelivery } from 'shared-contracts/local-keys';
import type { FakeApi } from 'shared-contracts/testing';
import { address, MAI, renderShell, sessionOf, shellApi, THANDI } from '../testing/render-shell';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const requestsTo = (api: FakeApi, path: string) => api.requests.filter((request) => request.path === path);

async function renderAccount(api: FakeApi) {
  await renderShell('/profile', { api, state: { session: sessionOf(THANDI) } });
  await screen.findByRole('button', { name: 'Delete my account' });
}

describe('Download my data', () => {
  const files: Blob[] = [];
  beforeEach(() => {
    files.length = 0;
    URL.createObjectURL = (file) => {
      files.push(file as Blob);
      return 'blob:file';
    };
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  test('saves the data as an indented JSON file', async () => {
    const document = { account: { id: 3, name: 'Thandi Mokoena' }, orders: [] };
    await renderAccount(shellApi().on('GET /me/export', { data: document }));
    await press('Download my data');
    await waitFor(() => expect(files).toHaveLength(1));
    const text = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsText(files[0] as Blob);
    });
    expect(text).toBe(JSON.stringify(document, null, 2));
  });

  test.each([
    ['the request fails', new ApiError(503, { message: 'Our database is not available.' }), /Our database/],
    ['another network responds', {}, /^This network answered in place of the site/],
  ])('saves no file and says why when %s', async (_what, response, message) => {
    await renderAccount(shellApi().on('GET /me/export', response));
    await press('Download my data');
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(files).toEqual([]);
  });
});

describe('Delete my account', () => {
  // The client returns an empty text for a 204.
  const deletable = () => shellApi().on('POST /me/deletion', '').on('POST /login/code', { message: 'Sent.' });
  const dialog = () => screen.getByRole('dialog', { name: 'Delete your account?' });
  const open = async (api: FakeApi) => {
    await renderAccount(api);
    await press('Delete my account');
    return dialog();
  };
  const inDialog = () => within(dialog());

  test('says what is deleted and what stays, and Keep my account deletes nothing', async () => {
    const api = deletable();
    await open(api);
    expect(dialog()).toHaveTextContent(/are deleted at once.*cannot be undone.*Past orders and payments stay/);
    await press('Keep my account');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(requestsTo(api, '/me/deletion')).toEqual([]);
  });

  test('deletes the account after the emailed code and another tap, and clears the device', async () => {
    const api = deletable();
    writeLocal('phone', '0820000001');
    writeVendorDelivery(2, { delivery_method_location: '12 Byron Street' });
    localStorage.setItem('catalog.diet', '{"without":["nuts"]}');
    sessionStorage.setItem('checkout.allergy-note.11', 'Peanuts');
    sessionStorage.setItem('catalog.choice.21', '{"choice":{"notes":"No peanuts"},"userId":3}');
    await open(api);
    await press('Email me a code');
    expect(await screen.findByLabelText('Code')).toHaveFocus();
    expect(dialog()).toHaveTextContent(`We have sent a code to ${THANDI.email}.`);
    await userEvent.keyboard('123456');
    expect(requestsTo(api, '/me/deletion').map(({ body }) => body)).toEqual([{ dry_run: true }]);
    await userEvent.click(inDialog().getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('Your account is deleted.')).toBeInTheDocument();
    const [{ body: sent } = { body: {} }] = requestsTo(api, '/login/code');
    const { email, browser_key } = sent as Record<string, string>;
    expect(email).toBe(THANDI.email);
    expect(requestsTo(api, '/me/deletion').at(-1)?.body).toEqual({ code: '123456', browser_key });
    expect(address()).toBe('/');
    expect([readLocal('token'), readLocal('phone')]).toEqual([undefined, undefined]);
    expect(readVendorDelivery(2).delivery_method_location).toBeUndefined();
    expect(localStorage.getItem('catalog.diet')).toBeNull();
    expect(Object.keys(sessionStorage).filter((name) => /^(catalog|checkout)\./.test(name))).toEqual([]);
  });

  test('accepts the password in place of a code', async () => {
    const api = deletable();
    await open(api);
    await press('Use my password');
    expect(await screen.findByLabelText('Password')).toHaveFocus();
    await userEvent.keyboard('secret-1{Enter}');
    expect(await screen.findByText('Your account is deleted.')).toBeInTheDocument();
    expect(requestsTo(api, '/me/deletion').at(-1)?.body).toEqual({ password: 'secret-1' });
    expect(requestsTo(api, '/login/code')).toEqual([]);
  });

  test('refuses while an order is open, and sends no code', async () => {
    const message = 'An order is not collected yet.';
    const api = deletable().on('POST /me/deletion', new ApiError(409, { code: 'ORDERS_OPEN', message }));
    await open(api);
    await press('Email me a code');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(requestsTo(api, '/login/code')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Email me a code' })).toBeInTheDocument();
  });

  test.each([
    ['it is empty', '{Enter}', undefined, 'Password is required'],
    [
      'it is wrong',
      'x{Enter}',
      new ApiError(422, { message: 'No.', errors: { password: ['This is not the password of your account.'] } }),
      'This is not the password of your account.',
    ],
    ['there is no connection', 'x{Enter}', new ApiError(0, { message: 'No connection.' }), 'No connection.'],
    ['another network responds', 'x{Enter}', {}, /^This network answered in place of the site/],
  ])('shows an error beside the password when %s', async (_what, keys, response, message) => {
    const api = deletable();
    await open(api);
    await press('Use my password');
    await screen.findByLabelText('Password');
    api.on('POST /me/deletion', response);
    await userEvent.keyboard(keys);
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(message));
    expect(screen.getByRole('heading', { name: /Thandi Mokoena/ })).toBeInTheDocument();
  });

  test('is not offered to a vendor', async () => {
    const api = shellApi().on('GET /me', { data: { ...MAI, orders: { data: [] } } });
    await renderShell('/profile', { api, state: { session: sessionOf(MAI, 7) } });
    await screen.findByText(/Supporting your community since/);
    expect(screen.queryByRole('button', { name: 'Delete my account' })).not.toBeInTheDocument();
  });
});
