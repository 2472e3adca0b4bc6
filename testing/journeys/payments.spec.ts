/**
 * Tests every provider's payment at phone size, under the policy that the pages are served with: success, decline, challenge and cancel,
 * and the customer's page when a tab closes, a finger taps twice or a provider is slow.
 */
import type { Page } from '@playwright/test';
import type { Cart } from 'shared-contracts/types';
import type { Account } from '../client/accounts';
import { ordersOf, putInCart, settleDelivery, vendorNamed } from '../client/orders';
import { enter, newAccount, sandbox } from './support/api';
import { CARDS, scrollAndClick } from './support/people';
import { expect, test } from './support/test';

const STRIPE = { venue: 1, vendors: ['Kumo Ramen', 'Pico Taquería'] };
const PAYSTACK = { venue: 2, vendors: ['Kelp & Coal', 'The Rooibos Room'] };
const GLOBAL = { venue: 3, vendors: ['Maison Levain', 'Le Petit Zinc'] };
const CHALLENGE_THEN_DECLINED = '4000008400001629';

interface Ready {
  buyer: Account;
  cart: Cart;
}

/** Brings a customer to the cart of a venue, with an item of each vendor and every delivery settled. */
async function readyToPay(page: Page, { venue, vendors }: { venue: number; vendors: string[] }): Promise<Ready> {
  const buyer = await newAccount();
  let cart: Cart | undefined;
  for (const name of vendors) cart = await putInCart(buyer, await vendorNamed(buyer, venue, name));
  if (!cart) throw new Error('A cart needs something in it.');
  await settleDelivery(buyer, cart);
  await enter(page, buyer, `/venues/${venue}/cart`);
  return { buyer, cart };
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ });
const stripeForm = (page: Page) => page.getByRole('form', { name: 'Payment' });
const stillInCart = (page: Page, vendor: string) => expect(page.getByRole('region', { name: vendor })).toBeVisible();

/** Empties the cart on another device. */
async function empty({ buyer, cart }: Ready): Promise<void> {
  for (const { id } of cart.orders.data.flatMap(({ order_items }) => order_items.data))
    await buyer.send({ method: 'DELETE', path: `/order-items/${id}` });
}

async function expectOrders(page: Page, { buyer }: Ready, vendors: string[]): Promise<void> {
  await expect(page).toHaveURL(/\/queues/);
  for (const vendor of vendors) await expect(page.getByRole('heading', { name: vendor })).toBeVisible();
  expect(await ordersOf(buyer)).toHaveLength(vendors.length);
}

/** Waits for the form, which opens with the cart. */
async function openStripe(page: Page): Promise<void> {
  await expect(stripeForm(page).getByRole('button', { name: /^Pay/ })).toBeEnabled();
}

async function fillStripe(page: Page, card: string): Promise<void> {
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
  await fields.getByLabel('Card number').fill(card);
  await fields.getByLabel('Expiration date').fill('12/34');
  await fields.getByLabel('Security code').fill('123');
}

async function payStripe(page: Page, card: string): Promise<void> {
  await openStripe(page);
  await fillStripe(page, card);
  await scrollAndClick(stripeForm(page).getByRole('button', { name: /^Pay/ }));
}

/** Holds a request to this address, once it has arrived, until it is released. */
async function heldRequest(page: Page, address: string): Promise<{ arrived: Promise<void>; letGo: () => void }> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(address, async (route) => {
    arrive();
    await isLetGo;
    await route.continue();
  });
  return { arrived, letGo };
}

/** Lets the installed clock run until the page says that the payment takes long. */
async function waitLongerThanUsual(page: Page): Promise<void> {
  await expect(page.getByText('Finishing your payment.')).toBeVisible();
  await page.clock.fastForward(8_000);
  await expect(page.getByText('Your payment is taking longer than usual')).toBeVisible();
}

/** Makes the sandbox fail in these ways for the duration of one test. */
async function withFaults(faults: object, body: () => Promise<void>): Promise<void> {
  try {
    await sandbox.control('PUT', '/faults', faults);
    await body();
  } finally {
    await sandbox.control('DELETE', '/faults');
  }
}

test('Stripe: a card pays once and places both orders', async ({ customer }) => {
  const ready = await readyToPay(customer, STRIPE);
  await payStripe(customer, CARDS.pays);
  await expectOrders(customer, ready, STRIPE.vendors);
  await customer.goto('/venues/1/cart');
  await expect(customer.getByText('There is nothing in your cart.')).toBeVisible();
});

