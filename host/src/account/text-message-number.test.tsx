import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { renderShell, sessionOf, shellApi, THANDI } from '../testing/render-shell';

const CONFIRMED = {
  is_offered: true,
  number: '••••••••• 123',
  confirmed_at: '2026-11-30T10:00:00.000Z',
  is_stopped: false,
};
const withPhone = (phone: object) => shellApi().on('GET /me/phone', phone);
const show = (api = withPhone({ data: CONFIRMED })) =>
  renderShell('/profile', { api, state: { session: sessionOf(THANDI) } });

test('the confirmed number is shown and can be removed', async () => {
  const api = withPhone({ data: CONFIRMED }).on('DELETE /me/phone', undefined);
  await show(api);
  expect(await screen.findByRole('heading', { name: 'Text messages' })).toBeVisible();
  expect(screen.getByText('••••••••• 123')).toHaveAttribute('dir', 'ltr');
  api.on('GET /me/phone', { data: { ...CONFIRMED, number: null, confirmed_at: null } });
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Your number is removed. You get no more text messages.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Text messages' })).not.toBeInTheDocument());
});

test('a number that replied STOP says how to get messages again', async () => {
  await show(withPhone({ data: { ...CONFIRMED, is_stopped: true } }));
  expect(await screen.findByText(/This number replied STOP/)).toBeVisible();
});

test('a number that could not be removed stays, and says why', async () => {
  const refusal = new ApiError(503, { message: 'The site is busy.' });
  await show(withPhone({ data: CONFIRMED }).on('DELETE /me/phone', refusal));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The site is busy.')).toBeVisible();
  expect(screen.getByText('••••••••• 123')).toBeVisible();
});

test.each([
  ['no number', { data: { ...CONFIRMED, number: null, confirmed_at: null } }],
  ['a number that awaits its code', { data: { ...CONFIRMED, confirmed_at: null } }],
  ['a server that knows no numbers', new ApiError(404, { message: 'Page not found.' })],
])('nothing is shown with %s', async (_case, phone) => {
  const { api } = await show(withPhone(phone));
  await screen.findByText('Delete my account');
  await waitFor(() => expect(api.requests.some(({ path }) => path === '/me/phone')).toBe(true));
  expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
});

test('a number that could not be loaded can be asked for again', async () => {
  const api = withPhone(new ApiError(500, { message: 'The site is busy.' }));
  await show(api);
  await screen.findByText('Your number for text messages could not be loaded');
  api.on('GET /me/phone', { data: CONFIRMED });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('••••••••• 123')).toBeVisible();
});
