/** Tests the allergens that a stall states, and the allergy note of a guest, from the menu to the kitchen. */
import { putInCart, vendorNamed } from '../client/orders';
import { demoAccount, enter, newAccount } from './support/api';
import { CARDS, pay } from './support/people';
import { expect, test } from './support/test';

test('a stall states allergens, a guest filters by them, and the kitchen reads the guest’s allergy note', async ({
  vendor: owner,
  customer: guest,
}) => {
  const account = await demoAccount('vendor@foodhall.test');
  const buyer = await newAccount();
  const stall = await vendorNamed(buyer, 1, 'Kumo Ramen');
  const openRamen = async () => {
    await owner.goto(`/vendor/${stall.id}/menu`);
    await owner.getByRole('button', { name: 'Edit Tonkotsu ramen' }).click();
  };
  const stated = owner.getByRole('checkbox', { name: /^State the allergens/ });

  await test.step('the owner states them', async () => {
    await enter(owner, account, `/vendor/${stall.id}/menu`, 'Kumo Ramen');
    await openRamen();
    await stated.press('Space');
    for (const name of ['Eggs', 'Gluten']) {
      await owner.getByRole('group', { name: 'It contains' }).getByRole('checkbox', { name }).press('Space');
    }
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByRole('button', { name: 'Edit Tonkotsu ramen' })).toBeVisible();
  });

  await test.step('a guest filters by them, also after a reload', async () => {
    await enter(guest, buyer, `/venues/1/vendors/${stall.id}`);
    const ramen = guest.getByRole('link', { name: /^Tonkotsu ramen/ });
    await expect(ramen).toContainText('contains gluten, eggs');
    await guest.getByRole('button', { name: 'Allergens and diet' }).click();
    await guest.getByRole('checkbox', { name: 'Eggs' }).press('Space');
    const outcome = guest.getByText(/^Hidden: 1 item with eggs\. \d+ items shown do not state allergens\.$/);
    await expect(outcome).toBeVisible();
    await expect(ramen).toBeHidden();
    await guest.reload();
    await expect(outcome).toBeVisible();
    await expect(ramen).toBeHidden();
    await guest.getByRole('button', { name: 'Clear' }).click();
    await ramen.click();
    await expect(guest.getByText('contains gluten, eggs')).toBeVisible();
  });

  await test.step('the guest’s note reaches the kitchen', async () => {
    await putInCart(buyer, stall, 'Tonkotsu ramen');
    await guest.goto('/venues/1/cart');
    const order = guest.getByRole('region', { name: 'Kumo Ramen' });
    await order.getByRole('combobox', { name: 'Collect / Deliver' }).selectOption('Collect');
    await order.getByRole('button', { name: 'Apply' }).click();
    await order.getByRole('button', { name: 'Add an allergy note' }).click();
    await expect(guest.getByText('Save or cancel the open allergy note. Then you can pay.')).toBeVisible();
    const note = order.getByRole('textbox', { name: 'Your allergies, for Kumo Ramen' });
    await note.fill('Peanuts, also traces');
    await guest.reload();
    await expect(note).toHaveValue('Peanuts, also traces');
    await order.getByRole('button', { name: 'Save' }).click();
    await expect(order.getByText('Peanuts, also traces')).toBeVisible();
    await pay(guest, CARDS.pays);
    await expect(guest).toHaveURL(/\/queues/);
    await owner.goto('/queues?filter=all');
    const ticket = owner.getByRole('article').filter({ hasText: 'Peanuts, also traces' });
    await expect(ticket).toContainText('Allergy: Peanuts, also traces');
    await ticket.getByRole('link', { name: 'View Order' }).click();
    await expect(owner.getByText('Contains eggs, gluten')).toBeVisible();
  });

  await test.step('the owner removes the stated allergens', async () => {
    await openRamen();
    await stated.press('Space');
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByRole('button', { name: 'Edit Tonkotsu ramen' })).toBeVisible();
  });
});
