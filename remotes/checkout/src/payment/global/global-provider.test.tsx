import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import { shownCart } from '../../cart/latest-cart.rules';
import { cartOfTwo } from '../../testing/carts';
import { PaymentFlow } from '../payment-flow';
import { globalProvider } from './global-provider';

const HPP = 'https://pay.sandbox.realexpayments.com/pay';
const FINISH = 'POST /carts/5/pay-with-global';
const RESPONSE = JSON.stringify({ RESULT: btoa('00'), ORDER_ID: btoa('ORDER-1') });

let submitted: HTMLFormElement[];
beforeEach(() => {
  submitted = [];
  // jsdom submits no forms.
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    submitted.push(this);
  });
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

async function openGlobal(secret = JSON.stringify({ ORDER_ID: 'ORDER-1', AMOUNT: '9380', SHA1HASH: 'abc' })) {
  const api = fakeApi().on('POST /carts/5/start-global', { secret, hpp_url: HPP });
  const rendered = renderScreen(
    <PaymentFlow provider={globalProvider} cart={shownCart(cartOfTwo())} publishableKey="" />,
    {
      api,
      state: { session: CUSTOMER },
    },
  );
  await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
  return rendered;
}

const page = () => screen.findByTitle<HTMLIFrameElement>('Global payment page');

async function say(data: string, origin = new URL(HPP).origin) {
  const { contentWindow: source } = await page();
  await act(async () => {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
  });
}

test('the signed request is posted once into the frame', async () => {
  await openGlobal();
  const frame = await page();
  expect(submitted).toHaveLength(1);
  const [form] = submitted as [HTMLFormElement];
  expect([form.action, form.method, form.target]).toEqual([HPP, 'post', frame.name]);
  expect(Object.fromEntries(new FormData(form))).toEqual({
    ORDER_ID: 'ORDER-1',
    AMOUNT: '9380',
    SHA1HASH: 'abc',
    HPP_POST_RESPONSE: window.location.origin,
    HPP_POST_DIMENSIONS: window.location.origin,
  });
});

test('the response of the page goes to the server unchanged, and the frame gets the height that the page asks for', async () => {
  const { api } = await openGlobal();
  await say(JSON.stringify({ iframe: { height: '512px', width: '100%' } }));
  expect(await page()).toHaveAttribute('height', '512');
  api.on(FINISH, { data: { state: 'succeeded', cart_id: 5, orders: [1] } });
  await say(RESPONSE);
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
  expect(api.requests.at(-1)?.body).toEqual({ reference: 'ORDER-1', response: RESPONSE });
});

test.each([
  ['from another origin', RESPONSE, 'https://evil.example'],
  ['about another order', JSON.stringify({ ORDER_ID: btoa('ORDER-2') }), undefined],
])('a response %s changes nothing', async (_title, data, origin) => {
  const { api } = await openGlobal();
  await say(data, origin);
  expect(await page()).toBeVisible();
  expect(api.requests.map(({ path }) => path)).toEqual(['/carts/5/start-global']);
});

test('a declined card shows a notice, and the next payment has a new order id', async () => {
  const { api } = await openGlobal();
  api.on(FINISH, new ApiError(402, { code: 'PAYMENT_DECLINED', message: 'Declined. You were not charged.' }));
  await say(JSON.stringify({ RESULT: btoa('101'), ORDER_ID: btoa('ORDER-1') }));
  expect(await screen.findByText('Payment did not go through')).toBeVisible();
  api.on('POST /carts/5/start-global', { secret: '{"ORDER_ID":"ORDER-2"}', hpp_url: HPP });
  await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(submitted).toHaveLength(2));
});

test('an invalid request opens no frame', async () => {
  await openGlobal('{}');
  expect(await screen.findByText('Payment could not start')).toBeVisible();
  expect(submitted).toEqual([]);
});
