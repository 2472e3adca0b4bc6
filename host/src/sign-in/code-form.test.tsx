import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import type { FakeApi } from 'shared-contracts/testing';
import { address, renderShell, sessionOf, shellApi, signedIn, THANDI } from '../testing/render-shell';
import { keepCodeRequest, readCodeRequest } from './code-request';

const EMAIL = 'thandi@foodhall.test';
const SENT = { message: 'We have sent a code.' };
const ITEM = '/venues/1/vendors/2/items/9';
const REASON = 'Sign in and we finish adding it to your cart.';

const codeApi = () => shellApi().on('POST /login/code', SENT).on('POST /login/code/verify', signedIn(THANDI));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const requestsTo = (api: FakeApi, path: string) => api.requests.filter((request) => request.path === path);

/** Opens the login page and requests a code. */
async function requestCode(api: FakeApi, at = '/login') {
  const shell = await renderShell(at, { api });
  await userEvent.type(await screen.findByLabelText('Email'), EMAIL);
  await press('Email me a code');
  await screen.findByLabelText('Code');
  return shell;
}

const storeRequestOf30SecondsAgo = () =>
  keepCodeRequest({ email: EMAIL, browserKey: 'k'.repeat(43), sentAt: Date.now() - 30_000 });

test('the six digits of the emailed code sign the visitor in without another tap', async () => {
  const api = codeApi();
  await requestCode(api);
  expect(screen.getByText(/^We have sent/)).toHaveTextContent(`We have sent a code to ${EMAIL}.`);
  expect(screen.getByLabelText('Code')).toHaveFocus();
  await userEvent.keyboard('123456');
  await waitFor(() => expect(address()).toBe('/'));
  const [{ body: request } = { body: {} }] = requestsTo(api, '/login/code');
  expect(request).toEqual({ email: EMAIL, browser_key: expect.stringMatching(/^[\w-]{43}$/) });
  expect(requestsTo(api, '/login/code/verify').map(({ body }) => body)).toEqual([
    { ...(request as object), code: '123456' },
  ]);
  expect(readLocal('token')).toBe('token-of-3');
  expect(readCodeRequest()).toBeUndefined();
});

test('phones can fill the code field and show a keyboard of digits', async () => {
  await requestCode(codeApi());
  const field = screen.getByLabelText('Code');
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  expect(field).toHaveAccessibleDescription('Six digits, which work for 10 minutes in this tab.');
});

test.each(['123 456', ' 123-456\n', '123456 is your code to sign in', '١٢٣٤٥٦', '۱۲۳۴۵۶', '１２３４５６', '१२३४५६'])(
  'accepts %p as a pasted code',
  async (text) => {
    const api = codeApi();
    await requestCode(api);
    await userEvent.paste(text);
    await waitFor(() => expect(requestsTo(api, '/login/code/verify')[0]?.body).toMatchObject({ code: '123456' }));
  },
);

test('an incomplete code is not sent, and its field shows an error until the next digit', async () => {
  const api = codeApi();
  await requestCode(api);
  await userEvent.type(screen.getByLabelText('Code'), '123{Enter}');
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Please type all six digits of the code\./);
  expect(screen.getByLabelText('Code')).toHaveFocus();
  expect(requestsTo(api, '/login/code/verify')).toEqual([]);
  await userEvent.type(screen.getByLabelText('Code'), '4', { initialSelectionStart: 3 });
  expect(screen.getByLabelText('Code')).toBeValid();
});

test('Enter in the email field requests a code, and logs in once there is a password', async () => {
  const api = codeApi().on('POST /login', signedIn(THANDI));
  await renderShell('/login', { api });
  await userEvent.type(screen.getByLabelText('Email'), `${EMAIL}{Enter}`);
  expect(await screen.findByLabelText('Code')).toBeInTheDocument();
  await press('Use another email');
  await userEvent.type(screen.getByLabelText('Phone'), '0820000001');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.type(screen.getByLabelText('Email'), '{Enter}');
  await waitFor(() => expect(requestsTo(api, '/login')).toHaveLength(1));
});

