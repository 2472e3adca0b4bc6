import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { TEST_SITE } from 'shared-contracts/testing';
import { address, MAI, renderShell, sessionOf, shellApi, signedIn, THANDI } from '../testing/render-shell';

const fill = async (texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await userEvent.type(screen.getByLabelText(label), text);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const LOGIN = { Email: 'thandi@foodhall.test', Phone: '0820000001', Password: 'secret' };

describe('login', () => {
  test('requires an email and a phone of ten characters, and sends nothing without them', async () => {
    const { api } = await renderShell('/login');
    await fill({ Phone: '082 555' });
    await press('Login');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Phone should be at-least 10 characters.');
    expect(api.requests.some(({ path }) => path === '/login')).toBe(false);
  });

  test('starts the session, keeps the phone for the next time, and leads to the venues', async () => {
    const api = shellApi().on('POST /login', signedIn(THANDI));
    await renderShell('/login', { api });
    await fill(LOGIN);
    await press('Login');
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(address()).toBe('/');
    expect(api.requests.find(({ path }) => path === '/login')?.body).toEqual({
      email: 'thandi@foodhall.test',
      password: 'secret',
      phone: '0820000001',
    });
    expect(readLocal('token')).toBe('token-of-3');
    expect(readLocal('context')).toEqual({ type: 'User', data: { id: 3, name: 'Thandi Mokoena' } });
    expect(readLocal('phone')).toBe('0820000001');
  });

  test('offers the phone that was used last', async () => {
    writeLocal('phone', '0820000009');
    await renderShell('/login');
    expect(screen.getByLabelText('Phone')).toHaveValue('0820000009');
  });

  test("shows the server's refusal as a toast and keeps what was typed", async () => {
    const refusal = new ApiError(422, { message: 'These credentials do not match our records.' });
    await renderShell('/login', { api: shellApi().on('POST /login', refusal) });
    await fill(LOGIN);
    await press('Login');
    expect(await screen.findByText('These credentials do not match our records.')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('thandi@foodhall.test');
  });

  test("shows the server's message about a field beside it until the field changes", async () => {
    const refusal = new ApiError(422, { message: 'Please check.', errors: { email: ['This address is unknown.'] } });
    await renderShell('/login', { api: shellApi().on('POST /login', refusal) });
    await fill(LOGIN);
    await press('Login');
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This address is unknown.'));
    await fill({ Email: 'x' });
    expect(screen.getByLabelText('Email')).not.toHaveAccessibleDescription();
  });

  test('keeps the message during the next request, so that the button does not move under a finger', async () => {
    const refusal = new ApiError(422, { message: 'Please check.', errors: { email: ['This address is unknown.'] } });
    const api = shellApi().on('POST /login', refusal);
    await renderShell('/login', { api });
    await fill(LOGIN);
    await press('Login');
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This address is unknown.'));
    api.on('POST /login', () => new Promise(() => {}));
    await press('Login');
    expect(screen.getByRole('button', { name: 'Login' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This address is unknown.');
  });

  test('leads to the page that the visitor wanted to open', async () => {
    await renderShell('/venues/1/cart', { api: shellApi().on('POST /login', signedIn(THANDI)) });
    await screen.findByRole('heading', { name: 'Login' });
    await fill(LOGIN);
    await press('Login');
    expect(await screen.findByText('checkout/cart')).toBeInTheDocument();
    expect(readLocal('redirect_url')).toBeUndefined();
  });

  test('redirects a person who is signed in already', async () => {
    await renderShell('/login', { state: { session: sessionOf(MAI, 7) } });
    expect(await screen.findByText('queues/queues')).toBeInTheDocument();
    expect(address()).toBe('/queues');
  });
});

describe('a sign-in', () => {
  test.each([
    ['on the login page starts with the first vendor, in the queue', '/login', '/queues', { type: 'Vendor', id: 7 }],
    [
      'on the way to a cart starts with the personal account',
      '/venues/1/cart',
      '/venues/1/cart',
      { type: 'User', id: 5 },
    ],
    [
      'on the way back from a payment starts with the personal account',
      '/stitch/return?id=1',
      '/stitch/return?id=1',
      { type: 'User', id: 5 },
    ],
    [
      "on the way to a vendor's items starts with that vendor",
      '/your-items/8',
      '/your-items/8',
      { type: 'Vendor', id: 8 },
    ],
  ])('%s', async (_title, at, to, { type, id }) => {
    await renderShell(at, { api: shellApi().on('POST /login', signedIn(MAI)).on('GET /vendors/8', { data: {} }) });
    await screen.findByRole('heading', { name: 'Login' });
    await fill(LOGIN);
    await press('Login');
    await waitFor(() => expect(address()).toBe(to));
    expect(readLocal('context')).toMatchObject({ type, data: { id } });
  });

  test('in the modal starts with the personal account and stays on the page', async () => {
    const { store } = await renderShell('/venues/1/vendors/2/items/9', {
      api: shellApi().on('POST /login', signedIn(MAI)),
    });
    act(() => publish('sign-in-asked', { mode: 'Login', reason: 'Sign in and we finish adding it to your cart.' }));
    expect(screen.getByText('Sign in and we finish adding it to your cart.')).toBeInTheDocument();
    await fill(LOGIN);
    await press('Login');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Login' })).not.toBeInTheDocument());
    expect(store.state.getState().session?.context.type).toBe('User');
    expect(address()).toBe('/venues/1/vendors/2/items/9');
  });
});

describe('the modal', () => {
  test('switches between its forms and closes', async () => {
    const { store } = await renderShell('/venues/1/vendors/2');
    act(() => publish('sign-in-asked', { mode: 'Login' }));
    await press('Register');
    expect(screen.getByRole('dialog', { name: 'Register' })).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    await press('Login');
    await press('Forgot password?');
    expect(screen.getByRole('dialog', { name: 'Forgot password' })).toBeInTheDocument();
    await press('Close');
    expect(store.state.getState().auth).toBeNull();
  });

  test('shows the reason to sign in on the login form only', async () => {
    const reason = 'Sign in and we finish adding it to your cart.';
    await renderShell('/venues/1/vendors/2');
    act(() => publish('sign-in-asked', { mode: 'Login', reason }));
    await press('Register');
    expect(screen.queryByText(reason)).not.toBeInTheDocument();
    await press('Login');
    expect(screen.getByText(reason)).toBeInTheDocument();
  });
});

describe('a browser that stores nothing for the site', () => {
  const SENTENCE = /^This browser does not let the site store anything, so you cannot stay signed in\./;
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError');
  };
  beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => {}));
  afterEach(() => jest.restoreAllMocks());

  test.each([
    ['refuses each value', () => jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)],
    ['refuses its storage', () => jest.spyOn(window, 'localStorage', 'get').mockImplementation(refuse)],
  ])('shows a message in place of the login form if it %s', async (_what, block) => {
    block();
    await renderShell('/login');
    expect(screen.getByText(SENTENCE)).toBeInTheDocument();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });

  test('shows the message in the modal too', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    await renderShell('/venues/1/vendors/2');
    act(() => publish('sign-in-asked', { mode: 'Login' }));
    expect(screen.getByRole('dialog', { name: 'Login' })).toHaveTextContent('reload the page');
  });
});

