/** The actions of people on the pages. Each waits for visible results, never for a time. */
import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSWORD, type Person } from '../../client/accounts';

/** Fills the register form that is on screen and sends it. */
export async function register(form: Page | Locator, person: Person): Promise<void> {
  await form.getByLabel('Name', { exact: true }).fill(person.name);
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Phone').fill(person.phone);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByLabel('Password confirmation').fill(person.password);
  await form.getByRole('button', { name: 'Register' }).click();
}

export async function registerAt(page: Page, person: Person): Promise<void> {
  await page.goto('/register');
  await register(page.locator('main'), person);
  await expect(page).not.toHaveURL(/register/);
}

export async function logIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  const form = page.locator('main');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Phone').fill('0820000003');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Goes from the list of venues to an item's page. */
export async function openItem(page: Page, vendor: string, item: string): Promise<void> {
  await page.goto('/venues');
  await page.getByRole('link', { name: /Granary Square Market/ }).click();
  await page.getByRole('link', { name: new RegExp(vendor) }).click();
  await page
    .getByRole('link', { name: new RegExp(item) })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: item, level: 1 })).toBeVisible();
}

export async function addToCart(page: Page, vendor: string, item: string): Promise<void> {
  await openItem(page, vendor, item);
  await page.getByRole('button', { name: /Add to cart/ }).click();
  await expect(page.getByText('Added orderItem to cart')).toBeVisible();
}

export async function goToCart(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Go to cart' }).click();
  await expect(page.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
}

export async function chooseCollect(page: Page, vendor: string): Promise<void> {
  const order = page.getByRole('region', { name: vendor });
  await order.getByRole('combobox', { name: 'Collect / Deliver' }).selectOption('Collect');
  await order.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(order.getByRole('button', { name: 'Change' })).toBeVisible();
}

export async function chooseTable(page: Page, vendor: string, table: string): Promise<void> {
  const order = page.getByRole('region', { name: vendor });
  await order.getByRole('combobox', { name: 'Collect / Deliver' }).selectOption('Deliver');
  // For a vendor with tables only, the type is chosen already.
  const type = order.getByRole('combobox', { name: 'Deliver to' });
  await type.selectOption('Table');
  await order.getByLabel('Table number').fill(table);
  await order.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(order.getByText(`Deliver to Table ${table}`)).toBeVisible();
}

/** Makes a cart of one collected item, ready to be paid. */
export async function readyCart(page: Page, vendor = 'Kumo Ramen', item = 'Tonkotsu ramen'): Promise<void> {
  await addToCart(page, vendor, item);
  await goToCart(page);
  await chooseCollect(page, vendor);
}

export const CARDS = { pays: '4242424242424242', declined: '4000000000000002', challenge: '4000002760003184' } as const;

/** Fills the fields of the payment form, which opens with the cart, and pays. */
export async function pay(page: Page, card: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Payment' });
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
  await fields.getByLabel('Card number').fill(card);
  await fields.getByLabel('Expiration date').fill('12/34');
  await fields.getByLabel('Security code').fill('123');
  await scrollAndClick(form.getByRole('button', { name: /^Pay/ }));
}

/**
 * Clicks inside a provider's frames, as a customer does. It scrolls to the target, waits until the browser has drawn it there, and clicks.
 * The browser sends a click to the frame that it has drawn at that position. On a busy machine, that may be a frame from before the page
 * scrolled.
 */
export async function scrollAndClick(target: Locator, tap: 'click' | 'dblclick' = 'click'): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  // A screenshot waits until the present state is drawn.
  await target.page().screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
  await target[tap]();
}
