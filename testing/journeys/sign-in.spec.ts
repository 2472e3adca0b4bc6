/** Tests signing in and out, its rules and texts, and the account's own page, clause by clause. */
import type { Page } from '@playwright/test';
import { messageSchema } from 'shared-contracts/schemas';
import { DEMO_PASSWORD, newPerson } from '../client/accounts';
import { clientOf } from '../client/http';
import { api, demoAccount, enter, newAccount, signIn, signUp } from './support/api';
import { codeFor, onlyEmailTo } from './support/emails';
import { logIn, register, registerAt } from './support/people';
import { expect, test } from './support/test';

const form = (page: Page) => page.locator('main');
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click();
const dangerToast = (page: Page, text: string | RegExp) => page.locator('[popover] [class*="danger"]').getByText(text);

async function fill(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await form(page).getByLabel(label, { exact: true }).fill(text);
}

async function expectErrors(page: Page, errors: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(errors)) {
    await expect(form(page).getByLabel(label, { exact: true })).toHaveAccessibleDescription(text);
  }
}

/** Returns the link in the one email to this address. */
async function resetLink(email: string): Promise<URL> {
  return new URL(/https?:\/\/\S+/.exec(await onlyEmailTo(email))?.[0] ?? '');
}

test.describe('/register', () => {
  test('says beside each field what is required', async ({ customer }) => {
    await customer.goto('/register');
    await press(customer, 'Register');
    await expectErrors(customer, {
      Name: 'Name is required',
      Email: 'Email is required',
      Phone: 'Phone is required',
      Password: 'Password is required.',
      'Password confirmation': 'Password confirmation is required',
    });
    await fill(customer, { Email: 'nobody', Phone: '082555', Password: 'short' });
    await expectErrors(customer, {
      Email: 'Email is not valid',
      Phone: 'Phone should be at-least 10 characters.',
      Password: 'Password should be at-least 6 characters.',
    });
  });

  test('the server’s message appears as a danger toast and beside its field', async ({ customer }) => {
    await customer.goto('/register');
    await register(form(customer), { ...newPerson(), email: 'customer@foodhall.test' });
    const message = 'There is an account with this email already.';
    await expect(dangerToast(customer, message)).toBeVisible();
    await expectErrors(customer, { Email: message });
  });

  test('the server decides whether the passwords match', async ({ customer }) => {
    const { name, email, phone } = newPerson();
    await customer.goto('/register');
    const passwords = { Password: 'lunch-time', 'Password confirmation': 'lunch-tide' };
    await fill(customer, { Name: name, Email: email, Phone: phone, ...passwords });
    await press(customer, 'Register');
    await expectErrors(customer, { 'Password confirmation': 'The passwords do not match.' });
  });

  test('stores token, user and context', async ({ customer }) => {
    const person = newPerson();
    await registerAt(customer, person);
    const stored = await customer.evaluate(() => ({ ...localStorage }));
    expect(stored.token).toMatch(/^\S{20,}$/);
    expect(JSON.parse(stored.user ?? '')).toMatchObject({ name: person.name, email: person.email });
    expect(JSON.parse(stored.context ?? '')).toMatchObject({ type: 'User', data: { name: person.name } });
  });
});

for (const [address, name] of [
  ['/login', 'Login'],
  ['/register', 'Register'],
] as const) {
  test(`the button of ${address} does not move while an empty form shows its errors`, async ({ customer }) => {
    await customer.goto(address);
    const button = customer.getByRole('main').getByRole('button', { name, exact: true });
    // The bottom menu does not cover the button.
    await button.click({ trial: true });
    const placeOf = async () => Math.round((await button.boundingBox())?.y ?? 0);
    const place = await placeOf();
    await press(customer, name);
    await expect(customer.getByText('Email is required')).toBeVisible();
    expect(await placeOf()).toBe(place);
  });
}