test('Stripe: a declined card shows the reason, charges nothing and says what to do, and another card pays', async ({
  customer,
}) => {
  const ready = await readyToPay(customer, STRIPE);
  await payStripe(customer, CARDS.declined);
  const alert = stripeForm(customer).getByRole('alert');
  await expect(alert).toContainText(/declined/i);
  await expect(alert).toContainText('You were not charged. Try again.');
  await fillStripe(customer, CARDS.pays);
  await scrollAndClick(stripeForm(customer).getByRole('button', { name: /^Pay/ }));
  await expectOrders(customer, ready, STRIPE.vendors);
});

test('Stripe: a completed challenge pays', { tag: '@core' }, async ({ customer }) => {
  const ready = await readyToPay(customer, STRIPE);
  await payStripe(customer, CARDS.challenge);
  await customer.frameLocator('iframe[title="Card verification"]').getByRole('button', { name: 'Complete' }).click();
  await expectOrders(customer, ready, STRIPE.vendors);
});

for (const [how, card, answer] of [
  ['a failed challenge', CARDS.challenge, 'Fail'],
  ['a challenge for a card that is then declined', CHALLENGE_THEN_DECLINED, 'Complete'],
] as const) {
  test(`Stripe: ${how} charges nothing and keeps the cart`, async ({ customer }) => {
    const { buyer } = await readyToPay(customer, STRIPE);
    await payStripe(customer, card);
    await customer.frameLocator('iframe[title="Card verification"]').getByRole('button', { name: answer }).click();
    await expect(stripeForm(customer).getByRole('alert')).toContainText('You were not charged. Try again.');
    await stillInCart(customer, 'Kumo Ramen');
    expect(await ordersOf(buyer)).toEqual([]);
  });
}

test('Stripe: open fields follow the device when it turns dark', async ({ customer }) => {
  await readyToPay(customer, STRIPE);
  await openStripe(customer);
  const label = customer.frameLocator('iframe[title="Secure payment input frame"]').getByText('Card number');
  await expect(label).toHaveCSS('color', 'rgb(31, 26, 20)');
  await customer.emulateMedia({ colorScheme: 'dark' });
  await expect(label).toHaveCSS('color', 'rgb(246, 241, 232)');
});

test('Stripe: no payment is started before Pay', async ({ customer }) => {
  const starts: string[] = [];
  customer.on('request', (sent) => {
    if (sent.url().endsWith('/start-stripe')) starts.push(sent.url());
  });
  await readyToPay(customer, STRIPE);
  await openStripe(customer);
  await fillStripe(customer, CARDS.pays);
  expect(starts).toEqual([]);
});

test('Stripe: an empty card form shows errors and starts no payment', async ({ customer }) => {
  const { buyer } = await readyToPay(customer, STRIPE);
  await openStripe(customer);
  await scrollAndClick(stripeForm(customer).getByRole('button', { name: /^Pay/ }));
  await expect(stripeForm(customer).getByRole('alert')).toContainText('Your card number is incomplete.');
  expect(await ordersOf(buyer)).toEqual([]);
});

test('Stripe: taps on Pay with an empty form start no payment and do not move the button', async ({ customer }) => {
  await readyToPay(customer, STRIPE);
  await openStripe(customer);
  const pay = payButton(customer);
  await pay.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await pay.boundingBox();
  if (!box) throw new Error('Pay is on the page.');
  const tap = () => customer.mouse.click(box.x + box.width / 2, box.y + box.height - 4);
  for (const gap of [60, 100, 140, 400]) {
    await tap();
    await expect(stripeForm(customer).getByRole('alert')).toContainText('Your card number is incomplete.');
    expect((await pay.boundingBox())?.y).toBe(box.y);
    await tap();
    await new Promise((resolve) => setTimeout(resolve, gap));
    await tap();
  }
  await expect(stripeForm(customer).getByRole('alert')).toContainText('Your card number is incomplete.');
  await expect(customer).toHaveURL(/\/cart$/);
  expect((await pay.boundingBox())?.y).toBe(box.y);
});

test('Stripe: Pay at the end of the page does not move while a declined card is tried', async ({ customer }) => {
  await readyToPay(customer, STRIPE);
  await openStripe(customer);
  await fillStripe(customer, CARDS.declined);
  await customer.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  const place = () => payButton(customer).evaluate((button) => button.getBoundingClientRect().y);
  const before = await place();
  const { arrived, letGo } = await heldRequest(customer, '**/start-stripe');
  await payButton(customer).click();
  await arrived;
  await expect(payButton(customer)).toHaveAttribute('aria-busy', 'true');
  expect(await place()).toBe(before);
  letGo();
  await expect(stripeForm(customer).getByRole('alert')).toContainText(/declined/i);
  expect(await place()).toBe(before);
});

