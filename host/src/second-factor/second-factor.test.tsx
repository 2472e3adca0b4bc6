import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import type { FakeApi } from 'shared-contracts/testing';
import type { FactorQuestion, SecondFactor } from 'shared-contracts/types';
import { address, renderShell, sessionOf, shellApi, signedIn, THANDI } from '../testing/render-shell';
import { askForProof } from './ask-for-proof';
import { deviceName } from './device-name';

const startAuthentication = jest.fn();
const startRegistration = jest.fn();
jest.mock('@simplewebauthn/browser', () => ({
  startAuthentication: (...args: unknown[]) => startAuthentication(...args),
  startRegistration: (...args: unknown[]) => startRegistration(...args),
}));

const TOKEN = 't'.repeat(43);
const QUESTION: FactorQuestion = {
  token: TOKEN,
  methods: ['passkey', 'authenticator', 'recovery-code'],
  passkey: { challenge: TOKEN },
};
const PASSKEY: SecondFactor = {
  id: 4,
  kind: 'passkey',
  name: 'iPhone',
  created_at: '2026-11-20T12:00:00Z',
  last_used_at: '2026-11-28T12:00:00Z',
};
const CODES = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-000${index}`);
const OPERATOR = { ...THANDI, venues: { data: [{ id: 1, name: 'Granary Square Market' }] }, orders: { data: [] } };
const status = (values = {}) => ({
  data: { factors: [PASSKEY], recovery_codes_left: 9, is_required: false, has_passkeys: true, ...values },
});

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const sent = (api: FakeApi, path: string) => api.requests.filter((one) => one.path === path).map(({ body }) => body);
const refusal = (field: string, message: string) =>
  new ApiError(422, { code: 'WRONG_FACTOR', message, errors: { [field]: [message] } });

beforeEach(() => {
  startAuthentication.mockReset();
  startRegistration.mockReset();
  window.sessionStorage.clear();
});

describe('a sign-in with a second factor', () => {
  const apiOf = (question: FactorQuestion = QUESTION) =>
    shellApi().on('POST /login', { second_factor: question }).on('POST /login/second-factor', signedIn(THANDI));

  async function logIn(api = apiOf()) {
    const { unmount } = await renderShell('/login', { api });
    await userEvent.type(screen.getByLabelText('Email'), THANDI.email);
    await userEvent.type(screen.getByLabelText('Phone'), '0820000001');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await press('Login');
    return { api, unmount };
  }

  test('signs in with a passkey', async () => {
    startAuthentication.mockResolvedValue({ id: 'passkey' });
    const { api } = await logIn();
    await screen.findByRole('button', { name: 'Use passkey' });
    expect(readLocal('token')).toBeUndefined();
    await press('Use passkey');
    await waitFor(() => expect(address()).toBe('/'));
    expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: QUESTION.passkey });
    expect(sent(api, '/login/second-factor')).toEqual([{ token: TOKEN, passkey: { id: 'passkey' } }]);
    expect(readLocal('token')).toBe('token-of-3');
  });

  test('says that the passkey was not used, and offers the other ways', async () => {
    startAuthentication.mockRejectedValue(Object.assign(new Error('cancelled'), { name: 'NotAllowedError' }));
    await logIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Use passkey' }));
    expect(await screen.findByText('The passkey was not used. Try again, or use another way.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use your authenticator app' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use a recovery code' })).toBeInTheDocument();
  });

  test('sends the six digits of the app without another tap', async () => {
    const { api } = await logIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Use your authenticator app' }));
    const field = screen.getByLabelText('Code of your authenticator app');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('inputmode', 'numeric');
    await userEvent.paste('١٢٣ 456');
    await waitFor(() => expect(address()).toBe('/'));
    expect(sent(api, '/login/second-factor')).toEqual([{ token: TOKEN, code: '123456' }]);
  });

  test('starts with the app where the account has no passkey', async () => {
    await logIn(apiOf({ ...QUESTION, methods: ['authenticator', 'recovery-code'], passkey: null }));
    expect(await screen.findByLabelText('Code of your authenticator app')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  test.each([
    ['a wrong code', refusal('code', 'This is not the code.'), 'This is not the code.'],
    [
      'too many tries',
      new ApiError(429, { message: 'Wait.' }, 800),
      'Too many attempts. Please try again in 14 minutes.',
    ],
    [
      'a sign-in that ended',
      new ApiError(422, {
        code: 'STEP_ENDED',
        message: 'This took too long.',
        errors: { token: ['This took too long.'] },
      }),
      'This took too long.',
    ],
    [
      'a lost connection',
      new ApiError(0, { message: 'The site could not be reached.' }),
      'The site could not be reached.',
    ],
    ['another network', {}, /^This network answered in place of the site/],
  ])('shows %s beside the code', async (_what, response, sentence) => {
    await logIn(apiOf().on('POST /login/second-factor', response));
    await userEvent.click(await screen.findByRole('button', { name: 'Use your authenticator app' }));
    await userEvent.keyboard('123456');
    const field = screen.getByLabelText('Code of your authenticator app');
    await waitFor(() => expect(field).toHaveAccessibleDescription(sentence));
    expect(field).toHaveValue('123456');
  });

  test('takes a recovery code', async () => {
    const { api } = await logIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await press('Continue');
    expect(screen.getByLabelText('Recovery code')).toHaveAccessibleDescription(
      /Please type one of your recovery codes\./,
    );
    await userEvent.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb-cccc-0001{Enter}');
    await waitFor(() => expect(address()).toBe('/'));
    expect(sent(api, '/login/second-factor')).toEqual([{ token: TOKEN, recovery_code: 'aaaa-bbbb-cccc-0001' }]);
  });

  test('can be started again, and goes on after a reload of the page', async () => {
    const { api, unmount } = await logIn();
    await screen.findByRole('button', { name: 'Use passkey' });
    unmount();
    await renderShell('/login', { api });
    expect(await screen.findByRole('button', { name: 'Use passkey' })).toBeInTheDocument();
    await press('Start again');
    expect(await screen.findByLabelText('Email')).toBeInTheDocument();
  });
});

describe('the section of My Account', () => {
  const state = { session: sessionOf(THANDI) };
  const apiOf = (factors: unknown = status(), me: object = OPERATOR) =>
    shellApi().on('GET /me', { data: me }).on('GET /me/second-factor', factors);
  const show = async (api = apiOf(), at = '/profile') => {
    const shell = await renderShell(at, { api, state });
    return { ...shell, api };
  };
  const section = async () => within(await screen.findByRole('region', { name: 'Second factor' }));

  test('lists the factors of an operator and the recovery codes that are left', async () => {
    await show();
    const its = await section();
    expect(its.getByRole('listitem')).toHaveTextContent(
      /^Passkey of iPhoneAdded 2026\/11\/20, last used 2026\/11\/28Remove/,
    );
    expect(its.getByText('9 recovery codes are left.')).toBeInTheDocument();
  });

  test('is not shown to a customer, who finds it by its address', async () => {
    const customer = { ...THANDI, orders: { data: [] } };
    const { unmount } = await show(apiOf(status(), customer));
    await screen.findByText(/^Supporting your community since/);
    expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull();
    unmount();
    await show(apiOf(status(), customer), '/profile?second-factor');
    expect(await screen.findByRole('heading', { name: 'Second factor' })).toHaveFocus();
  });

  test('tells an operator that a hall asks for one', async () => {
    await show(apiOf(status({ factors: [], is_required: true })));
    expect((await section()).getByRole('status')).toHaveTextContent(
      'A hall that you run asks its operators for a second factor.',
    );
  });

  test('shows a failure with Try Again', async () => {
    const { api } = await show(apiOf(new ApiError(400, { message: 'No.' })));
    expect(await screen.findByText('Your second factor could not be loaded')).toBeInTheDocument();
    api.on('GET /me/second-factor', status());
    await press('Try Again');
    await section();
  });

  test('adds a passkey and shows the recovery codes once', async () => {
    startRegistration.mockResolvedValue({ id: 'new' });
    const api = apiOf(status({ factors: [], recovery_codes_left: 0 }))
      .on('POST /me/second-factor/passkeys/options', { data: { options: { challenge: TOKEN } } })
      .on('POST /me/second-factor/passkeys', { data: { factor: PASSKEY, recovery_codes: CODES } });
    const { store } = await show(api);
    await section();
    await press('Set up a second factor');
    await press('Add a passkey');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(CODES);
    expect(sent(api, '/me/second-factor/passkeys')).toEqual([{ name: 'Browser', response: { id: 'new' } }]);
    api.on('GET /me/second-factor', status());
    await press('I have kept the codes');
    expect(store.state.getState().toast).toMatchObject({ content: 'Your second factor is set up.' });
  });

  test.each([
    ['NotAllowedError', 'No passkey was made. Please try again.'],
    ['InvalidStateError', 'This device has a passkey for your account already.'],
  ])('explains %s of the browser', async (name, sentence) => {
    startRegistration.mockRejectedValue(Object.assign(new Error(name), { name }));
    await show(apiOf().on('POST /me/second-factor/passkeys/options', { data: { options: { challenge: TOKEN } } }));
    await section();
    await press('Add another one');
    await press('Add a passkey');
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  test('adds an app by its QR code or its key, after a right code', async () => {
    const setup = { token: TOKEN, secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/hall?secret=GEZDGNBVGY3TQOJQ' };
    const api = apiOf(status({ has_passkeys: false }))
      .on('POST /me/second-factor/authenticators/options', { data: setup })
      .on('POST /me/second-factor/authenticators', refusal('code', 'This is not the code.'));
    await show(api);
    await section();
    await press('Add another one');
    expect(screen.getByText(/^Passkeys need https/)).toBeInTheDocument();
    await press('Add an authenticator app');
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeInTheDocument();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeInTheDocument();
    const field = screen.getByLabelText('Code of your authenticator app');
    await press('Add this app');
    expect(field).toHaveAccessibleDescription('Please type all six digits of the code.');
    await userEvent.type(field, '123456');
    await press('Add this app');
    await waitFor(() => expect(field).toHaveAccessibleDescription('This is not the code.'));
    api.on('POST /me/second-factor/authenticators', {
      data: { factor: { ...PASSKEY, kind: 'authenticator' }, recovery_codes: null },
    });
    await userEvent.type(field, '{Backspace}4');
    await press('Add this app');
    await waitFor(() => expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull());
  });

  test('removes a factor after a question', async () => {
    const { api } = await show(apiOf().on('DELETE /me/second-factor/4', undefined));
    await section();
    await press('Remove: Passkey of iPhone');
    api.on('GET /me/second-factor', status({ factors: [] }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Passkey of iPhone')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Second factor' })).toHaveFocus();
  });

  test('keeps the last factor where a hall asks for one, and says why', async () => {
    const message = 'A hall that you run asks for a second factor. Add another one first.';
    const refused = new ApiError(409, { code: 'LAST_FACTOR', message });
    const { store } = await show(apiOf().on('DELETE /me/second-factor/4', refused));
    await section();
    await press('Remove: Passkey of iPhone');
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: message, color: 'danger' }));
  });

  test('shows new recovery codes in a dialog that only its button closes, and copies them', async () => {
    const writeText = jest.fn().mockResolvedValue(undefined);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    await show(apiOf().on('POST /me/second-factor/recovery-codes', { data: { recovery_codes: CODES } }));
    await section();
    await press('New recovery codes');
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await press('Copy the codes');
    expect(writeText).toHaveBeenCalledWith(CODES.join('\n'));
    await press('I have kept the codes');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull());
  });
});

describe('a proof', () => {
  const NEEDED = new ApiError(403, { code: 'PROOF_REQUIRED', message: 'Please confirm that it is you.' });
  const SETUP = new ApiError(403, { code: 'SECOND_FACTOR_REQUIRED', message: 'Set one up.' });
  const apiOf = (question: object = QUESTION) =>
    shellApi()
      .on('POST /me/proof/question', { data: question })
      .on('POST /me/proof', undefined)
      .on('GET /me/second-factor', status({ factors: [] }));

  /** Begins to ask, and does not wait for the answer. */
  async function begin(error: ApiError): Promise<{ answer: Promise<boolean> }> {
    let answer!: Promise<boolean>;
    await act(async () => {
      answer = askForProof(error);
    });
    return { answer };
  }

  async function ask(api = apiOf(), error = NEEDED) {
    await renderShell('/', { api, state: { session: sessionOf(THANDI) } });
    return { api, ...(await begin(error)) };
  }

  test('is asked for in a dialog, and lets the request go on', async () => {
    startAuthentication.mockResolvedValue({ id: 'passkey' });
    const { api, answer } = await ask();
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Use passkey' }));
    expect(await answer).toBe(true);
    expect(sent(api, '/me/proof')).toEqual([{ token: TOKEN, passkey: { id: 'passkey' } }]);
  });

  test('is one dialog for requests that meet', async () => {
    startAuthentication.mockResolvedValue({ id: 'passkey' });
    const { api, answer } = await ask();
    const second = (await begin(NEEDED)).answer;
    await userEvent.click(await screen.findByRole('button', { name: 'Use passkey' }));
    expect(await Promise.all([answer, second])).toEqual([true, true]);
    expect(sent(api, '/me/proof/question')).toHaveLength(1);
  });

  test.each(['Cancel', 'Close'])('ends with %s, and can be asked for again', async (name) => {
    const { answer } = await ask();
    await screen.findByRole('button', { name: 'Use passkey' });
    await press(name);
    expect(await answer).toBe(false);
    const again = await begin(NEEDED);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await again.answer).toBe(false);
  });

  test('ends when the session ends', async () => {
    const { answer } = await ask();
    await screen.findByRole('button', { name: 'Use passkey' });
    await act(async () => publish('signed-out', { reason: 'asked' }));
    expect(await answer).toBe(false);
  });

  test('says that the question could not be loaded, and tries again', async () => {
    const api = apiOf().on('POST /me/proof/question', new ApiError(0, { message: 'The site could not be reached.' }));
    const { answer } = await ask(api);
    expect(await screen.findByText('The site could not be reached.')).toBeInTheDocument();
    api.on('POST /me/proof/question', { data: QUESTION });
    await press('Try Again');
    await screen.findByRole('button', { name: 'Use passkey' });
    await press('Cancel');
    expect(await answer).toBe(false);
  });

  test('of an account without a second factor is a code by email', async () => {
    writeLocal('user', THANDI);
    const api = apiOf({ token: TOKEN, methods: ['email-code'], passkey: null }).on('POST /login/code', {
      message: 'Sent.',
    });
    const { answer } = await ask(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Email me a code' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    expect(await answer).toBe(true);
    expect(sent(api, '/me/proof')).toEqual([
      { token: TOKEN, email_code: { code: '123456', browser_key: expect.stringMatching(/^[\w-]{43}$/) } },
    ]);
  });

  test('becomes the setup of a second factor where a hall asks for one', async () => {
    startRegistration.mockResolvedValue({ id: 'new' });
    const api = apiOf()
      .on('POST /me/second-factor/passkeys/options', { data: { options: { challenge: TOKEN } } })
      .on('POST /me/second-factor/passkeys', { data: { factor: PASSKEY, recovery_codes: CODES } });
    const { answer } = await ask(api, SETUP);
    await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await userEvent.click(await screen.findByRole('button', { name: 'I have kept the codes' }));
    expect(await answer).toBe(true);
  });

  test('puts the setup off once for a page', async () => {
    const { answer } = await ask(apiOf(), SETUP);
    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(await answer).toBe(false);
    expect(await askForProof(SETUP)).toBe(false);
  });
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
  ['something else', 'Browser'],
])('a passkey made by %s is that of %s', (agent, device) => {
  expect(deviceName(agent)).toBe(device);
});