test('the page scrolls to an invalid field with its label below the header', async ({ customer }) => {
  await customer.setViewportSize({ width: 390, height: 480 });
  await customer.goto('/register');
  await fill(customer, {
    Name: 'Kim',
    Email: 'nobody',
    Phone: '0825550000',
    Password: 'secret1',
    'Password confirmation': 'secret1',
  });
  await press(customer, 'Register');
  const label = form(customer).getByText('Email', { exact: true });
  const header = await customer.getByRole('banner').boundingBox();
  const bottom = (header?.y ?? 0) + (header?.height ?? 0);
  await expect(form(customer).getByLabel('Email', { exact: true })).toBeFocused();
  await expect.poll(async () => (await label.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(bottom);
});

test.describe('/login', () => {
  test('requires an email and a phone number of 10 characters, and has no rule for the password', async ({
    customer,
  }) => {
    await customer.goto('/login');
    await fill(customer, { Phone: '082555' });
    await press(customer, 'Login');
    await expectErrors(customer, {
      Email: 'Email is required',
      Phone: 'Phone should be at-least 10 characters.',
      Password: '',
    });
  });

  test('shows a danger toast with the server’s message for a wrong password', async ({ customer }) => {
    await customer.goto('/login');
    await fill(customer, { Email: newPerson().email, Phone: '0820000001', Password: 'wrong' });
    await press(customer, 'Login');
    await expect(dangerToast(customer, 'The email or the password is not right.')).toBeVisible();
    await expect(customer).toHaveURL(/\/login$/);
  });

  test('opens the redirect_url once and then forgets it', async ({ customer }) => {
    await customer.goto('/venues/1/cart/12');
    await expect(customer).toHaveURL(/\/login$/);
    expect(await customer.evaluate(() => localStorage.getItem('redirect_url'))).toBe('/venues/1/cart/12');
    await fill(customer, { Email: 'second@foodhall.test', Phone: '0820000002', Password: DEMO_PASSWORD });
    await press(customer, 'Login');
    await expect(customer).toHaveURL(/\/venues\/1\/cart\/12$/);
    expect(await customer.evaluate(() => localStorage.getItem('redirect_url'))).toBeNull();
  });

  test('ignores a redirect_url of another site', async ({ customer }) => {
    await customer.goto('/login');
    await customer.evaluate(() => localStorage.setItem('redirect_url', '//evil.example/'));
    await fill(customer, { Email: 'second@foodhall.test', Phone: '0820000002', Password: DEMO_PASSWORD });
    await press(customer, 'Login');
    await expect(customer).toHaveURL(new RegExp(`^${process.env.E2E_URL}/`));
    await expect(customer).not.toHaveURL(/login/);
  });
});

test.describe('a code by email', () => {
  const askForCode = async (page: Page, email: string) => {
    await fill(page, { Email: email });
    await press(page, 'Email me a code');
    await expect(form(page).getByLabel('Code', { exact: true })).toBeFocused();
  };

  test('creates the account of a new guest, lets the guest change the name, and opens the intended page', {
    tag: '@core',
  }, async ({ customer }) => {
    const { email } = newPerson();
    await customer.goto('/profile');
    await askForCode(customer, email);
    const code = await codeFor(email);
    await customer.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(`Welcome ${email.split('@')[0]}`);
    await expect(customer).toHaveURL(/\/profile$/);

    await customer.getByRole('button', { name: 'Change name' }).click();
    const dialog = customer.getByRole('dialog', { name: 'Your name' });
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByLabel('Name').fill('');
    await save.click({ trial: true });
    const place = await save.boundingBox();
    await save.click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    expect(await save.boundingBox(), 'the button stays where it is').toEqual(place);
    await dialog.getByLabel('Name').fill('Nomsa Dlamini');
    await save.click();
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Welcome Nomsa Dlamini');
    await customer.reload();
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Welcome Nomsa Dlamini');
  });

  test('still has its dialog after the browser discarded the page, and the code then adds the choice', async ({
    customer,
  }) => {
    const { email } = newPerson();
    await customer.goto('/venues/1/vendors/1/items/1');
    await customer.getByRole('radio', { name: /Large/ }).check();
    await customer.getByRole('button', { name: /Add to cart/ }).click();
    const modal = customer.getByRole('dialog', { name: 'Login' });
    await modal.getByLabel('Email').fill(email);
    await modal.getByRole('button', { name: 'Email me a code' }).click();
    await expect(modal.getByLabel('Code')).toBeFocused();
    await customer.reload();
    await expect(modal.getByLabel('Code')).toBeFocused();
    await customer.keyboard.insertText(await codeFor(email));
    await expect(customer.getByText('Added orderItem to cart')).toBeVisible();
    await customer.getByRole('link', { name: 'Go to cart' }).click();
    await expect(customer.getByText('Large, $19.50')).toBeVisible();
  });

  test('signs in one tab, and a choice that waits in another tab is added', async ({ customer, openTab }) => {
    const { email } = newPerson();
    await customer.goto('/venues/1/vendors/1/items/1');
    await customer.getByRole('button', { name: /Add to cart/ }).click();
    await expect(customer.getByRole('dialog', { name: 'Login' })).toBeVisible();
    const tab = await openTab(customer, '/venues/1/vendors/1/items/1');
    await tab.getByRole('radio', { name: /Large/ }).check();
    await tab.getByRole('button', { name: /Add to cart/ }).click();
    const modal = tab.getByRole('dialog', { name: 'Login' });
    await modal.getByLabel('Email').fill(email);
    await modal.getByRole('button', { name: 'Email me a code' }).click();
    await expect(modal.getByLabel('Code')).toBeFocused();
    await tab.keyboard.insertText(await codeFor(email));
    for (const page of [tab, customer]) await expect(page.getByRole('link', { name: 'Go to cart' })).toBeVisible();
  });

  test('shows a message beside a wrong code, and the right code signs in', async ({ customer }) => {
    const person = newPerson();
    await newAccount(person);
    await customer.goto('/login');
    await askForCode(customer, person.email);
    const code = await codeFor(person.email);
    await customer.keyboard.type(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    await expectErrors(customer, { Code: 'This is not the code from the email. Please check its six digits.' });
    await customer.keyboard.type(code);
    await expect(customer).toHaveURL(/\/$/);
  });

  test('stays in its field without a connection, and the next tap sends it', async ({ customer }) => {
    const { email } = newPerson();
    await customer.goto('/login');
    await askForCode(customer, email);
    const code = await codeFor(email);
    await customer.context().setOffline(true);
    await customer.keyboard.type(code);
    await expect(form(customer).getByText(/The site could not be reached/)).toBeVisible();
    await customer.context().setOffline(false);
    await press(customer, 'Login');
    await expect(customer).toHaveURL(/\/$/);
  });
});

test('a customer who forgot the password gets a link by email and signs in with a new password', {
  tag: '@core',
}, async ({ customer }) => {
  const person = newPerson();
  await registerAt(customer, person);
  await customer.goto('/profile');
  await customer.getByRole('button', { name: 'Log Out' }).click();

  await customer.goto('/forgot-password');
  await press(customer, 'Send reset link');
  await expectErrors(customer, { Email: 'Email is required' });
  await fill(customer, { Email: 'nobody' });
  await expectErrors(customer, { Email: 'Email is not valid' });
  await fill(customer, { Email: person.email });
  await press(customer, 'Send reset link');
  await expect(customer.getByText('If there is an account with this email')).toBeVisible();

  const link = await resetLink(person.email);
  expect(link.searchParams.get('email')).toBe(person.email);

  await customer.goto(link.pathname + link.search);
  await press(customer, 'Reset password');
  await expectErrors(customer, {
    Password: 'Password is required.',
    'Password confirmation': 'Password confirmation is required',
  });
  await fill(customer, { Password: 'short', 'Password confirmation': 'dinner-time' });
  await expectErrors(customer, { Password: 'Password should be at-least 6 characters.' });
  await fill(customer, { Password: 'dinner-time' });
  await press(customer, 'Reset password');
  await expect(customer.getByText('Your password has been reset.')).toBeVisible();
  await expect(customer).toHaveURL(/\/$/);
  await logIn(customer, person.email, 'dinner-time');

  await customer.goto('/profile');
  await customer.getByRole('button', { name: 'Log Out' }).click();
  await customer.goto(link.pathname + link.search);
  await fill(customer, { Password: 'supper-time', 'Password confirmation': 'supper-time' });
  await press(customer, 'Reset password');
  await expect(dangerToast(customer, /This link was used already/)).toBeVisible();
  await expect(customer).toHaveURL(/\/password-reset\//);
});

test('a failed request for a forgotten password shows no message, and the button works again', async ({ customer }) => {
  await customer.goto('/forgot-password');
  await customer.route('**/api/v1/forgot-password', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken', code: 'FAULT' } }),
  );
  await fill(customer, { Email: 'customer@foodhall.test' });
  const words = await form(customer).innerText();
  const response = customer.waitForResponse('**/api/v1/forgot-password');
  await press(customer, 'Send reset link');
  await response;
  const button = form(customer).getByRole('button', { name: 'Send reset link', exact: true });
  await expect(button).not.toHaveAttribute('aria-disabled');
  await expect(button).toBeEnabled();
  expect(await form(customer).innerText()).toBe(words);
  await expect(customer.locator('[popover]')).toBeEmpty();
  await expectErrors(customer, { Email: '' });

  await customer.unroute('**/api/v1/forgot-password');
  await button.click();
  await expect(customer.locator('[popover]').getByText('If there is an account with this email')).toBeVisible();
});

test('a password reset on another device closes the sockets of every session and signs this page out at once', {
  tag: '@core',
}, async ({ customer }) => {
  const person = newPerson();
  await signUp(customer, person);
  const joined = customer.waitForResponse(
    (response) => response.url().endsWith('/broadcasting/auth') && response.status() === 200,
  );
  await customer.goto('/queues');
  await joined;
  await api({ method: 'POST', path: '/forgot-password', body: { email: person.email } });
  const link = await resetLink(person.email);
  const token = link.pathname.split('/').at(-1) ?? '';
  // The page has finished its work: from here on it requests nothing by itself.
  await customer.waitForLoadState('networkidle');
  const body = { email: person.email, password: 'dinner-time', password_confirmation: 'dinner-time', token };
  await clientOf(api).post(`/password-reset/${token}`, body, messageSchema);
  await expect(customer).toHaveURL(/\/login$/);
  expect(await customer.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test.describe('My Account', () => {
  test('shows a customer the welcome, the date of joining, the buttons and the blurb, and no export', async ({
    customer,
  }) => {
    const person = newPerson();
    await signUp(customer, person);
    let respond = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await customer.route('**/api/v1/me?**', async (route) => {
      await isAnswered;
      await route.continue();
    });
    // The device has cached no data of the account. With cached data, My Account opens at once.
    await customer.addInitScript(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('offline')) localStorage.removeItem(key);
    });
    await customer.goto('/profile');
    await expect(customer.getByText('Loading your account…')).toBeAttached();
    respond();
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(`Welcome ${person.name}`);
    const { created_at } = await customer.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
    const since = new Date(created_at).toLocaleDateString('en-US', {
      weekday: 'long',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: 'Africa/Johannesburg',
    });
    await expect(customer.getByText(`Supporting your community since ${since}`)).toBeVisible();
    await expect(customer.getByRole('link', { name: 'View Orders' })).toHaveAttribute('href', '/queues/?filter=all');
    await expect(customer.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('target', '_blank');
    await expect(customer.getByRole('button', { name: 'Login in as vendor' })).toBeVisible();
    await expect(customer.getByRole('complementary', { name: 'One cart, every stall' })).toBeVisible();
    await expect(customer.getByText('Export Orders')).toHaveCount(0);

    await customer.getByRole('link', { name: 'View Orders' }).click();
    await expect(customer).toHaveURL(/\/queues\/?\?filter=all$/);
    await customer.goBack();
    await customer.getByRole('button', { name: 'Log Out' }).click();
    await expect(customer).toHaveURL(/\/$/);
    const stored = await customer.evaluate(() => ({ ...localStorage }));
    expect([stored.token, stored.user, stored.queue]).toEqual([undefined, undefined, undefined]);
  });

  test('lists the accounts in its switch, opens the right page and drops cached data', { tag: '@core' }, async ({
    vendor,
  }) => {
    await enter(vendor, await demoAccount('vendor@foodhall.test'), '/profile', 'Kumo Ramen');
    await expect(vendor.getByText('Export Orders').first()).toBeVisible();
    await vendor.evaluate(() => localStorage.setItem('queues', '[{"id":"of the other account"}]'));
    await vendor.getByRole('button', { name: 'Login to personal account' }).click();
    const sheet = vendor.getByRole('dialog', { name: 'Switch to' });
    await expect(sheet.getByRole('listitem')).toHaveText([
      /Personal account\s*Aiko Tanaka/,
      /Vendor\s*Kumo Ramen/,
      /Vendor\s*Pico Taquería/,
    ]);
    await sheet.getByRole('button', { name: /Personal account/ }).click();
    await expect(vendor).toHaveURL(/\/profile$/);
    await expect(vendor.getByRole('heading', { level: 1 })).toHaveText('Welcome Aiko Tanaka');
    await expect(vendor.getByText('Export Orders')).toHaveCount(0);
    expect(await vendor.evaluate(() => localStorage.getItem('queues') ?? '')).not.toContain('of the other account');

    const asked = vendor.waitForRequest((request) => /\/queues\/active\?.*vendor_id=/.test(request.url()));
    await vendor.getByRole('button', { name: 'Login in as vendor' }).click();
    await sheet.getByRole('button', { name: /Pico Taquería/ }).click();
    await expect(vendor).toHaveURL(/\/queues$/);
    await asked;
    expect(await vendor.evaluate(() => JSON.parse(localStorage.getItem('context') ?? '{}'))).toMatchObject({
      type: 'Vendor',
      data: { name: 'Pico Taquería' },
    });
  });
});

test.describe('the guards', () => {
  test('redirect a signed-out visitor from every guarded path to sign in, and replace the history entry', async ({
    customer,
  }) => {
    for (const address of [
      '/queues',
      '/carts/1',
      '/venues/1/carts',
      '/venues/1/queues',
      '/venues/1/cart',
      '/venues/1/cart/12',
      '/venues/1/profile',
      '/order?id=1',
      '/order/print?id=1',
      '/profile',
      '/your-items/1',
      '/vendor/1/items/1',
      '/stitch/return?id=x',
    ]) {
      await customer.goto('/venues');
      await customer.goto(address);
      await expect(customer, address).toHaveURL(/\/login$/);
      expect(await customer.evaluate(() => localStorage.getItem('redirect_url'))).toBe(address);
    }
    await customer.goBack();
    await expect(customer).toHaveURL(/\/venues$/);
  });

  test('redirect a vendor context from /venues and the cart to /queues, and a customer from a vendor’s page to My Account', async ({
    customer,
    vendor,
  }) => {
    await signIn(vendor, await demoAccount('baker@foodhall.test'), 'Butter Lane Bakery');
    for (const root of ['/venues', '/venuesa']) {
      for (const page of ['/1/vendors', '/1/vendors/location/12', '/1/vendors/1', '/1/vendors/1/items/1']) {
        await vendor.goto(`${root}${page}`);
        await expect(vendor.getByRole('heading', { level: 1 })).toHaveText(/Vendors|Kumo Ramen|Tonkotsu ramen/);
        await expect(vendor, `${root}${page}`).toHaveURL(`${root}${page}`);
      }
    }
    for (const address of ['/', '/venues', '/venues/1/cart', '/venues/1/cart/12', '/venues/1/carts', '/carts/1']) {
      await vendor.goto(address);
      await expect(vendor, address).toHaveURL(/\/queues$/);
    }
    await signUp(customer);
    await customer.goto('/your-items/1');
    await expect(customer).toHaveURL(/\/profile$/);
  });

  test('redirect an expired token to /login with redirect_url, and the sign-in returns to the page', {
    tag: '@core',
  }, async ({ customer }) => {
    const person = newPerson();
    await signUp(customer, person);
    await customer.goto('/venues/1/cart');
    await expect(customer.getByText('There is nothing in your cart.')).toBeVisible();
    const token = await customer.evaluate(() => localStorage.getItem('token'));
    const headers = { authorization: `Bearer ${token}` };
    expect((await api({ method: 'POST', path: '/logout', headers })).status).toBe(204);
    await customer.reload();
    await expect(customer).toHaveURL(/\/login$/);
    const stored = await customer.evaluate(() => ({ ...localStorage }));
    expect(stored.token).toBeUndefined();
    expect(stored.redirect_url).toBe('/venues/1/cart');
    await fill(customer, { Email: person.email, Phone: person.phone, Password: person.password });
    await press(customer, 'Login');
    await expect(customer).toHaveURL(/\/venues\/1\/cart$/);
  });
});