const wallet = (page: Page) => page.frameLocator('iframe[title="Secure express checkout frame"]').getByRole('button');
const walletSheet = (page: Page) => page.frameLocator('iframe[title="Sandbox Wallet"]');

/** Waits for the sheet. Its script enables Pay once it knows the payment, and an earlier press has no effect. */
const expectSheet = (page: Page) =>
  expect(walletSheet(page).getByRole('button', { name: 'Pay', exact: true })).toBeEnabled();

/** Presses in the sheet. The sheet closes with the press, so its frame is gone before the click returns to the test. */
async function pressInSheet(page: Page, name: string): Promise<void> {
  await expectSheet(page);
  await walletSheet(page)
    .getByRole('button', { name })
    .evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
}

test('Stripe: a wallet pays with its sheet', { tag: '@core' }, async ({ customer }) => {
  const ready = await readyToPay(customer, STRIPE);
  await wallet(customer).click();
  await pressInSheet(customer, 'Pay');
  await expectOrders(customer, ready, STRIPE.vendors);
});

test('Stripe: a declined wallet card shows a message, and the card form then pays', async ({ customer }) => {
  const ready = await readyToPay(customer, STRIPE);
  await wallet(customer).click();
  await walletSheet(customer).getByLabel('Card').selectOption('Visa, is declined');
  await pressInSheet(customer, 'Pay');
  await expect(customer.getByText('You were not charged. Try again.')).toBeInViewport();
  await payStripe(customer, CARDS.pays);
  await expectOrders(customer, ready, STRIPE.vendors);
});

test('Stripe: a browser without wallets shows only the card form', async ({ customer }) => {
  await customer.addInitScript(() => Reflect.deleteProperty(window, 'PaymentRequest'));
  await readyToPay(customer, STRIPE);
  await openStripe(customer);
  await expect(customer.locator('iframe[title="Secure express checkout frame"]')).toHaveCount(0);
  await expect(customer.getByText('or pay by card')).toBeHidden();
});

test('Stripe: cancelling the wallet charges nothing, and the cart can still be changed and paid', async ({
  customer,
}) => {
  const ready = await readyToPay(customer, STRIPE);
  await wallet(customer).click();
  await pressInSheet(customer, 'Cancel');
  await expect(customer.getByText('You cancelled the payment')).toBeInViewport();
  await expect(customer.getByText(/You were not charged, and your cart is unchanged/)).toBeInViewport();
  await scrollAndClick(
    customer.getByRole('region', { name: 'Pico Taquería' }).getByRole('button', { name: /^Delete/ }),
  );
  await expect(customer.getByRole('region', { name: 'Pico Taquería' })).toHaveCount(0);
  await payStripe(customer, CARDS.pays);
  await expectOrders(customer, ready, ['Kumo Ramen']);
});

test('Stripe: the wallet charges the amount on its sheet, and nothing if the cart changed behind the sheet', async ({
  customer,
}) => {
  const { buyer } = await readyToPay(customer, STRIPE);
  const before = (await payButton(customer).textContent()) ?? '';
  await wallet(customer).click();
  await expectSheet(customer);
  // This happens on another device.
  await putInCart(buyer, await vendorNamed(buyer, STRIPE.venue, 'Kumo Ramen'));
  await expect(payButton(customer)).not.toHaveText(before);
  await pressInSheet(customer, 'Pay');
  await expect(customer.getByText('Your cart changed while you were paying')).toBeInViewport();
  expect(await ordersOf(buyer)).toEqual([]);
});

test("Stripe: leaving the cart closes the wallet's sheet", async ({ customer }) => {
  await readyToPay(customer, STRIPE);
  await wallet(customer).click();
  await expectSheet(customer);
  await customer.evaluate(() => window.history.pushState({}, '', '/venues'));
  await customer.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate', { state: {} })));
  await expect(customer.getByRole('heading', { name: 'Cart' })).toHaveCount(0);
  await expect(customer.locator('iframe[title="Sandbox Wallet"]')).toHaveCount(0);
});

/**
 * Checks that the guest reads why nothing was charged: the text is in the window and has the focus, as a closed sheet or bank window leaves
 * the focus nowhere.
 */