test.each([
  ['', 'Email is required'],
  ['thandi', 'Email is not valid'],
])('asks for a valid email: %p', async (email, message) => {
  const { api } = await renderShell('/login', { api: codeApi() });
  if (email) await userEvent.type(screen.getByLabelText('Email'), email);
  await press('Email me a code');
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(message);
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Phone')).not.toHaveAccessibleDescription();
  expect(api.requests).toEqual([]);
});

test('Use another email goes back to the form with the first email', async () => {
  await requestCode(codeApi());
  await press('Use another email');
  expect(screen.getByLabelText('Email')).toHaveValue(EMAIL);
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(readCodeRequest()).toBeUndefined();
});

describe('a failure', () => {
  const refusal = (message: string) => new ApiError(422, { message, errors: { code: [message] } });

  test.each([
    [
      'too many tries',
      new ApiError(429, { message: 'Wait.' }, 800),
      'Too many attempts. Please try again in 14 minutes.',
    ],
    [
      'a lost connection',
      new ApiError(0, { message: 'The site could not be reached.' }),
      'The site could not be reached.',
    ],
    [
      'a network that responds in place of the site',
      {},
      'This network answered in place of the site. Sign in to the Wi-Fi if it asks you to, then try again.',
    ],
  ])('because of %s shows beside the code, which can be sent again', async (_what, response, sentence) => {
    const api = codeApi().on('POST /login/code/verify', response);
    await requestCode(api);
    await userEvent.keyboard('123456');
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(sentence));
    expect(screen.getByLabelText('Code')).toHaveValue('123456');
    api.on('POST /login/code/verify', signedIn(THANDI));
    await press('Login');
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('because of a wrong code is not repeated by the button, which would use up a try', async () => {
    const api = codeApi().on('POST /login/code/verify', refusal('This is not the code from the email.'));
    await requestCode(api);
    await userEvent.keyboard('123456');
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/not the code/));
    await press('Login');
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(requestsTo(api, '/login/code/verify')).toHaveLength(1);
  });

  test('because of a wrong code ends when the next digits replace the code', async () => {
    const api = codeApi().on('POST /login/code/verify', refusal('This is not the code from the email.'));
    await requestCode(api);
    await userEvent.keyboard('123456');
    await waitFor(() => expect(screen.getByLabelText('Code')).toBeInvalid());
    await userEvent.keyboard('65');
    expect(screen.getByLabelText('Code')).toHaveValue('65');
  });

  test.each([
    [new ApiError(0, { message: 'The site could not be reached.' }), 'The site could not be reached.'],
    [{}, /^This network answered in place of the site/],
  ])('of the request for a code shows a toast and keeps the email', async (response, sentence) => {
    await renderShell('/login', { api: codeApi().on('POST /login/code', response) });
    await userEvent.type(screen.getByLabelText('Email'), EMAIL);
    await press('Email me a code');
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue(EMAIL);
  });

  test('because of a refused email shows beside its field until the field changes', async () => {
    const refused = new ApiError(422, { message: 'Please check.', errors: { email: ['This is no email address.'] } });
    await renderShell('/login', { api: codeApi().on('POST /login/code', refused) });
    await userEvent.type(screen.getByLabelText('Email'), EMAIL);
    await press('Email me a code');
    await waitFor(() =>
      expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This is no email address.'),
    );
    await userEvent.type(screen.getByLabelText('Email'), 'x');
    expect(screen.getByLabelText('Email')).toBeValid();
  });
});