describe('register', () => {
  test('shows what each field needs', async () => {
    await renderShell('/register');
    await fill({ Email: 'nobody', Password: 'short' });
    await press('Register');
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name is required');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is not valid');
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Phone is required');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password should be at-least 6 characters.');
    expect(screen.getByLabelText('Password confirmation')).toHaveAccessibleDescription(
      'Password confirmation is required',
    );
  });

  test('starts a session, and leaves the comparison of the passwords to the server', async () => {
    const api = shellApi().on('POST /register', signedIn(THANDI));
    await renderShell('/register', { api });
    await fill({ ...LOGIN, Name: 'Thandi', 'Password confirmation': 'secret2' });
    await press('Register');
    await waitFor(() => expect(address()).toBe('/'));
    expect(api.requests.find(({ path }) => path === '/register')?.body).toMatchObject({
      name: 'Thandi',
      password: 'secret',
      password_confirmation: 'secret2',
    });
  });
});

test('no phone is sent if the site asks for none', async () => {
  const api = shellApi().on('POST /register', signedIn(THANDI));
  await renderShell('/register', { api, site: { ...TEST_SITE, flags: { ...TEST_SITE.flags, phone: false } } });
  await fill({ Name: 'Thandi', Email: LOGIN.Email, Password: 'secret', 'Password confirmation': 'secret' });
  await press('Register');
  await waitFor(() => expect(address()).toBe('/'));
  expect(api.requests.find(({ path }) => path === '/register')?.body).not.toHaveProperty('phone');
});