async function expectExplanation(page: Page, title: string, focused: string | RegExp = title): Promise<void> {
  await expect(page.getByText(title)).toBeInViewport();
  await expect(page.locator(':focus')).toContainText(focused);
}

test('Stripe: a message says that nothing was charged when the sheet closes because the cart cannot be paid', async ({
  customer,
}) => {
  const { buyer } = await readyToPay(customer, STRIPE);
  await wallet(customer).click();
  await expectSheet(customer);
  // This happens on another device, at a stall for which nothing is chosen yet.
  await putInCart(buyer, await vendorNamed(buyer, STRIPE.venue, 'Forno Alto'));
  await expect(customer.getByText('Please select Delivery type...')).toBeVisible();
  await expectExplanation(customer, 'Your cart changed while you were paying');
  await expect(customer.locator('iframe[title="Sandbox Wallet"]')).toHaveCount(0);
  expect(await ordersOf(buyer)).toEqual([]);
});

test('Stripe: a message says that nothing was charged when the sheet closes because the cart was emptied', async ({
  customer,
}) => {
  const { buyer, cart } = await readyToPay(customer, STRIPE);
  await wallet(customer).click();
  await expectSheet(customer);
  await empty({ buyer, cart });
  await expect(customer.getByText('There is nothing in your cart.')).toBeVisible();
  await expect(
    customer.getByText('Your cart changed while you were paying. Your wallet was not charged.'),
  ).toBeVisible();
});

for (const [way, focused, pay] of [
  // The pressed button keeps the focus, below the text.
  ['with a card', /^Pay/, (page: Page) => payStripe(page, CARDS.challenge)],
  [
    'with a wallet',
    /^Your cart changed/,
    async (page: Page) => {
      await wallet(page).click();
      await walletSheet(page).getByLabel('Card').selectOption('Visa, its bank asks');
      await pressInSheet(page, 'Pay');
    },
  ],
] as const) {
  const answer = (page: Page, name: string) =>
    page.frameLocator('iframe[title="Card verification"]').getByRole('button', { name });

  /** Changes the cart, waits for `words` on the page, and then agrees at the bank. */
  async function agreeAfter(page: Page, change: (ready: Ready) => Promise<unknown>, words: string): Promise<void> {
    const ready = await readyToPay(page, STRIPE);
    await pay(page);
    await expect(answer(page, 'Complete')).toBeVisible();
    await change(ready);
    await expect(page.getByText(words)).toBeAttached();
    await answer(page, 'Complete').click();
    await expectOrders(page, ready, STRIPE.vendors);
    await expect(page.getByRole('region', { name: 'Your payment' })).toContainText('Thank you, you have paid');
  }
  const add = async ({ buyer }: Ready, vendor: string) =>
    putInCart(buyer, await vendorNamed(buyer, STRIPE.venue, vendor));

  test(`Stripe: a customer who pays ${way} sees the paid orders although the cart grew during the challenge`, async ({
    customer,
  }) => {
    await agreeAfter(customer, (ready) => add(ready, 'Kumo Ramen'), 'Your cart changed while you were paying');
    await customer.goto('/venues/1/cart');
    await stillInCart(customer, 'Kumo Ramen');
    await openStripe(customer);
  });

  test(`Stripe: a customer who pays ${way} sees the paid orders although the cart became unpayable during the challenge`, async ({
    customer,
  }) => {
    // Nothing is chosen yet for this stall.
    await agreeAfter(customer, (ready) => add(ready, 'Forno Alto'), 'Please select Delivery type...');
    await customer.goto('/venues/1/cart');
    await stillInCart(customer, 'Forno Alto');
  });

  test(`Stripe: a customer who pays ${way} sees the paid orders although the cart was emptied during the challenge`, async ({
    customer,
  }) => {
    await agreeAfter(customer, empty, 'There is nothing in your cart.');
  });

  test(`Stripe: a customer who pays ${way} sees a notice in the window if the cart grew before the bank refused`, async ({
    customer,
  }) => {
    const { buyer } = await readyToPay(customer, STRIPE);
    await pay(customer);
    await expect(answer(customer, 'Fail')).toBeVisible();
    await putInCart(buyer, await vendorNamed(buyer, STRIPE.venue, 'Kumo Ramen'));
    await expect(customer.getByText('Your cart changed while you were paying')).toBeAttached();
    await answer(customer, 'Fail').click();
    await expectExplanation(customer, 'Your cart changed while you were paying', focused);
    expect(await ordersOf(buyer)).toEqual([]);
  });
}

