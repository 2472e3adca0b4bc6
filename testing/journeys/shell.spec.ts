/** Tests the shell's frame around every page, clause by clause. */
import type { Page } from '@playwright/test';
import { newPerson } from '../client/accounts';
import { demoAccount, enter, signUp } from './support/api';
import { addToCart, CARDS, chooseCollect, goToCart, openItem, pay } from './support/people';
import { expect, test } from './support/test';

const VERSION = '2.2.63';
const header = (page: Page) => page.getByRole('banner');
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const toast = (page: Page, text: string) => page.locator('[popover]').getByText(text);

async function openMenu(page: Page, name = 'Kumo Ramen', vendor = 1): Promise<void> {
  await page.goto(`/venues/1/vendors/${vendor}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  // The first screen has the heading as well, before the shell knows the venue.
  await expect(mainMenu(page)).toBeVisible();
}

async function openSidePanel(page: Page) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

test.describe('the header', () => {
  test('goes back to the previous page', async ({ customer }) => {
    await customer.goto('/venues');
    await customer.getByRole('link', { name: /Granary Square Market/ }).click();
    await expect(customer).toHaveURL(/\/venues\/1\/vendors$/);
    await header(customer).getByRole('button', { name: 'Back' }).click();
    await expect(customer).toHaveURL(/\/venues$/);
  });

  test('shows the title after scrolling', async ({ customer }) => {
    await openMenu(customer);
    const title = header(customer).getByText('Kumo Ramen');
    await expect(title).toHaveCSS('opacity', '0');
    await customer.evaluate(() => window.scrollTo({ top: window.innerHeight, behavior: 'instant' }));
    await expect(title).toHaveCSS('opacity', '1');
  });

  test('filters the visible items and groups with its search', async ({ customer }) => {
    await openMenu(customer);
    await header(customer)
      .getByRole('button', { name: /^Search/ })
      .click();
    const field = customer.getByRole('search').getByRole('textbox');
    await expect(field).toBeFocused();
    await field.fill('gyoza');
    await expect(customer.getByRole('link', { name: /Pork gyoza/ })).toBeVisible();
    await expect(customer.getByRole('link', { name: /Tonkotsu ramen/ })).toHaveCount(0);
    await expect(customer.getByRole('heading', { name: 'Broth bowls' })).toHaveCount(0);
    await expect(customer.getByRole('search').getByRole('status')).toHaveText(/result/);
    await customer.getByRole('button', { name: 'Close search' }).click();
    await expect(customer.getByRole('link', { name: /Tonkotsu ramen/ })).toBeVisible();
  });

  test("shows the version and the side panel's button on a menu and an item from the start", async ({ customer }) => {
    for (const address of ['/venues/1/vendors/1', '/venues/1/vendors/1/items/1']) {
      await customer.goto(address);
      await expect(customer.getByRole('heading', { level: 1, name: /Kumo Ramen|Tonkotsu ramen/ })).toBeVisible();
      const header = customer.getByRole('banner');
      await expect(header.getByText('2.2.63')).toBeVisible();
      await header.getByRole('button', { name: 'Menu' }).click();
      await expect(customer.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Log In' })).toBeVisible();
    }
  });

  test('shows the version label', async ({ customer }) => {
    await customer.goto('/venues');
    await expect(header(customer).getByText(VERSION)).toBeVisible();
  });

  test('sticks with its search button after a scroll of 10 % of the window height', async ({ customer }) => {
    await openMenu(customer);
    const paint = () => header(customer).evaluate((element) => getComputedStyle(element).backgroundColor);
    const tenth = await customer.evaluate(() => Math.floor(window.innerHeight * 0.1));
    await customer.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), tenth);
    await expect.poll(paint).toBe('rgba(0, 0, 0, 0)');
    await customer.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), tenth + 2);
    await expect.poll(paint).not.toBe('rgba(0, 0, 0, 0)');
    await expect(header(customer)).toBeInViewport();
    await expect(header(customer).getByRole('button', { name: /^Search/ })).toBeInViewport();
  });
});

test('a scroll-to-top button appears after 20 px', async ({ customer }) => {
  await openMenu(customer);
  const button = customer.getByRole('button', { name: 'Scroll to top' });
  await customer.evaluate(() => window.scrollTo({ top: 20, behavior: 'instant' }));
  await expect(button).toHaveCount(0);
  await customer.evaluate(() => window.scrollTo({ top: 21, behavior: 'instant' }));
  await button.click();
  await expect.poll(() => customer.evaluate(() => window.scrollY)).toBe(0);
  await expect(button).toHaveCount(0);
});

test('the footer has a logo 40 px wide, the copyright with the year, and the tagline', async ({ customer }) => {
  await customer.clock.setFixedTime('2031-06-15T12:00:00Z');
  await customer.goto('/venues');
  const footer = customer.getByRole('contentinfo');
  await expect(footer).toContainText('Copyright © Foodhall 2031. All Rights Reserved.');
  await expect(footer).toContainText('Be Quicker with Foodhall');
  expect((await footer.locator('img').boundingBox())?.width).toBe(40);
});

test.describe('the bottom menu', () => {
  test('shows a customer Notifications and Cart with their counts, Vendors or Venues, Orders and My Account', async ({
    customer,
    vendor,
  }) => {
    const person = newPerson();
    await signUp(customer, person);
    await customer.goto('/venues');
    const entries = mainMenu(customer).locator('a, button');
    await expect(entries).toHaveText([/Notifications/, 'Venues', 'Orders', 'My Account']);
    await addToCart(customer, 'Butter Lane Bakery', 'Butter croissant');
    await customer.goto('/venues/1/vendors');
    await expect(entries).toHaveText([/Notifications/, 'Vendors', /^1 item/, 'Orders', 'My Account']);

    await customer.goto('/venues/1/cart');
    await chooseCollect(customer, 'Butter Lane Bakery');
    await pay(customer, CARDS.pays);
    await expect(customer).toHaveURL(/\/queues/);
    await enter(vendor, await demoAccount('baker@foodhall.test'), '/queues', 'Butter Lane Bakery');
    const ticket = vendor.getByRole('article').filter({ hasText: person.name });
    await ticket.getByRole('button', { name: 'Pick' }).click();
    await expect(mainMenu(customer).getByRole('button', { name: /unread/ })).toBeVisible();

    await test.step('the notifications panel opens from the menu, lists the order and marks it as seen', async () => {
      await mainMenu(customer)
        .getByRole('button', { name: /Notifications/ })
        .click();
      const panel = customer.getByRole('dialog', { name: 'Notifications' });
      await expect(panel.getByText('Butter Lane Bakery').first()).toBeVisible();
      // Wait for the news of the cook's tap. If it came later, it would be unread after the panel was opened.
      await expect(panel.getByText(/is being prepared/)).toBeVisible();
      await customer.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(mainMenu(customer).getByRole('button', { name: /unread/ })).toHaveCount(0);
    });
  });

  test('shows a vendor Orders, Items and My Account', async ({ vendor }) => {
    await enter(vendor, await demoAccount('baker@foodhall.test'), '/queues', 'Butter Lane Bakery');
    await expect(mainMenu(vendor).locator('a, button')).toHaveText(['Orders', 'Items', 'My Account']);
    await mainMenu(vendor).getByRole('link', { name: 'Items' }).click();
    await expect(vendor).toHaveURL(/\/your-items\/\d+$/);
    await expect(header(vendor).getByText('Butter Lane Bakery', { exact: true })).toBeVisible();
  });
});

test.describe('the side panel', () => {
  test('shows a signed-out visitor Venues, Vendors in a venue, Log In, Register, the phone number and the website', async ({
    customer,
  }) => {
    await customer.goto('/venues');
    let panel = await openSidePanel(customer);
    const entries = panel.getByRole('navigation').locator('a, button');
    await expect(entries).toHaveText(['Venues', 'Log In', 'Register']);
    await expect(panel.locator('a[href^="tel:"]')).toBeVisible();
    await expect(panel.getByRole('link', { name: /foodhall\.example/ })).toHaveAttribute('target', '_blank');
    await entries.nth(1).click();
    await expect(customer).toHaveURL(/\/login$/);
    await expect(panel).toBeHidden();

    await openMenu(customer);
    await customer.goto('/nowhere');
    panel = await openSidePanel(customer);
    await expect(entries).toHaveText(['Venues', 'Vendors', 'Log In', 'Register']);
    await entries.nth(3).click();
    await expect(customer).toHaveURL(/\/register$/);
  });

  test('shows a signed-in visitor My Account, Log Out and Get Support', async ({ customer }) => {
    await signUp(customer);
    await customer.goto('/venues');
    const panel = await openSidePanel(customer);
    const entries = panel.getByRole('navigation').locator('a, button');
    await expect(entries).toHaveText(['Venues', 'My Account', 'Log Out', 'Get Support']);
    await expect(panel.getByRole('link', { name: 'Get Support' })).toHaveAttribute('target', '_blank');
    await panel.getByRole('button', { name: 'Log Out' }).click();
    await expect(customer).toHaveURL(/\/$/);
    await expect((await openSidePanel(customer)).getByRole('link', { name: 'Log In' })).toBeVisible();
  });
});

test('a toast stays at the top for 3000 ms, and OK dismisses it early', async ({ customer }) => {
  await signUp(customer);
  await customer.clock.install();
  const message = toast(customer, 'Added orderItem to cart');
  /** Adds an item, with the page's clock stopped from the tap on. */
  const add = async (vendor: string, item: string, at: number) => {
    await openItem(customer, vendor, item);
    await customer.clock.pauseAt(at);
    await customer.getByRole('button', { name: /Add to cart/ }).click();
    await expect(message).toBeVisible();
  };
  const start = Date.now();
  await add('Kumo Ramen', 'Pork gyoza', start + 600_000);
  expect((await message.boundingBox())?.y).toBeLessThan(120);
  await customer.getByRole('button', { name: 'OK', exact: true }).click();
  await expect(message).toHaveCount(0);

  await customer.clock.resume();
  await add('Kumo Ramen', 'Tonkotsu ramen', start + 1_200_000);
  await customer.clock.runFor(2_999);
  await expect(message).toBeVisible();
  await customer.clock.runFor(1);
  await expect(message).toHaveCount(0);
});

test('the sign-in modal goes from Login to Register to ForgotPassword, and closes', async ({ customer }) => {
  await customer.goto('/venues/1/vendors/1/items/1');
  await customer.getByRole('button', { name: /Add to cart/ }).click();
  const modal = customer.getByRole('dialog');
  await expect(modal.getByRole('heading', { name: 'Login' })).toBeVisible();
  await modal.getByRole('button', { name: 'Register' }).click();
  await expect(modal.getByRole('heading', { name: 'Register' })).toBeVisible();
  await modal.getByRole('button', { name: 'Login' }).click();
  await modal.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(modal.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await modal.getByRole('button', { name: /close/i }).click();
  await expect(modal).toBeHidden();
  await expect(customer).toHaveURL(/\/items\/1$/);
});

test('a modal fades for 300 ms and its backdrop for 150 ms, and both appear at once with reduced motion', async ({
  customer,
}) => {
  await customer.goto('/venues/1/vendors/1/items/1');
  await customer.getByRole('button', { name: /Add to cart/ }).click();
  const modal = customer.getByRole('dialog', { name: 'Login' });
  await expect(modal).toBeVisible();
  const durations = () =>
    modal.evaluate((element) =>
      [undefined, '::backdrop'].map((part) => getComputedStyle(element, part).transitionDuration.split(', ')[0]),
    );
  expect(await durations()).toEqual(['0.3s', '0.15s']);
  await customer.emulateMedia({ reducedMotion: 'reduce' });
  expect(await durations()).toEqual(['0s', '0s']);
});

test('the document title of every page is the brand', async ({ customer }) => {
  for (const address of ['/venues', '/venues/1/vendors/1', '/login', '/nowhere']) {
    await customer.goto(address);
    await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(customer).toHaveTitle('Foodhall');
  }
});

test('a page without scripts has its own title, and a page with the shell has one description', async ({
  customer,
}) => {
  const titleOf = async (address: string) =>
    /<title>(.*?)<\/title>/.exec(
      await (await customer.request.get(address, { headers: { accept: 'text/html' } })).text(),
    )?.[1];
  expect(await titleOf('/venues')).toBe('Venues · Foodhall');
  expect(await titleOf('/venues/1/vendors/1')).toBe('Kumo Ramen · Granary Square Market · Foodhall');
  expect(await titleOf('/venues/1/vendors/999999')).toBe('Foodhall');
  await customer.goto('/venues/1/vendors');
  await expect(customer.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(customer).toHaveTitle('Foodhall');
  const described = customer.locator('meta[name="description"]');
  await expect(described).toHaveCount(1);
  await expect(described).toHaveAttribute('content', /^Granary Square Market: /);
  await customer.getByRole('main').getByRole('link', { name: 'Kumo Ramen' }).click();
  await expect(described).toHaveAttribute('content', /^Kumo Ramen: /);
  await expect(described).toHaveCount(1);
  await expect(customer).toHaveTitle('Foodhall');
});

test.describe('an address without a page', () => {
  test('shows Not Found with its text, Go Back, Try Again, Done and a quote', async ({ customer }) => {
    await customer.goto('/venues');
    await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
    await customer.goto('/nowhere');
    const words = customer.getByRole('heading', { name: "We couldn't find what you were looking for..." });
    await expect(words).toBeVisible();
    await expect(customer.locator('blockquote')).toBeVisible();
    await customer.getByRole('button', { name: 'Try Again' }).click();
    await expect(words).toBeVisible();
    await customer.getByRole('button', { name: 'Go Back' }).click();
    await expect(customer).toHaveURL(/\/venues$/);
    await customer.goto('/nowhere');
    await customer.getByRole('link', { name: 'Done' }).click();
    await expect(customer).toHaveURL(/\/$/);
  });

  test("shows the router's error screen with 'Unexpected Application Error!', a retry and a way back", async ({
    browser,
  }) => {
    // The test uses a page of its own, since this one is meant to fail.
    const context = await browser.newContext();
    const page = await context.newPage();
    await signUp(page);
    let isBroken = true;
    await page.route('**/api/v1/me?**', async (route) => {
      if (isBroken) await route.fulfill({ json: { data: { created_at: 'one fine day' } } });
      else await route.continue();
    });
    await page.goto('/profile');
    await expect(page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' })).toBeVisible();
    await expect(mainMenu(page)).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText(/Supporting your community since/)).toBeVisible();

    isBroken = true;
    await page.reload();
    await page.getByRole('link', { name: 'Start Over' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { name: 'Be Quicker with Foodhall', level: 1 })).toBeVisible();
    await context.close();
  });
});

test('a page without content shows no search and no picture in the header', async ({ customer }) => {
  await customer.goto('/venues/1/vendors/999');
  const way = customer.getByRole('link', { name: 'See all vendors' });
  await expect(way).toBeVisible();
  await expect(header(customer).getByRole('button', { name: /^Search/ })).toBeHidden();
  await expect(header(customer).getByText(VERSION)).toBeVisible();
  await way.click();
  await expect(header(customer).getByRole('button', { name: /^Search/ })).toBeVisible();
});

test.describe("'Loading chunk {id} failed.'", () => {
  // Matches the files of screens, but not the files that list the screens.
  const SCREENS = /\/parts\/checkout\/[^/]+\/\d+\.[0-9a-f]+\.js/;

  /** Returns the page load that repeats the request. It is undefined for the first attempt. */
  const retrier = (address: string) => /\?retry=(\w+)-/.exec(address)?.[1];

  /** Drops the requests for a screen's file that `isLost` selects, and counts the results. */
  async function losing(page: Page, isLost: (address: string) => boolean) {
    const seen = { asked: 0, retriers: new Set<string>(), loads: 0 };
    page.on('domcontentloaded', () => {
      seen.loads += 1;
    });
    await page.route(SCREENS, async (route) => {
      const address = route.request().url();
      const by = retrier(address);
      seen.asked += 1;
      if (by) seen.retriers.add(by);
      if (isLost(address)) await route.abort();
      else await route.continue();
    });
    return seen;
  }

  test('one lost file is fetched again, and the screen appears without a reload', async ({ customer }) => {
    await signUp(customer);
    await customer.goto('/venues/1/vendors');
    // The first attempt may come from a preload, or from the code that runs.
    const seen = await losing(customer, (address) => !retrier(address));
    await mainMenu(customer).getByRole('link', { name: /Cart/ }).click();
    await expect(customer.getByText('There is nothing in your cart.')).toBeVisible();
    expect(seen.asked).toBeGreaterThan(1);
    expect(seen.loads).toBe(0);
  });

  test('a file that stays lost causes a retry, exactly one reload, and then the screen’s own Try Again', {
    tag: '@core',
  }, async ({ customer }) => {
    await signUp(customer);
    await customer.goto('/venues/1/vendors');
    let isGone = true;
    const seen = await losing(customer, () => isGone);
    await mainMenu(customer).getByRole('link', { name: /Cart/ }).click();
    await expect.poll(() => seen.loads).toBe(1);
    await expect(customer.getByText('This section could not be loaded')).toBeVisible();
    await expect(customer).toHaveURL(/\/cart$/);
    // The reloaded page and the new page have both repeated the request.
    expect(seen.retriers.size).toBe(2);
    isGone = false;
    await customer.getByRole('button', { name: 'Try Again' }).click();
    await expect(customer.getByText('There is nothing in your cart.')).toBeVisible();
    expect(seen.loads).toBe(1);
  });
});

test.describe('without a mouse', () => {
  /** Presses Tab until the target has the focus. If the page renders again meanwhile, Tab may start from the top. */
  async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
    await expect(target).toBeVisible();
    const tab = async () => {
      await page.keyboard.press('Tab');
      return target.evaluate((element) => element === document.activeElement);
    };
    await expect.poll(tab, { intervals: [0], timeout: 30_000, message: 'Tab reaches the target' }).toBe(true);
  }

  test('the keyboard alone goes from browsing to an item to the cart', { tag: '@core' }, async ({ customer }) => {
    await signUp(customer);
    await customer.goto('/venues');
    await tabTo(customer, customer.getByRole('link', { name: /Granary Square Market/ }));
    await customer.keyboard.press('Enter');
    await tabTo(customer, customer.getByRole('link', { name: /Kumo Ramen/ }));
    await customer.keyboard.press('Enter');
    await tabTo(customer, customer.getByRole('link', { name: /Tonkotsu ramen/ }).first());
    await customer.keyboard.press('Enter');
    await expect(customer.getByRole('heading', { name: 'Tonkotsu ramen', level: 1 })).toBeVisible();
    const size = customer.getByRole('radio', { name: /Regular/ });
    await tabTo(customer, size);
    await customer.keyboard.press('ArrowDown');
    await expect(customer.getByRole('radio', { name: /Large/ })).toBeChecked();
    await tabTo(customer, customer.getByRole('button', { name: /Add to cart/ }));
    await customer.keyboard.press('Enter');
    await expect(customer.getByRole('link', { name: 'Go to cart' })).toBeFocused();
    await customer.keyboard.press('Enter');
    await expect(customer.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
    await expect(customer.getByRole('region', { name: 'Kumo Ramen' })).toContainText('Tonkotsu ramen');
  });

  test('route changes, toasts and totals are announced', { tag: '@core' }, async ({ customer }) => {
    await signUp(customer);
    await customer.goto('/venues');
    const page = customer.getByRole('status', { name: 'Page' });
    await expect(page).toBeEmpty();
    await customer.getByRole('link', { name: /Granary Square Market/ }).click();
    await expect(page).toHaveText(/Granary Square Market|Vendors/);
    await customer.getByRole('link', { name: /Kumo Ramen/ }).click();
    await expect(page).toHaveText('Kumo Ramen');
    await customer
      .getByRole('link', { name: /Pork gyoza/ })
      .first()
      .click();
    await expect(page).toHaveText('Pork gyoza');
    await customer.getByRole('button', { name: /Increase/ }).click();
    await expect(customer.getByRole('status').filter({ hasText: /^Total \$17\.00$/ })).toHaveCount(1);
    await customer.getByRole('button', { name: /Add to cart/ }).click();
    await expect(customer.getByRole('status').filter({ hasText: 'Added orderItem to cart' })).toBeVisible();
    await goToCart(customer);
    await customer
      .getByRole('button', { name: /Increase/ })
      .first()
      .click();
    await expect(customer.getByRole('status').filter({ hasText: /^To pay \$/ })).toHaveCount(1);
  });
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 860 }, isMobile: false, hasTouch: false });

  test('the header of a vendor names the vendor and is above the column of the queue', async ({ page }) => {
    await enter(page, await demoAccount('baker@foodhall.test'), '/queues?filter=all', 'Butter Lane Bakery');
    const brand = header(page).getByRole('link', { name: 'Butter Lane Bakery' });
    const heading = page.getByRole('heading', { level: 1, name: 'All Orders' });
    await expect(heading).toBeVisible();
    const [left, column] = [await brand.boundingBox(), await heading.boundingBox()];
    expect(Math.abs((left?.x ?? 0) - (column?.x ?? 99))).toBeLessThanOrEqual(2);
  });

  test('the scroll-to-top button never covers the buy bar of an item, at every width', async ({ page }) => {
    await page.goto('/venues/1/vendors/1/items/2');
    const buy = page.getByRole('button', { name: /Add to cart/ });
    await expect(buy).toBeVisible();
    const scrollToTop = page.getByRole('button', { name: 'Scroll to top' });
    for (const width of [1440, 1100, 900, 390]) {
      await page.setViewportSize({ width, height: 700 });
      await page.evaluate(() => window.scrollTo({ top: 60, behavior: 'instant' }));
      const [above, below] = [await scrollToTop.boundingBox(), await buy.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0), `at ${width} px`).toBeLessThan(below?.y ?? 0);
    }
    // Nothing covers the button.
    await scrollToTop.click();
    await expect(scrollToTop).toHaveCount(0);
  });
});