describe('a forgotten password', () => {
  test("shows the server's message as a toast", async () => {
    const body = { message: 'If that address has an account, a link is on its way.' };
    await renderShell('/forgot-password', { api: shellApi().on('POST /forgot-password', body) });
    await fill({ Email: 'thandi@foodhall.test' });
    await press('Send reset link');
    expect(await screen.findByText(body.message)).toBeInTheDocument();
  });

  test('shows no message if the request fails, and enables the button again', async () => {
    const refusal = new ApiError(500, { message: 'Mail is down.' });
    await renderShell('/forgot-password', { api: shellApi().on('POST /forgot-password', refusal) });
    await fill({ Email: 'thandi@foodhall.test' });
    await press('Send reset link');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Send reset link' })).not.toHaveAttribute('aria-busy'),
    );
    expect(screen.queryByText('Mail is down.')).not.toBeInTheDocument();
  });

  test("does not show the server's message about the email either", async () => {
    const errors = { email: ['Email is not valid'] };
    const refusal = new ApiError(422, { code: 'INVALID', message: 'Email is not valid', errors });
    const api = shellApi().on('POST /forgot-password', refusal);
    await renderShell('/forgot-password', { api });
    await fill({ Email: 'thandi@foodhall.test' });
    await press('Send reset link');
    await waitFor(() => expect(api.requests.some(({ path }) => path === '/forgot-password')).toBe(true));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Send reset link' })).not.toHaveAttribute('aria-busy'),
    );
    expect(screen.queryByText('Email is not valid')).not.toBeInTheDocument();
  });
});

describe('a password reset', () => {
  const PATH = '/password-reset/abc?email=thandi%40foodhall.test';

  test("sends the token and email of the link, shows the server's message, and leads to /", async () => {
    const api = shellApi().on('POST /password-reset/abc', { message: 'Your password was changed.' });
    await renderShell(PATH, { api });
    await fill({ Password: 'new-secret', 'Password confirmation': 'new-secret' });
    await press('Reset password');
    expect(await screen.findByText('Your password was changed.')).toBeInTheDocument();
    expect(address()).toBe('/');
    expect(api.requests.find(({ path }) => path === '/password-reset/abc')?.body).toEqual({
      email: 'thandi@foodhall.test',
      password: 'new-secret',
      password_confirmation: 'new-secret',
      token: 'abc',
    });
  });

  test('requires an email if the link has none, and sends nothing without it', async () => {
    const api = shellApi();
    await renderShell('/password-reset/abc', { api });
    await fill({ Password: 'new-secret', 'Password confirmation': 'new-secret' });
    await press('Reset password');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(api.requests).toEqual([]);
  });

  test('shows a refusal as a toast and stays on the page', async () => {
    const refusal = new ApiError(422, { message: 'This link was used before.' });
    await renderShell(PATH, { api: shellApi().on('POST /password-reset/abc', refusal) });
    await fill({ Password: 'new-secret', 'Password confirmation': 'new-secret' });
    await press('Reset password');
    expect(await screen.findByText('This link was used before.')).toBeInTheDocument();
    expect(window.location.pathname).toBe('/password-reset/abc');
  });
});

describe('a successful response without the expected body', () => {
  const SENTENCE =
    'This network answered in place of the site. Sign in to the Wi-Fi if it asks you to, then try again.';
  const bodies = [{}, { token: 'abc' }, { token: 'abc', data: { id: 3, name: 'Thandi' } }];

  test.each(bodies)('does not log in: %j', async (body) => {
    const { store } = await renderShell('/login', { api: shellApi().on('POST /login', body) });
    await fill(LOGIN);
    await press('Login');
    expect(await screen.findByText(SENTENCE)).toBeInTheDocument();
    expect(store.state.getState().session).toBeNull();
    expect(readLocal('token')).toBeUndefined();
  });

  test('does not count as a password reset', async () => {
    await renderShell('/password-reset/abc?email=thandi@foodhall.test', {
      api: shellApi().on('POST /password-reset/abc', {}),
    });
    await fill({ Password: 'secret-1', 'Password confirmation': 'secret-1' });
    await press('Reset password');
    expect(await screen.findByText(SENTENCE)).toBeInTheDocument();
    expect(address()).toBe('/password-reset/abc?email=thandi@foodhall.test');
  });

  test('does not count as a sent email, and shows no empty toast', async () => {
    const { store } = await renderShell('/forgot-password', { api: shellApi().on('POST /forgot-password', {}) });
    await fill({ Email: 'thandi@foodhall.test' });
    await press('Send reset link');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send reset link' })).toBeEnabled());
    expect(store.state.getState().toast).toBeNull();
  });
});