test('Stripe: the page offers no second Pay while a slow payment is undecided', async ({ customer }) => {
  await customer.clock.install();
  const ready = await readyToPay(customer, STRIPE);
  await withFaults({ processing: { times: 1 } }, async () => {
    const finished = customer.waitForRequest('**/pay-with-stripe');
    await payStripe(customer, CARDS.pays);
    const { reference } = (await finished).postDataJSON() as { reference: string };
    await waitLongerThanUsual(customer);
    await expect(payButton(customer)).toHaveCount(0);
    await sandbox.control('POST', '/stripe/settle', { id: reference });
    await expectOrders(customer, ready, STRIPE.vendors);
  });
});

test('Stripe: a customer who leaves before the payment opens is not charged, and keeps the cart', async ({
  customer,
}) => {
  const ready = await readyToPay(customer, STRIPE);
  const start = await heldRequest(customer, '**/start-stripe');
  await payStripe(customer, CARDS.pays);
  await start.arrived;
  await customer.getByRole('navigation').getByRole('link', { name: 'Vendors' }).last().click();
  const opened = customer.waitForResponse('**/start-stripe');
  start.letGo();
  await opened;
  await customer.goto('/venues/1/cart');
  await openStripe(customer);
  expect(await ordersOf(ready.buyer)).toHaveLength(0);
});

