import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { aVenue, CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Cart, CartTip } from 'shared-contracts/types';
import { Screen } from '../cart-screen/cart.screen';
import { cartOfTwo } from '../testing/carts';

const TIP: CartTip = {
  amount: 0,
  percent: null,
  offers: [
    { percent: 5, amount: 4.03 },
    { percent: 10, amount: 8.05 },
    { percent: 15, amount: 12.08 },
  ],
  most: 80.5,
};
const tipped = (tip: Partial<CartTip>, fields: Partial<Cart> = {}) => cartOfTwo({ tip: { ...TIP, ...tip }, ...fields });

function openCart(cart = cartOfTwo({ tip: TIP })) {
  const api = fakeApi()
    .on('GET /carts/active', { data: cart })
    .on('GET /queues/active', { data: [] })
    .on('GET /venues/1', { data: aVenue({ payment_provider: 'Global', payment_provider_key: 'merchant' }) });
  const state = { session: CUSTOMER, venue: null };
  return renderScreen(<Screen />, { api, state, at: '/venues/1/cart', path: '/venues/:venueId/cart' });
}

const tips = () => screen.findByRole('radiogroup', { name: 'Tip' });
const choice = async (name: string) =>
  within(await tips()).getByRole('radio', { name: new RegExp(`^${name.replace(' ', '\\s')}`) });
const sent = (api: ReturnType<typeof openCart>['api']) =>
  api.requests.filter(({ path }) => path === '/carts/5/tip').map(({ body }) => body);

const payFor = (total: string) =>
  screen.findByRole('button', { name: (name) => name.startsWith('Pay') && name.endsWith(total) });

test('a cart of a hall without tips asks for none', async () => {
  openCart(cartOfTwo());
  await screen.findByText('To pay');
  expect(screen.queryByRole('radiogroup', { name: 'Tip' })).not.toBeInTheDocument();
});

test('no tip is chosen at first, and each percentage says what it comes to', async () => {
  openCart();
  expect(await choice('No tip')).toBeChecked();
  const names = within(await tips()).getAllByRole('radio');
  expect(names).toHaveLength(5);
  expect(await choice('10 %')).not.toBeChecked();
  expect(await screen.findByText('$8.05')).toBeVisible();
});

test('a percentage is sent as a percentage, and the total is the server’s', async () => {
  const { api } = openCart();
  api.on('PUT /carts/5/tip', { data: tipped({ percent: 10, amount: 8.05 }, { version: 4, total: 101.85 }) });
  await userEvent.click(await choice('10 %'));
  expect(await payFor('$101.85')).toBeVisible();
  expect(await choice('10 %')).toBeChecked();
  expect(sent(api)).toEqual([{ percent: 10 }]);
  expect(screen.getAllByText('$8.05')).toHaveLength(2);
});

test('the choice shows at once, and goes back with the reason if it is refused', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api } = openCart();
  let refuse: (error: unknown) => void = () => {};
  api.on('PUT /carts/5/tip', () => new Promise((_, reject) => (refuse = reject)));
  await userEvent.click(await choice('15 %'));
  expect(await choice('15 %')).toBeChecked();
  refuse(new ApiError(422, { code: 'TIP_REFUSED', message: 'This hall takes no tips.' }));
  expect(await screen.findByText('Your tip was not saved. This hall takes no tips.')).toBeVisible();
  expect(await choice('No tip')).toBeChecked();
});

test('an amount counts once it is applied, and payment waits for that', async () => {
  const { api } = openCart();
  expect(await screen.findByRole('button', { name: /^Pay/ })).toBeVisible();
  await userEvent.click(await choice('Another amount'));
  expect(await screen.findByText('Apply your tip, or choose another. Then you can pay.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  expect(sent(api)).toEqual([]);
  api.on('PUT /carts/5/tip', { data: tipped({ amount: 4.5 }, { version: 4, total: 98.3 }) });
  await userEvent.type(screen.getByRole('textbox', { name: 'Your tip in CAD' }), '4,5');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await payFor('$98.30')).toBeVisible();
  expect(sent(api)).toEqual([{ amount: 4.5 }]);
  expect(await choice('Another amount')).toBeChecked();
  expect(screen.getByRole('textbox', { name: 'Your tip in CAD' })).toHaveValue('4.50');
  expect(screen.getByRole('button', { name: /^Pay/ })).toBeVisible();
});

test('what is no tip is explained at the field, which keeps the focus', async () => {
  const { api } = openCart();
  await userEvent.click(await choice('Another amount'));
  const field = screen.getByRole('textbox', { name: 'Your tip in CAD' });
  expect(field).toHaveAccessibleDescription('At most $80.50, the price of the items.');
  await userEvent.type(field, '90{Enter}');
  expect(field).toHaveAccessibleDescription('A tip can be at most $80.50, the price of the items.');
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
  await userEvent.type(field, '{Backspace}');
  expect(field).toBeValid();
  expect(sent(api)).toEqual([]);
});

test('another choice closes the field without the amount', async () => {
  const { api } = openCart();
  api.on('PUT /carts/5/tip', { data: tipped({ percent: null }, { version: 4 }) });
  await userEvent.click(await choice('Another amount'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Your tip in CAD' }), '7');
  await userEvent.click(await choice('No tip'));
  expect(screen.queryByRole('textbox', { name: 'Your tip in CAD' })).not.toBeInTheDocument();
  await waitFor(() => expect(sent(api)).toEqual([{ percent: null }]));
  expect(await screen.findByRole('button', { name: /^Pay/ })).toBeVisible();
});

test('several choices in a row end with the last one', async () => {
  const { api } = openCart();
  const answers: ((cart: unknown) => void)[] = [];
  api.on('PUT /carts/5/tip', () => new Promise((resolve) => answers.push(resolve)));
  await userEvent.click(await choice('5 %'));
  await userEvent.click(await choice('15 %'));
  expect(await choice('15 %')).toBeChecked();
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.({ data: tipped({ percent: 5, amount: 4.03 }, { version: 4 }) });
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.({ data: tipped({ percent: 15, amount: 12.08 }, { version: 5, total: 105.88 }) });
  expect(await payFor('$105.88')).toBeVisible();
  expect(sent(api)).toEqual([{ percent: 5 }, { percent: 15 }]);
});

test('says so when a smaller cart has cut the tip', async () => {
  const { unmount } = openCart(tipped({ amount: 20 }));
  expect(await choice('Another amount')).toBeChecked();
  expect(screen.queryByText(/^Your tip of/)).not.toBeInTheDocument();
  unmount();
  openCart(tipped({ amount: 12, most: 12, chosen: 20 }));
  expect(
    await screen.findByText('Your tip of $20.00 is now $12.00, since a tip is at most the price of the items.'),
  ).toBeVisible();
});
