import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { shellState } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import type { FakeApi } from 'shared-contracts/testing';
import { renderShell, shellApi, signedIn, THANDI } from '../testing/render-shell';
import { emptyForm, requestBody, setupErrors, withProvider } from './setup.rules';

const TOKEN = 'T'.repeat(43);
const LINK = `/setup#${TOKEN}`;
// The complete lists take a second to search.
beforeEach(() => {
  jest
    .spyOn(Intl, 'supportedValuesOf')
    .mockImplementation((key) => (key === 'currency' ? ['CAD', 'EUR'] : ['America/Toronto', 'Europe/Paris']));
});
afterEach(() => jest.restoreAllMocks());

const works = (): FakeApi => shellApi().on('POST /setup/check', undefined);
const ended = (code: string, message: string) => new ApiError(410, { code, message });
const done = {
  ...signedIn(THANDI),
  venue: { id: 1, slug: 'granary', name: 'Granary' },
  missing_settings: [] as string[],
};

const type = (texts: Record<string, string>) => {
  for (const [label, value] of Object.entries(texts))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Open the hall' }));

async function fillIn(): Promise<void> {
  await screen.findByLabelText('Name of the hall');
  type({
    Name: 'Ola',
    Email: 'ola@hall.example',
    Phone: '0820000001',
    Password: 'a good password',
    'Name of the hall': 'Granary',
    'Name of the tax': 'HST',
    'Rate in percent': '13',
    'Publishable key': 'pk_test_1',
    Currency: 'CAD',
    'Time zone': 'America/Toronto',
  });
}

const sent = (api: FakeApi) => api.requests.find(({ path }) => path === '/setup');

test('checks the link with its token in the body, and never in an address', async () => {
  const { api } = await renderShell(LINK, { api: works() });
  expect(await screen.findByRole('heading', { name: 'Set up your food hall' })).toBeInTheDocument();
  expect(api.requests.find(({ path }) => path === '/setup/check')?.body).toEqual({ token: TOKEN });
  expect(api.requests.some(({ path }) => path.includes(TOKEN))).toBe(false);
});

test('the button stays in place when the form shows errors', async () => {
  await renderShell(LINK, { api: works() });
  const button = await screen.findByRole('button', { name: 'Open the hall' });
  let scrolled = 0;
  jest.spyOn(window, 'scrollBy').mockImplementation((options) => {
    scrolled += (options as ScrollToOptions).top ?? 0;
  });
  // jsdom lays nothing out: each wrong field moves the button by a line.
  jest.spyOn(button, 'getBoundingClientRect').mockImplementation(() => {
    const wrong = document.querySelectorAll('main [aria-invalid="true"]').length;
    return { top: 700 + 20 * wrong - scrolled } as DOMRect;
  });
  const place = button.getBoundingClientRect().top;
  await submit();
  expect(screen.getByText('Name is required')).toBeInTheDocument();
  expect(scrolled).toBeGreaterThan(0);
  expect(button.getBoundingClientRect().top).toBe(place);
});

test('creates the hall and its operator, signs the operator in, and shows the next steps', async () => {
  const { api } = await renderShell(LINK, { api: works().on('POST /setup', done) });
  await fillIn();
  await userEvent.click(screen.getByRole('checkbox', { name: /Table/ }));
  await userEvent.selectOptions(screen.getByLabelText('Prices on the menus'), 'no');
  const scroll = jest.spyOn(window, 'scrollTo').mockImplementation();
  await submit();
  expect(await screen.findByRole('heading', { name: 'Granary is open' })).toBeInTheDocument();
  // The button was at the end of a long form.
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  expect(sent(api)?.body).toMatchObject({
    token: TOKEN,
    email: 'ola@hall.example',
    phone: '0820000001',
    hall_name: 'Granary',
    currency: 'CAD',
    timezone: 'America/Toronto',
    tax_rate_percent: '13',
    tax_included: false,
    provider: 'Stripe',
    secret_env: 'STRIPE_SECRET_HALL',
    webhook_secret_env: 'STRIPE_WEBHOOK_SECRET_HALL',
    delivery_method_types: ['collect', 'table'],
  });
  expect(shellState().session?.user.name).toBe('Thandi Mokoena');
  expect(readLocal('token')).toBe('token-of-3');
  expect(screen.getByRole('link', { name: 'Set up the hall' })).toHaveAttribute('href', '/hall/1/today');
  expect(screen.getByText(/foodhall -- --help/).closest('pre')).toHaveAttribute('dir', 'ltr');
  expect(screen.getByRole('link', { name: 'See the hall' })).toHaveAttribute('href', '/venues/1/vendors');
  expect(screen.getByRole('link', { name: 'Invite a second operator' })).toHaveAttribute('href', '/hall/1/operators');
  expect(screen.queryByText(/keys of your provider/)).toBeNull();
});

test('names the settings that the server still lacks', async () => {
  const api = works().on('POST /setup', { ...done, missing_settings: ['STRIPE_SECRET_HALL'] });
  await renderShell(LINK, { api });
  await fillIn();
  await submit();
  const section = (await screen.findByRole('heading', { name: /keys of your provider/ })).parentElement as HTMLElement;
  expect(within(section).getByText('STRIPE_SECRET_HALL')).toBeInTheDocument();
});

test('shows at each field what is missing, focuses the first, and sends nothing', async () => {
  const { api } = await renderShell(LINK, { api: works() });
  await screen.findByLabelText('Name of the hall');
  await userEvent.click(screen.getByRole('checkbox', { name: /Collect/ }));
  await submit();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Name is required/);
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/Email is required/);
  expect(screen.getByLabelText('Currency')).toHaveAccessibleDescription(/Choose a currency/);
  expect(screen.getByText('Choose at least one way to receive an order.')).toBeInTheDocument();
  expect(sent(api)).toBeUndefined();
});