test('Stripe: a customer who leaves during the confirmation is told that the payment succeeded, and the cart badge is empty', async ({
  customer,
}) => {
  const ready = await readyToPay(customer, STRIPE);
  const finish = await heldRequest(customer, '**/pay-with-stripe');
  const menu = customer.getByRole('navigation').last();
  await payStripe(customer, CARDS.pays);
  await finish.arrived;
  await menu.getByRole('link', { name: 'Vendors' }).click();
  await expect(customer).toHaveURL(/\/vendors$/);
  finish.letGo();
  await expect(customer.getByText('Your payment went through. You can follow your order in the queue.')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  expect(await ordersOf(ready.buyer)).toHaveLength(STRIPE.vendors.length);
});

test('Pay without a connection shows a notice before any request, and works when the connection is back', async ({
  customer,
}) => {
  const ready = await readyToPay(customer, STRIPE);
  await openStripe(customer);
  const starts: string[] = [];
  customer.on('request', (sent) => {
    if (sent.url().endsWith('/start-stripe')) starts.push(sent.url());
  });
  await customer.context().setOffline(true);
  await payButton(customer).click();
  await expect(customer.getByRole('alert').filter({ hasText: 'You are offline' })).toContainText(
    'No payment was started and you were not charged.',
  );
  expect(starts).toEqual([]);
  await customer.context().setOffline(false);
  // The shell's state of the connection follows the browser's events.
  await expect(customer.getByText('No internet connection found.', { exact: false })).toHaveCount(0);
  await payStripe(customer, CARDS.pays);
  await expectOrders(customer, ready, STRIPE.vendors);
});

test('a provider that is down charges nothing and keeps the cart', async ({ customer }) => {
  const ready = await readyToPay(customer, STRIPE);
  await withFaults({ failure: { times: 20, path: '/v1/', when: 'before' } }, async () => {
    await payStripe(customer, CARDS.pays);
    await expect(customer.getByText('Payment could not start')).toBeVisible();
    await expect(customer.getByText(/You were not charged/)).toBeVisible();
  });
  // The form still has the card.
  await payButton(customer).click();
  await expectOrders(customer, ready, STRIPE.vendors);
});

test('a page that loses the connection after paying shows the outcome as unknown, and Check again finds the payment', {
  tag: '@core',
}, async ({ customer }) => {
  const ready = await readyToPay(customer, STRIPE);
  await customer.route('**/pay-with-stripe', (route) => route.abort(), { times: 1 });
  await withFaults({ webhooks: { mode: 'drop' } }, async () => {
    await payStripe(customer, CARDS.pays);
    await expect(customer.getByText('We could not find out whether you paid')).toBeVisible();
    await expect(payButton(customer)).toHaveCount(0);
    await customer.getByRole('button', { name: 'Check again' }).click();
    await expectOrders(customer, ready, STRIPE.vendors);
  });
});

async function deleteOnAnotherPhone(phone: Page, { buyer }: Ready, venue: number, vendor: string): Promise<void> {
  await enter(phone, buyer, `/venues/${venue}/cart`);
  await scrollAndClick(phone.getByRole('region', { name: vendor }).getByRole('button', { name: /^Delete/ }));
}

test('Stripe: the form follows a cart that changes on another phone, and charges the new total', async ({
  customer,
  vendor,
}) => {
  const ready = await readyToPay(customer, STRIPE);
  await openStripe(customer);
  await fillStripe(customer, CARDS.pays);
  await deleteOnAnotherPhone(vendor, ready, STRIPE.venue, 'Pico Taquería');
  await expect(customer.getByRole('region', { name: 'Pico Taquería' })).toHaveCount(0);
  await payButton(customer).click();
  await expectOrders(customer, ready, ['Kumo Ramen']);
});

/** Paystack's window is a frame that its own script puts over the page. */
const paystackWindow = (page: Page) =>
  page.frameLocator('iframe[src*="paystack"], iframe[id^="inline-checkout"]').last();

async function payPaystack(page: Page, card: string, cvv: string, tap: 'click' | 'dblclick' = 'click'): Promise<void> {
  const fields = paystackWindow(page);
  await fields.getByLabel('Card number').fill(card);
  await fields.getByLabel('Card expiry').fill('12/34');
  await fields.getByLabel('CVV').fill(cvv);
  await scrollAndClick(fields.getByRole('button', { name: 'Pay', exact: true }), tap);
}

test('Paystack: a card pays once and places both orders', { tag: '@core' }, async ({ customer }) => {
  const ready = await readyToPay(customer, PAYSTACK);
  await payButton(customer).click();
  await payPaystack(customer, '4084084084084081', '408');
  await expectOrders(customer, ready, PAYSTACK.vendors);
});

test('Paystack: a declined card shows a message in the window, and another card then pays', async ({ customer }) => {
  const ready = await readyToPay(customer, PAYSTACK);
  await payButton(customer).click();
  await payPaystack(customer, '4084080000005408', '001');
  await expect(paystackWindow(customer).getByText(/Declined. You were not charged/)).toBeVisible();
  await payPaystack(customer, '4084084084084081', '408');
  await expectOrders(customer, ready, PAYSTACK.vendors);
});

test('Paystack: the window asks for a PIN and a one-time code, and then pays', async ({ customer }) => {
  const ready = await readyToPay(customer, PAYSTACK);
  await payButton(customer).click();
  await payPaystack(customer, '5060666666666666666', '123');
  const fields = paystackWindow(customer);
  for (const [question, answer] of [
    ['Please enter your 4-digit card pin', '1234'],
    ['Please enter the OTP sent to your phone', '123456'],
  ] as const) {
    await fields.getByLabel(question).fill(answer);
    await fields.getByRole('button', { name: 'Continue' }).click();
  }
  await expectOrders(customer, ready, PAYSTACK.vendors);
});

test('Paystack: every cancel in its window shows a notice, and paying again works', async ({ customer }) => {
  const ready = await readyToPay(customer, PAYSTACK);
  await payButton(customer).click();
  await paystackWindow(customer).getByRole('button', { name: 'Cancel payment' }).click();
  await expect(customer.getByText('You cancelled the payment')).toBeVisible();
  await stillInCart(customer, 'Kelp & Coal');
  expect(await ordersOf(ready.buyer)).toEqual([]);
  await payButton(customer).click();
  await paystackWindow(customer).getByRole('button', { name: 'Cancel payment' }).click();
  await expect(customer.getByText('You cancelled the payment')).toBeVisible();
  await payButton(customer).click();
  await payPaystack(customer, '4084084084084081', '408');
  await expectOrders(customer, ready, PAYSTACK.vendors);
});

const globalPage = (page: Page) => page.frameLocator('iframe[title="Global payment page"]');

async function payGlobal(page: Page, card: string): Promise<void> {
  await payButton(page).click();
  await fillGlobal(page, card, 'click');
}

async function fillGlobal(page: Page, card: string, tap: 'click' | 'dblclick'): Promise<void> {
  const fields = globalPage(page);
  await fields.getByLabel('Card number').fill(card);
  await fields.getByLabel('Expiry date').fill('12/34');
  await fields.getByLabel('Security code').fill('123');
  await fields.getByLabel('Cardholder name').fill('Nomsa');
  await scrollAndClick(fields.getByRole('button', { name: 'Pay now' }), tap);
}

test('Global: a card pays once and places both orders', { tag: '@core' }, async ({ customer }) => {
  const ready = await readyToPay(customer, GLOBAL);
  await payGlobal(customer, '4263970000005262');
  await expectOrders(customer, ready, GLOBAL.vendors);
});

test('Global: a declined card shows that nothing was charged and what to do, and another card pays', async ({
  customer,
}) => {
  const ready = await readyToPay(customer, GLOBAL);
  await payGlobal(customer, '4000120000001154');
  await expect(customer.getByRole('alert').filter({ hasText: 'Payment did not go through' })).toContainText(
    /You were not charged/,
  );
  await stillInCart(customer, 'Maison Levain');
  await payGlobal(customer, '4263970000005262');
  await expectOrders(customer, ready, GLOBAL.vendors);
});

for (const [outcome, button] of [
  ['a completed challenge pays', 'Complete'],
  ['a failed challenge charges nothing', 'Fail'],
] as const) {
  test(`Global: ${outcome}`, async ({ customer }) => {
    const ready = await readyToPay(customer, GLOBAL);
    await payGlobal(customer, '4222000001227408');
    await expect(globalPage(customer).getByLabel('Card number')).toBeHidden();
    await globalPage(customer).getByRole('button', { name: button }).click();
    if (button === 'Complete') return expectOrders(customer, ready, GLOBAL.vendors);
    await expect(customer.getByText('Payment did not go through')).toBeVisible();
    await stillInCart(customer, 'Maison Levain');
    expect(await ordersOf(ready.buyer)).toEqual([]);
  });
}

test('Global: cancelling shows a notice, and paying again works', async ({ customer }) => {
  const ready = await readyToPay(customer, GLOBAL);
  await payButton(customer).click();
  await expect(globalPage(customer).getByLabel('Card number')).toBeVisible();
  await expect(globalPage(customer).getByRole('button', { name: 'Complete' })).toBeHidden();
  await customer.getByRole('button', { name: 'Cancel payment' }).click();
  await expect(customer.getByText('You cancelled the payment')).toBeVisible();
  await payGlobal(customer, '4263970000005262');
  await expectOrders(customer, ready, GLOBAL.vendors);
});

test('Global: changing the cart on another phone closes the payment form, and the next form charges the new total', async ({
  customer,
  vendor,
}) => {
  const ready = await readyToPay(customer, GLOBAL);
  await payButton(customer).click();
  await expect(globalPage(customer).getByLabel('Card number')).toBeVisible();
  await deleteOnAnotherPhone(vendor, ready, GLOBAL.venue, 'Le Petit Zinc');
  await expect(customer.getByText('Your cart changed while you were paying')).toBeVisible();
  await expect(customer.getByRole('region', { name: 'Le Petit Zinc' })).toHaveCount(0);
  await payGlobal(customer, '4263970000005262');
  await expectOrders(customer, ready, ['Maison Levain']);
});

/** The steps of a customer at each provider: the button that opens its form, and the fields in it. */
interface Meeting {
  shop: { venue: number; vendors: string[] };
  /** The calls that open and end a payment. */
  start: string;
  finish: string;
  /** The address that our server sends to ask the provider about a payment. */
  question: string;
  /** If true, the form opens with the cart, and Pay in the form starts the payment. */
  isFormInCart: boolean;
  /** Waits until the form or window is ready to be filled. */
  opened(page: Page): Promise<void>;
  /** Leaves an open form with a payment that has started and not finished. */
  leaveOpen(page: Page): Promise<void>;
  /** Fills an open form and sends it, with one tap or with two. */
  send(page: Page, tap: 'click' | 'dblclick'): Promise<void>;
  /** True if the provider calls our server by itself. */
  hasWebhooks: boolean;
}

const MEETINGS: Record<string, Meeting> = {
  Stripe: {
    shop: STRIPE,
    start: '/start-stripe',
    finish: '/pay-with-stripe',
    question: '/v1/payment_intents/',
    isFormInCart: true,
    leaveOpen: async (page) => {
      await payStripe(page, CARDS.challenge);
      await expect(page.locator('iframe[title="Card verification"]')).toBeVisible();
    },
    opened: (page) => expect(stripeForm(page).getByRole('button', { name: /^Pay/ })).toBeEnabled(),
    send: async (page, tap) => {
      await fillStripe(page, CARDS.pays);
      await scrollAndClick(stripeForm(page).getByRole('button', { name: /^Pay/ }), tap);
    },
    hasWebhooks: true,
  },
  Paystack: {
    shop: PAYSTACK,
    start: '/carts/newpayment',
    finish: '/pay-with-paystack',
    question: '/transaction/verify/',
    isFormInCart: false,
    leaveOpen: async () => {},
    opened: (page) => expect(paystackWindow(page).getByLabel('Card number')).toBeVisible(),
    send: (page, tap) => payPaystack(page, '4084084084084081', '408', tap),
    hasWebhooks: true,
  },
  Global: {
    shop: GLOBAL,
    start: '/start-global',
    finish: '/pay-with-global',
    question: '/epage-remote.cgi',
    isFormInCart: false,
    leaveOpen: async () => {},
    opened: (page) => expect(globalPage(page).getByLabel('Card number')).toBeVisible(),
    send: (page, tap) => fillGlobal(page, '4263970000005262', tap),
    hasWebhooks: false,
  },
};

for (const [name, meeting] of Object.entries(MEETINGS)) {
  const { shop, start, finish, question, isFormInCart, opened, leaveOpen, send, hasWebhooks } = meeting;
  const cart = `/venues/${shop.venue}/cart`;
  const open = async (page: Page) => {
    if (!isFormInCart) await payButton(page).click();
    await opened(page);
  };

  test(`${name}: a double tap opens one payment and charges once`, async ({ customer }) => {
    const ready = await readyToPay(customer, shop);
    const starts: string[] = [];
    customer.on('request', (sent) => {
      if (new URL(sent.url()).pathname.endsWith(start)) starts.push(sent.url());
    });
    if (!isFormInCart) await payButton(customer).dblclick();
    await opened(customer);
    await send(customer, 'dblclick');
    await expectOrders(customer, ready, shop.vendors);
    expect(starts).toHaveLength(1);
  });

  test(`${name}: a tab opened after one was closed before paying says that nothing was charged, and pays`, async ({
    customer,
    openTab,
  }) => {
    const ready = await readyToPay(customer, shop);
    await open(customer);
    await leaveOpen(customer);
    const next = await openTab(customer, '/venues');
    await customer.close();
    await next.goto(cart);
    await expect(next.getByText('Your last payment was not finished')).toBeVisible();
    await open(next);
    await send(next, 'click');
    await expectOrders(next, ready, shop.vendors);
  });

  test(`${name}: a tab opened after one was closed after paying opens the orders`, async ({ customer, openTab }) => {
    const ready = await readyToPay(customer, shop);
    // The browser never gets the response.
    await customer.route(`**${finish}`, (route) => route.abort());
    await open(customer);
    const paid = customer.waitForRequest(`**${finish}`);
    await send(customer, 'click');
    await paid;
    if (hasWebhooks) await expect.poll(async () => (await ordersOf(ready.buyer)).length).toBe(2);
    const next = await openTab(customer, '/venues');
    await customer.close();
    await next.goto(cart);
    await expectOrders(next, ready, shop.vendors);
  });

  test(`${name}: the back button closes the form, returning looks the payment up, and a paid cart shows no form`, async ({
    customer,
  }) => {
    const ready = await readyToPay(customer, shop);
    await customer.getByRole('link', { name: 'Continue Shopping' }).click();
    await customer.getByRole('link', { name: /Cart$/ }).click();
    await open(customer);
    await customer.goBack();
    await expect(customer).toHaveURL(/\/vendors$/);
    // No part of the provider's form covers the page.
    await customer.getByRole('link', { name: new RegExp(shop.vendors[0] ?? '') }).click();
    await customer.goto(cart);
    // A form that opened with the cart had not started a payment.
    await expect(customer.getByText('Your last payment was not finished')).toHaveCount(isFormInCart ? 0 : 1);
    await open(customer);
    await send(customer, 'click');
    await expectOrders(customer, ready, shop.vendors);
    await customer.goBack();
    await expect(customer.getByText('There is nothing in your cart.')).toBeVisible();
    await expect(payButton(customer)).toHaveCount(0);
  });

  if (name !== 'Stripe') {
    test(`${name}: the page offers no second Pay while a slow provider is undecided`, async ({ customer }) => {
      await customer.clock.install();
      const ready = await readyToPay(customer, shop);
      await open(customer);
      await withFaults({ failure: { times: 1_000, path: question, when: 'before' } }, async () => {
        await send(customer, 'click');
        await waitLongerThanUsual(customer);
        await expect(payButton(customer)).toHaveCount(0);
      });
      await expectOrders(customer, ready, shop.vendors);
    });
  }
}

test('Stitch: the return page of an unknown payment opens the queue with a message', { tag: '@core' }, async ({
  vendor,
}) => {
  await enter(vendor, await newAccount(), '/stitch/return?id=unknown&status=complete');
  await expect(vendor.getByText(/^We do not know this payment/)).toBeVisible();
  await expect(vendor).toHaveURL(/\/queues$/);
});
