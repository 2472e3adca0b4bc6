/** Tests the watch with people: a guest, a cook and an operator, each with a browser of their own. */
import { buy, demoAccount, enter, kitchen, newAccount, signIn } from './support/api';
import { expect, test } from './support/test';

const KUMO = 'Kumo Ramen';
/** The shortest time of a stall is a minute, and a round of the watch follows within ten seconds. */
const RINGS_WITHIN = { timeout: 100_000 };

test('an order that no one looks at rings, the guest reads the truth, and a look at the card ends it', async ({
  customer: guest,
  vendor: cook,
  page: operator,
}) => {
  test.setTimeout(180_000);
  const staff = await kitchen();
  const stall = staff.data.vendors.data.find(({ name }) => name === KUMO);
  const path = `/vendors/${stall?.id}/watch`;
  await staff.put(path, { ring_minutes: 1, staff_minutes: 60, hall_minutes: 120 });
  try {
    const buyer = await newAccount();
    const { order } = await buy(buyer);
    await signIn(guest, buyer);
    await guest.goto('/queues');
    await expect(guest.getByRole('article', { name: new RegExp(`${order.order_number}$`) })).toBeVisible();
    const truth = guest.getByText('The stall has not seen your order yet.');
    await expect(truth).toBeVisible(RINGS_WITHIN);

    await enter(operator, await demoAccount('operator@foodhall.test'), '/hall/1/watch');
    const unseen = operator.getByRole('region', { name: 'Not seen' });
    await expect(unseen.getByRole('listitem').filter({ hasText: `${order.order_number} · ${KUMO}` })).toContainText(
      'Rings in the kitchen',
    );

    await enter(cook, staff, '/queues?filter=preparing', KUMO);
    const note = cook.getByText(
      new RegExp(`^Order ${order.order_number} has waited \\d minutes? and no one has seen it\\.$`),
    );
    await expect(note.first()).toBeVisible();
    await cook.getByRole('button', { name: 'Show new orders' }).click();
    await expect(cook.getByRole('article', { name: `Order ${order.order_number}` })).toBeVisible();
    await expect(note).toHaveCount(0);
    await expect(truth).toHaveCount(0);
  } finally {
    await staff.put(path, { ring_minutes: 2, staff_minutes: 4, hall_minutes: 8 });
  }
});

test('the link of an email opens the queue of the stall that it names', async ({ vendor: page }) => {
  const staff = await kitchen();
  const [first, second] = staff.data.vendors.data;
  await enter(page, staff, `/queues?vendor=${second?.id}`, first?.name);
  await expect(page).toHaveURL('/queues');
  await expect(page.getByRole('tab', { name: /^New/ })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: second?.name ?? '' })).toBeVisible();
});