test("shows the server's message at its field until the field changes", async () => {
  const refusal = new ApiError(422, { message: 'Check.', errors: { email: ['There is an account with this email.'] } });
  await renderShell(LINK, { api: works().on('POST /setup', refusal) });
  await fillIn();
  await submit();
  const email = screen.getByLabelText('Email');
  await waitFor(() => expect(email).toHaveAccessibleDescription(/There is an account with this email/));
  type({ Email: 'ola@other.example' });
  expect(email).not.toHaveAccessibleDescription(/There is an account/);
});

test('asks for the fields of another provider', async () => {
  const { api } = await renderShell(LINK, { api: works().on('POST /setup', done) });
  await fillIn();
  await userEvent.selectOptions(screen.getByLabelText('Provider'), 'Global');
  expect(screen.getByLabelText('Merchant ID')).toHaveValue('pk_test_1');
  expect(screen.queryByLabelText('Setting with the webhook secret')).toBeNull();
  await submit();
  await screen.findByRole('heading', { name: 'Granary is open' });
  expect(sent(api)?.body).toMatchObject({
    provider: 'Global',
    secret_env: 'GLOBAL_SECRET_HALL',
    webhook_secret_env: '',
  });
});

test.each([
  ['used', ended('SETUP_LINK_USED', 'This site is set up already.'), 'This site is set up', '/login'],
  ['expired', ended('SETUP_LINK_EXPIRED', 'This link has expired.'), 'This link does not work', '/'],
  ['replaced', ended('SETUP_LINK_REPLACED', 'There is a newer link.'), 'This link does not work', '/'],
  [
    'unknown',
    new ApiError(422, { code: 'SETUP_LINK_UNKNOWN', message: 'This is not the link.' }),
    'This link does not work',
    '/',
  ],
])('a link that is %s shows why it does not work and where to go', async (_what, refusal, title, href) => {
  await renderShell(LINK, { api: shellApi().on('POST /setup/check', refusal) });
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(screen.getByText(refusal.message)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Login|Start Over/ })).toHaveAttribute('href', href);
  expect(screen.queryByLabelText('Name of the hall')).toBeNull();
});

test('a link without its token asks for the whole link', async () => {
  await renderShell('/setup', { api: works() });
  expect(await screen.findByText(/Open the whole link/)).toBeInTheDocument();
});

test('a link that expires while the form is filled in shows that it has expired', async () => {
  const refusal = ended('SETUP_LINK_EXPIRED', 'This link has expired.');
  await renderShell(LINK, { api: works().on('POST /setup', refusal) });
  await fillIn();
  await submit();
  expect(await screen.findByText('This link has expired.')).toBeInTheDocument();
});

test('a check that fails can be tried again', async () => {
  const { api } = await renderShell(LINK, {
    api: shellApi().on('POST /setup/check', new ApiError(503, { message: 'The database is away.' })),
  });
  const again = await screen.findByRole('button', { name: 'Try Again' });
  api.on('POST /setup/check', undefined);
  await userEvent.click(again);
  expect(await screen.findByLabelText('Name of the hall')).toBeInTheDocument();
});

describe('the rules', () => {
  const form = {
    ...emptyForm('Europe/Paris'),
    name: 'Ola',
    email: 'ola@hall.example',
    hall_name: 'Granary',
    currency: 'EUR',
    tax_name: 'TVA',
    tax_rate_percent: '0',
    provider_key: 'pk',
  };

  test('accept a form without a password and without a tax number', () => {
    expect(setupErrors(form, true)).toEqual({});
  });

  test('refuse a short password, and added tax with Paystack', () => {
    expect(setupErrors({ ...form, password: 'short' }, true)).toHaveProperty('password');
    expect(setupErrors({ ...withProvider(form, 'Paystack'), tax_included: 'no' }, true)).toHaveProperty('tax_included');
  });

  test.each([
    ['is required with a password if the login asks for both', 'a good password', '', true, 'Phone is required'],
    ['is optional if the login does not ask for it', 'a good password', '', false, undefined],
    ['is optional without a password', '', '', true, undefined],
    ['needs ten characters', '', '123', true, 'Phone should be at-least 10 characters.'],
  ])('a phone %s', (_what, password, phone, isPhoneAsked, message) => {
    expect(setupErrors({ ...form, password, phone }, isPhoneAsked).phone).toBe(message);
  });

  test('send no way to receive orders if none was chosen', () => {
    expect(requestBody('t', { ...form, delivery_method_types: '' }).delivery_method_types).toEqual([]);
  });
});