describe('a new code', () => {
  test('can be requested after 30 seconds', async () => {
    await requestCode(codeApi());
    expect(screen.getByText('New code in 30 s')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send a new code' })).not.toBeInTheDocument();
  });

  test('is requested for the same browser, and the form says that it was sent', async () => {
    storeRequestOf30SecondsAgo();
    const api = codeApi();
    await renderShell('/login', { api });
    await userEvent.type(screen.getByLabelText('Code'), '12');
    await press('Send a new code');
    await waitFor(() =>
      expect(screen.getByText(/^We have sent/)).toHaveTextContent(`We have sent a new code to ${EMAIL}.`),
    );
    expect(requestsTo(api, '/login/code')[0]?.body).toEqual({ email: EMAIL, browser_key: 'k'.repeat(43) });
    expect(screen.getByLabelText('Code')).toHaveValue('');
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(screen.getByText('New code in 30 s')).toBeInTheDocument();
  });

  test('is not offered while the server accepts no code', async () => {
    storeRequestOf30SecondsAgo();
    const api = codeApi().on('POST /login/code/verify', new ApiError(429, { message: 'Wait.' }, 900));
    await renderShell('/login', { api });
    expect(screen.getByRole('button', { name: 'Send a new code' })).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Code'), '123456');
    await waitFor(() =>
      expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(
        'Too many attempts. Please try again in 15 minutes.',
      ),
    );
    expect(screen.queryByRole('button', { name: 'Send a new code' })).not.toBeInTheDocument();
    const later = Date.now() + 900_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    expect(await screen.findByRole('button', { name: 'Send a new code' })).toBeInTheDocument();
    jest.restoreAllMocks();
  });

  test('shows why it was refused', async () => {
    storeRequestOf30SecondsAgo();
    await renderShell('/login', { api: codeApi().on('POST /login/code', new ApiError(429, { message: 'Wait.' }, 60)) });
    await press('Send a new code');
    await waitFor(() =>
      expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(
        'Too many attempts. Please try again in a minute.',
      ),
    );
  });
});

describe('after the browser has discarded the page', () => {
  const reload = (at: string) => {
    cleanup();
    return renderShell(at, { api: codeApi() });
  };

  test('the login page shows the code form again', async () => {
    await requestCode(codeApi());
    await reload('/login');
    expect(screen.getByLabelText('Code')).toHaveFocus();
    await userEvent.keyboard('123456');
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('the login still leads to the guarded page', async () => {
    await requestCode(codeApi(), '/venues/1/cart');
    await reload('/login');
    await userEvent.keyboard('123456');
    expect(await screen.findByText('checkout/cart')).toBeInTheDocument();
  });

  async function requestCodeInModal() {
    const shell = await renderShell(ITEM, { api: codeApi() });
    act(() => publish('sign-in-asked', { mode: 'Login', reason: REASON }));
    await userEvent.type(screen.getByLabelText('Email'), EMAIL);
    await press('Email me a code');
    await screen.findByLabelText('Code');
    return shell;
  }

  test('the modal opens with the code form and its reason, and stays on the same page', async () => {
    await requestCodeInModal();
    const { store } = await reload(ITEM);
    expect(screen.getByRole('dialog', { name: 'Login' })).toHaveTextContent(REASON);
    await userEvent.type(screen.getByLabelText('Code'), '123456');
    await waitFor(() => expect(store.state.getState().session?.user.id).toBe(THANDI.id));
    expect(store.state.getState().auth).toBeNull();
    expect(address()).toBe(ITEM);
  });

  test('a closed modal stays closed, and shows the code form when it opens again', async () => {
    await requestCodeInModal();
    await press('Close');
    await reload(ITEM);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    act(() => publish('sign-in-asked', { mode: 'Login' }));
    expect(screen.getByLabelText('Code')).toBeInTheDocument();
  });

  test('a signed-in visitor sees no modal', async () => {
    await requestCodeInModal();
    cleanup();
    await renderShell(ITEM, { api: codeApi(), state: { session: sessionOf(THANDI) } });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a code request is forgotten after ten minutes', async () => {
    keepCodeRequest({ email: EMAIL, browserKey: 'k'.repeat(43), sentAt: Date.now() - 10 * 60_000, modal: {} });
    await renderShell(ITEM, { api: codeApi() });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(readCodeRequest()).toBeUndefined();
  });
});
