import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, type FakeApi, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import { GetNotified } from './get-notified';

const OFFERED = { is_offered: true, number: null, confirmed_at: null, is_stopped: false };
const AWAITING = { ...OFFERED, number: '••••••••• 123' };
const CONFIRMED = { ...AWAITING, confirmed_at: '2026-11-30T10:00:00.000Z' };

const withPhone = (phone: object = OFFERED) =>
  fakeApi().on('GET /me/phone', { data: phone }).on('POST /me/phone', { data: AWAITING });
const show = (api: FakeApi, session = CUSTOMER) => renderScreen(<GetNotified />, { api, state: { session } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const refusal = (field: string, message: string) => new ApiError(422, { message, errors: { [field]: [message] } });
const bodiesOf = (api: FakeApi, path: string) =>
  api.requests.filter((request) => request.method === 'POST' && request.path === path).map(({ body }) => body);

afterEach(() => window.localStorage.clear());

async function openForm(api: FakeApi) {
  const rendered = show(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Text me' }));
  return rendered;
}

/** Gives a number, which gets a code. */
async function giveNumber(api: FakeApi) {
  const rendered = await openForm(api);
  await userEvent.type(screen.getByLabelText('Mobile number'), '+44 7700 900123');
  await press('Text me a code');
  await screen.findByLabelText('Code');
  return rendered;
}

test('a customer gives a number and types its code, and is not asked again', async () => {
  const api = withPhone().on('POST /me/phone/confirm', { data: CONFIRMED });
  const { store } = await giveNumber(api);
  expect(screen.getByText('••••••••• 123')).toHaveAttribute('dir', 'ltr');
  api.on('GET /me/phone', { data: CONFIRMED });
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Get Notified!' })).not.toBeInTheDocument());
  expect(bodiesOf(api, '/me/phone')).toEqual([{ number: '+44 7700 900123' }]);
  expect(bodiesOf(api, '/me/phone/confirm')).toEqual([{ code: '123456' }]);
  expect(store.state.getState().toast?.content).toBe('We text you when your order is ready.');
});

test('phones can fill both fields', async () => {
  await openForm(withPhone());
  const number = screen.getByLabelText('Mobile number');
  expect(number).toHaveAttribute('autocomplete', 'tel');
  expect(number).toHaveAttribute('dir', 'ltr');
  await userEvent.type(number, '+44 7700 900123{Enter}');
  const code = await screen.findByLabelText('Code');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAttribute('inputmode', 'numeric');
});

test('a number that the server refuses stays in its field with the reason', async () => {
  const api = withPhone().on('POST /me/phone', refusal('number', 'Enter the number with its country code.'));
  await openForm(api);
  await userEvent.type(screen.getByLabelText('Mobile number'), '0820000001');
  await press('Text me a code');
  const field = screen.getByLabelText('Mobile number');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter the number with its country code\./));
  expect(field).toHaveValue('0820000001');
});

test.each([
  ['no network', new ApiError(0, { message: 'The site could not be reached.' }), /The site could not be reached\./],
  ['a service that fails', new ApiError(503, { message: 'The text message could not be sent.' }), /could not be sent/],
  ['too many codes', new ApiError(429, { message: 'Wait.' }, 7_200), /Please try again in 2 hours\./],
])('with %s the number can be sent again', async (_case, error, sentence) => {
  const api = withPhone().on('POST /me/phone', error);
  await openForm(api);
  await userEvent.type(screen.getByLabelText('Mobile number'), '+44 7700 900123');
  await press('Text me a code');
  await waitFor(() => expect(screen.getByLabelText('Mobile number')).toHaveAccessibleDescription(sentence));
  api.on('POST /me/phone', { data: AWAITING });
  await press('Text me a code');
  expect(await screen.findByLabelText('Code')).toBeVisible();
});

test('a wrong code is not sent again by the button, and the next digits replace it', async () => {
  const api = withPhone().on('POST /me/phone/confirm', refusal('code', 'This is not the code from the text message.'));
  await giveNumber(api);
  await userEvent.type(screen.getByLabelText('Code'), '111111');
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/not the code/));
  await press('Confirm');
  expect(bodiesOf(api, '/me/phone/confirm')).toHaveLength(1);
  await userEvent.keyboard('222222');
  await waitFor(() => expect(bodiesOf(api, '/me/phone/confirm')).toEqual([{ code: '111111' }, { code: '222222' }]));
});

test('an ended code leads back to the number, which is still there', async () => {
  const api = withPhone().on('POST /me/phone/confirm', refusal('code', 'This code has expired.'));
  await giveNumber(api);
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/has expired/));
  await press('Change the number, or send a new code');
  expect(screen.getByLabelText('Mobile number')).toHaveValue('+44 7700 900123');
});

test('an incomplete code is not sent', async () => {
  const api = withPhone();
  await giveNumber(api);
  await userEvent.type(screen.getByLabelText('Code'), '123{Enter}');
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Enter the six digits\./);
  expect(bodiesOf(api, '/me/phone/confirm')).toEqual([]);
});

test('a number that awaits its code is asked for the code at once', async () => {
  await openForm(withPhone(AWAITING));
  expect(screen.getByLabelText('Code')).toBeVisible();
});

test.each([
  ['a site without text messages', { ...OFFERED, is_offered: false }],
  ['a confirmed number', CONFIRMED],
  ['a number that replied STOP', { ...CONFIRMED, is_stopped: true }],
])('nothing is asked with %s', async (_case, phone) => {
  const api = withPhone(phone);
  show(api);
  await waitFor(() => expect(api.requests).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Text me' })).not.toBeInTheDocument();
});

test('a stall is not asked, and its page requests no number', () => {
  const { api } = show(withPhone(), VENDOR);
  expect(api.requests).toEqual([]);
});

test('a dismissed question is not asked again on this device', async () => {
  const api = withPhone();
  const { unmount } = show(api);
  await screen.findByRole('button', { name: 'Text me' });
  await press('Dismiss Get Notified!');
  expect(screen.queryByRole('button', { name: 'Text me' })).not.toBeInTheDocument();
  unmount();
  const { api: later } = show(withPhone());
  expect(later.requests).toEqual([]);
});
