/** Tests the catalog, clause by clause: venues, vendors, a menu, an item, and the results of a search. */

import type { Locator, Page } from '@playwright/test';
import { demoAccount, signIn, signUp } from './support/api';
import { withoutFirstScreen } from './support/first-screen';
import { enlargeType } from './support/large-type';
import { expectNoSidewaysScroll, lengthenNames } from './support/long-names';
import { chooseCollect, goToCart } from './support/people';
import { channelJoinsOf } from './support/realtime';
import { expect, test } from './support/test';
import { WINDOWS } from './support/windows';

const KUMO = '/venues/1/vendors/1';
const TONKOTSU = `${KUMO}/items/1`;

const bottomMenu = (page: Page) =>
  page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Orders' }) });
const item = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(name) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const openTitle = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Changes the API's response to one address. The rest of the site is real. */
async function answerWith(page: Page, path: string, change: (data: Record<string, unknown>) => unknown): Promise<void> {
  await withoutFirstScreen(page);
  await page.route(
    (url) => url.pathname === `/api/v1${path}`,
    async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: change(data) } });
    },
  );
}

/** Tells whether an element is wholly inside the window. */
const isWithin = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

test.describe('venues', () => {
  test('each card shows image, name and blurb and links to the venue’s vendors', async ({ customer }) => {
    await customer.goto('/');
    const card = customer.getByRole('article').filter({ hasText: 'Granary Square Market' });
    await expect(card.locator('img')).toHaveJSProperty('complete', true);
    expect(await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(card.locator('p').first()).not.toBeEmpty();
    await card.getByRole('link', { name: 'Granary Square Market' }).click();
    await expect(customer).toHaveURL('/venues/1/vendors');
  });

  test('a vendor context is redirected to /queues', async ({ vendor }) => {
    await signIn(vendor, await demoAccount('baker@foodhall.test'), 'Butter Lane Bakery');
    for (const address of ['/', '/venues']) {
      await vendor.goto(address);
      await expect(vendor, address).toHaveURL(/\/queues$/);
    }
  });

  test('a vendor context can view vendors, a menu and an item, and cannot order', async ({ vendor }) => {
    await signIn(vendor, await demoAccount('baker@foodhall.test'), 'Butter Lane Bakery');
    await vendor.goto('/venues/1/vendors');
    await vendor.getByRole('link', { name: 'Kumo Ramen' }).click();
    await openTitle(vendor, 'Kumo Ramen');
    await item(vendor, 'Tonkotsu ramen').click();
    await openTitle(vendor, 'Tonkotsu ramen');
    await expect(vendor.getByText('Switch to your personal account to order.')).toBeVisible();
    await expect(vendor.getByRole('button', { name: /Add to cart/ })).toHaveCount(0);
    await vendor.getByRole('main').getByRole('link', { name: 'My Account' }).click();
    await expect(vendor).toHaveURL('/profile');
  });

  test('opening the venues clears the active venue', async ({ customer }) => {
    await customer.goto('/venues/1/vendors');
    await expect(bottomMenu(customer).getByRole('link', { name: 'Vendors' })).toHaveAttribute(
      'href',
      '/venues/1/vendors',
    );
    await customer.getByRole('button', { name: 'Back' }).click();
    await expect(customer).toHaveURL('/');
    await expect(bottomMenu(customer).getByRole('link', { name: 'Venues' })).toBeVisible();
    await expect(bottomMenu(customer).getByRole('link', { name: 'Vendors' })).toHaveCount(0);
    await expect(bottomMenu(customer).getByRole('link', { name: /^Cart/ })).toHaveCount(0);
  });
});

test.describe('vendors', () => {
  test('each card shows image, name and blurb and links to the vendor', async ({ customer }) => {
    await customer.goto('/venues/1/vendors');
    const card = customer.getByRole('article').filter({ hasText: 'Kumo Ramen' });
    await expect(card.locator('img')).toHaveAttribute('src', /^\/media\//);
    await expect(card.locator('p').first()).not.toBeEmpty();
    await card.getByRole('link', { name: 'Kumo Ramen' }).click();
    await expect(customer).toHaveURL(KUMO);
  });

  test('a venue without vendors shows ‘No records found.’', async ({ customer }) => {
    await customer.goto('/venues/4/vendors');
    await expect(customer.getByText('No records found.')).toBeVisible();
  });

  for (const address of ['/venues//vendors', '/venues/vendors', '/venuesa//vendors']) {
    test(`${address} without a venueId redirects to /venues`, async ({ customer }) => {
      await customer.goto(address);
      await expect(customer).toHaveURL('/venues');
      await openTitle(customer, /Be Quicker/);
    });
  }

  test('the page of a missing venue says so and links to the other venues', async ({ customer }) => {
    await customer.goto('/venues/999/vendors');
    await expect(customer.getByText('We could not find this venue.')).toBeVisible();
    await customer.getByRole('link', { name: 'See all venues' }).click();
    await expect(customer).toHaveURL('/venues');
  });

  test('a vendors address with a location puts its table in the cart', async ({ customer }) => {
    await signUp(customer);
    await customer.goto('/venues/1/vendors/location/12');
    await expect(customer.getByText('Your place: 12')).toBeVisible();
    await customer.getByRole('link', { name: 'Kumo Ramen' }).click();
    await item(customer, 'Pork gyoza').click();
    await customer.getByRole('button', { name: /Add to cart/ }).click();
    await goToCart(customer);
    const order = customer.getByRole('region', { name: 'Kumo Ramen' });
    await expect(order.getByText('Deliver to Table 12')).toBeVisible();
  });

  test('the /venuesa addresses show the same screens, and their links stay under /venuesa', async ({ customer }) => {
    await customer.goto('/venuesa/1/vendors/location/7');
    await expect(customer.getByText('Your place: 7')).toBeVisible();
    await customer.goto('/venuesa/1/vendors');
    await customer.getByRole('link', { name: 'Kumo Ramen' }).click();
    await expect(customer).toHaveURL('/venuesa/1/vendors/1');
    await item(customer, 'Tonkotsu ramen').click();
    await expect(customer).toHaveURL('/venuesa/1/vendors/1/items/1');
    await openTitle(customer, 'Tonkotsu ramen');
  });

  test('a long location wraps and does not widen the page', async ({ customer }) => {
    await customer.goto(`/venues/1/vendors/location/${'The-long-table-under-the-clock.'.repeat(8)}`);
    await expect(customer.getByText(/Your place: The-long-table/)).toBeVisible();
    const width = await customer.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
  });
});

test.describe('a menu', () => {
  test('has a header with image, name and blurb', async ({ customer }) => {
    await customer.goto(KUMO);
    await openTitle(customer, 'Kumo Ramen');
    const main = customer.getByRole('main');
    await expect(main.locator('img').first()).toHaveAttribute('src', /^\/media\//);
    await expect(main.getByRole('heading', { level: 1 }).locator('xpath=following-sibling::p')).not.toBeEmpty();
  });

  for (const width of [390, 820, 1280]) {
    test(`has a header picture that fills its frame at ${width} px`, async ({ customer }) => {
      await customer.setViewportSize({ width, height: 844 });
      await customer.goto(KUMO);
      await openTitle(customer, 'Kumo Ramen');
      const picture = customer.getByRole('main').locator('img').first();
      const sizes = await picture.evaluate((image) =>
        [image, image.parentElement?.parentElement].map((element) => {
          const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
          return [width, height].map(Math.round);
        }),
      );
      expect(sizes[0]).toEqual(sizes[1]);
    });
  }

  test('has a sticky tab bar that follows the scroll and highlights the menu in view', { tag: '@core' }, async ({
    customer,
  }) => {
    await customer.goto(KUMO);
    await expect(tab(customer, 'Ramen & rice')).toHaveAttribute('aria-selected', 'true');
    await customer.getByRole('heading', { name: 'After the bowl' }).evaluate((heading) => {
      window.scrollTo({ top: heading.getBoundingClientRect().top + window.scrollY - 130, behavior: 'instant' });
    });
    await expect(tab(customer, 'Sweet')).toHaveAttribute('aria-selected', 'true');
    await expect(tab(customer, 'Ramen & rice')).toHaveAttribute('aria-selected', 'false');
    expect(await isWithin(customer.getByRole('tablist', { name: 'Menus' })), 'the bar is still there').toBe(true);
    await customer.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expect(tab(customer, 'Drinks')).toHaveAttribute('aria-selected', 'true');
    await customer.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await expect(tab(customer, 'Ramen & rice')).toHaveAttribute('aria-selected', 'true');
  });

  test('scrolls to the menu of a tapped tab', async ({ customer }) => {
    await customer.goto(KUMO);
    await tab(customer, 'Small plates').click();
    await expect(tab(customer, 'Small plates')).toHaveAttribute('aria-selected', 'true');
    const heading = customer.getByRole('heading', { name: 'Folded and fried' });
    await expect(heading).toBeInViewport();
    const bar = customer.getByRole('tablist', { name: 'Menus' });
    await expect
      .poll(async () => {
        const [title, tabs] = [await heading.boundingBox(), await bar.boundingBox()];
        return title && tabs ? title.y - (tabs.y + tabs.height) : Number.NaN;
      }, 'the menu is just under the bar')
      .toBeLessThan(60);
    const [title, tabs] = [await heading.boundingBox(), await bar.boundingBox()];
    expect((title?.y ?? 0) - ((tabs?.y ?? 0) + (tabs?.height ?? 0))).toBeGreaterThanOrEqual(0);
    await expect(tab(customer, 'Small plates')).toHaveAttribute('aria-selected', 'true');
  });

  test('keeps a focused item in view when the Tab key moves between a tab and its menu', async ({ customer }) => {
    await customer.goto('/venues/1/vendors/4');
    await customer.getByRole('tab', { selected: true }).focus();
    for (const [keys, name] of [
      [['ArrowRight', 'ArrowRight'], 'Lunch'],
      [['End'], 'Drinks'],
      [['Home', 'Enter'], 'Pastry'],
    ] as const) {
      for (const key of keys) await customer.keyboard.press(key);
      await expect(tab(customer, name)).toBeFocused();
      const first = customer.getByRole('tabpanel', { name }).getByRole('link').first();
      await expect(first, 'the page has come to the menu').toBeInViewport({ ratio: 1 });
      await customer.keyboard.press('Tab');
      await expect(first).toBeFocused();
      await expect(first).toBeInViewport({ ratio: 1 });
      await expect(tab(customer, name)).toHaveAttribute('aria-selected', 'true');
      await customer.keyboard.press('Shift+Tab');
      await expect(tab(customer, name)).toBeFocused();
      await expect(first, 'the page stays at the menu').toBeInViewport({ ratio: 1 });
    }
  });

  test('lists its groups with a title and only active items', async ({ customer }) => {
    await customer.goto(KUMO);
    const bowls = customer.getByRole('region', { name: 'Broth bowls' });
    await expect(bowls.getByRole('heading', { level: 3 })).toHaveText([
      'Tonkotsu ramen',
      'Spicy tantan',
      'Miso sweetcorn',
      'Forest shoyu',
      'Yuzu shio',
    ]);
    await expect(customer.getByText('Cold zaru ramen')).toHaveCount(0);
  });

  test('shows the image of an item, or a placeholder', async ({ customer }) => {
    await customer.goto(KUMO);
    await expect(item(customer, 'Tonkotsu ramen').locator('img')).toHaveAttribute('src', /^\/media\//);
    const plain = item(customer, 'House pickles');
    await plain.scrollIntoViewIfNeeded();
    await expect(plain.locator('img')).toHaveCount(0);
    await expect(plain.locator('svg')).toBeVisible();
  });

  for (const [venue, name, price] of [
    [1, 'Tonkotsu ramen', /\$\d+\.\d\d$/],
    [2, '', /^R ?\d+\.\d\d$/],
    [3, '', /^€ ?\d+\.\d\d$/],
  ] as const) {
    test(`shows the prices of venue ${venue} with its currency symbol and two decimals`, async ({ customer }) => {
      await customer.goto(`/venues/${venue}/vendors`);
      await customer.getByRole('article').first().getByRole('link').click();
      await expect(
        item(customer, name || '.')
          .first()
          .getByText(price),
      ).toBeVisible();
    });
  }

  test('stores the query parameters per vendor', async ({ customer }) => {
    await customer.goto(`${KUMO}?delivery_method=deliver&delivery_method_type=table&delivery_method_location=31`);
    await openTitle(customer, 'Kumo Ramen');
    const stored = (vendor: number) =>
      customer.evaluate(
        (id) =>
          ['delivery_method', 'delivery_method_type', 'delivery_method_location'].map((key) =>
            localStorage.getItem(`vendors.${id}.${key}`)?.replaceAll('"', ''),
          ),
        vendor,
      );
    await expect.poll(() => stored(1)).toEqual(['deliver', 'table', '31']);
    expect(await stored(2)).toEqual([undefined, undefined, undefined]);
  });

  test('a vendor that accepts no orders says so on its card, its menu and its items', async ({ customer }) => {
    await answerWith(customer, '/vendors', (vendors) =>
      (vendors as unknown as { id: number }[]).map((each) => ({ ...each, accepting_orders: each.id !== 1 })),
    );
    await answerWith(customer, '/vendors/1', (vendor) => ({ ...vendor, accepting_orders: false }));
    await customer.goto('/venues/1/vendors');
    const card = customer.getByRole('article').filter({ hasText: 'Kumo Ramen' });
    await expect(card.getByText('Not taking orders right now')).toBeVisible();
    await card.getByRole('link').click();
    await expect(customer.getByText('Kumo Ramen is not taking orders right now', { exact: false })).toBeVisible();
    await item(customer, 'Tonkotsu ramen').click();
    await expect(customer.getByText('Kumo Ramen is not taking orders right now.')).toBeVisible();
    await expect(customer.getByRole('button', { name: 'Not taking orders' })).toBeDisabled();
  });
});

test.describe('an item', () => {
  test('has variant radios that set the price, and one of them is always selected', async ({ customer }) => {
    await customer.goto(TONKOTSU);
    const variants = customer.getByRole('radiogroup', { name: 'Choose one' });
    await expect(variants.getByRole('radio')).toHaveCount(3);
    await expect(variants.getByRole('radio', { name: /Regular/ })).toBeChecked();
    await variants.getByRole('radio', { name: /Large/ }).check();
    await expect(variants.getByRole('radio', { name: /Regular/ })).not.toBeChecked();
    await expect(customer.getByRole('button', { name: /Add to cart/ })).toContainText('$19.50');
  });

  test('has option checkboxes that respect the maximum and omit inactive options', async ({ customer }) => {
    await customer.goto(TONKOTSU);
    const toppings = customer.getByRole('group', { name: 'Toppings' });
    await expect(toppings.getByRole('checkbox', { name: /Wood ear/ })).toHaveCount(0);
    await toppings.getByRole('checkbox', { name: /Soy-cured egg/ }).check();
    await toppings.getByRole('checkbox', { name: /Sweetcorn/ }).check();
    await expect(toppings.getByRole('checkbox', { name: /Extra chashu/ })).toBeDisabled();
    await expect(toppings.getByText('Up to 2. Untick one to choose another.')).toBeVisible();
    await toppings.getByRole('checkbox', { name: /Sweetcorn/ }).uncheck();
    await expect(toppings.getByRole('checkbox', { name: /Extra chashu/ })).toBeEnabled();
  });

  test('asks for a missing minimum of options and adds nothing', async ({ customer }) => {
    const sent: string[] = [];
    customer.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await customer.goto(KUMO);
    await item(customer, 'Spicy tantan').click();
    await customer.getByRole('button', { name: /Add to cart/ }).click();
    const heat = customer.getByRole('radiogroup', { name: 'Heat' });
    await expect(heat.getByText('Choose 1 to continue.')).toBeVisible();
    await expect(heat.getByRole('radio', { name: /Mild/ })).toBeFocused();
    expect(sent).not.toContain('/api/v1/carts');
    await heat.getByRole('radio', { name: /Hot/ }).check();
    await expect(heat.getByText('Choose 1 to continue.')).toHaveCount(0);
  });

  test('updates the total with the stepper and sends the notes', async ({ customer }) => {
    await customer.goto(TONKOTSU);
    const add = customer.getByRole('button', { name: /Add to cart/ });
    await customer.getByLabel('Notes').fill('No spring onion.');
    const fewer = customer.getByRole('button', { name: /Decrease/ });
    await expect(fewer).toBeDisabled();
    await customer.getByRole('button', { name: /Increase/ }).click();
    await customer.getByRole('button', { name: /Increase/ }).click();
    await expect(add).toContainText('$49.50');
    await fewer.click();
    await customer.getByRole('checkbox', { name: /Extra chashu/ }).check();
    await expect(add).toContainText('$42.00');
  });

  test('‘Add to cart’ becomes ‘Go to cart’, with ‘Continue shopping’ beside it', async ({ customer }) => {
    await signUp(customer);
    await customer.goto(TONKOTSU);
    await customer.getByLabel('Notes').fill('No spring onion.');
    const add = customer.getByRole('button', { name: /Add to cart/ });
    const pressed = await add.boundingBox();
    await add.dblclick();
    await expect(add).toHaveCount(0);
    const toCart = customer.getByRole('link', { name: 'Go to cart' });
    await expect(toCart).toBeFocused();
    // Only the link to the cart is under the finger.
    const [became, beside] = [
      await toCart.boundingBox(),
      await customer.getByRole('link', { name: 'Continue shopping' }).boundingBox(),
    ];
    if (!pressed || !became || !beside) throw new Error('One of the buttons is not shown.');
    expect(Math.abs(became.x - pressed.x)).toBeLessThan(2);
    expect(Math.abs(became.width - pressed.width)).toBeLessThan(2);
    expect(beside.x + beside.width).toBeLessThan(pressed.x);
    await customer.getByRole('link', { name: 'Continue shopping' }).click();
    await expect(customer).toHaveURL(KUMO);
    await item(customer, 'Tonkotsu ramen').click();
    await customer.getByLabel('Notes').fill('Less salt.');
    await customer.getByRole('button', { name: /Add to cart/ }).click();
    await goToCart(customer);
    await expect(customer).toHaveURL('/venues/1/cart');
    // The double tap has added one item only.
    await expect(customer.getByRole('group', { name: 'quantity of Tonkotsu ramen' })).toHaveText(['1', '1']);
    await expect(customer.getByText('No spring onion.')).toBeVisible();
    await chooseCollect(customer, 'Kumo Ramen');
  });

  test('shows every word and price of the bar on the smallest phone with double type size', async ({ customer }) => {
    await signUp(customer);
    await customer.goto(TONKOTSU);
    const add = customer.getByRole('button', { name: /Add to cart/ });
    await expect(add).toBeEnabled();
    const isCut = async (key: Locator) => {
      const inside = await key.evaluate((button) => {
        const { left, right } = button.getBoundingClientRect();
        const parts = [...button.querySelectorAll('span')].map((part) => part.getBoundingClientRect());
        return left >= 0 && right <= innerWidth && parts.every((part) => part.left >= left && part.right <= right);
      });
      return !inside;
    };
    await enlargeType(customer);
    await expectNoSidewaysScroll(customer);
    expect(await isCut(add)).toBe(false);
    await add.click();
    const toCart = customer.getByRole('link', { name: 'Go to cart' });
    await expect(toCart).toBeVisible();
    expect(await isCut(toCart)).toBe(false);
    expect(await isCut(customer.getByRole('link', { name: 'Continue shopping' }))).toBe(false);
  });

  test('can be found and put in the cart with the keyboard alone', async ({ customer }) => {
    await signUp(customer);
    await customer.goto('/venues');
    const press = async (target: Locator, key: string) => {
      await expect(target).toBeVisible();
      for (let count = 0; count < 80; count += 1) {
        if (await target.evaluate((node) => node === document.activeElement)) return customer.keyboard.press(key);
        await customer.keyboard.press('Tab');
      }
      throw new Error('The Tab key does not lead there.');
    };
    await press(customer.getByRole('link', { name: 'Granary Square Market' }), 'Enter');
    await press(customer.getByRole('link', { name: 'Kumo Ramen' }), 'Enter');
    await press(item(customer, 'Tonkotsu ramen'), 'Enter');
    await press(customer.getByRole('radio', { name: /Regular/ }), 'ArrowDown');
    await expect(customer.getByRole('radio', { name: /Large/ })).toBeChecked();
    await press(customer.getByRole('checkbox', { name: /Soy-cured egg/ }), 'Space');
    await press(customer.getByRole('button', { name: /Add to cart.*\$21\.50/ }), 'Enter');
    await expect(customer.getByRole('link', { name: 'Go to cart' })).toBeFocused();
    await customer.keyboard.press('Enter');
    await openTitle(customer, 'Cart');
  });

  for (const viewport of WINDOWS) {
    test.describe(`${viewport.width} px wide`, () => {
      test.use({ viewport });

      test('shows every focused choice above the bar', async ({ customer }) => {
        await customer.goto('/venues/1/vendors/1/items/2');
        const add = customer.getByRole('button', { name: /Add to cart/ });
        await expect(add).toBeVisible();
        const choice = customer.locator('label:has(input:focus)');
        await customer.getByRole('radio').first().focus();
        for (let choices = 0; (await choice.count()) > 0; choices += 1) {
          expect(choices).toBeLessThan(20);
          const hidden = async () => {
            const [row, bar] = [await choice.boundingBox(), await add.boundingBox()];
            return row && bar ? row.y + row.height - bar.y : Number.NaN;
          };
          // The page scrolls smoothly to the focused choice.
          await expect.poll(hidden).toBeLessThanOrEqual(0);
          await customer.keyboard.press('Tab');
        }
      });
    });
  }

  test('shows the choices below the picture and the buy bar at the bottom below 829 px', async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 828, height: 900 }, isMobile: false });
    await page.goto(TONKOTSU);
    const title = page.getByRole('heading', { level: 1, name: 'Tonkotsu ramen' });
    await expect(title).toBeVisible();
    const picture = page.getByRole('main').locator('img').first();
    const isBeside = async () => {
      const [image, words] = [await picture.boundingBox(), await title.boundingBox()];
      return Boolean(image && words && words.x >= image.x + image.width);
    };
    expect(await isBeside()).toBe(false);
    expect(await isWithin(page.getByRole('button', { name: /Add to cart/ }))).toBe(true);
    await page.setViewportSize({ width: 829, height: 900 });
    await expect.poll(isBeside).toBe(true);
    await page.close();
  });

  for (const width of [390, 900, 1280]) {
    test(`has an ‘Add to cart’ that fills its bar at ${width} px`, async ({ browser }) => {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      await page.goto(TONKOTSU);
      const add = page.getByRole('button', { name: /Add to cart/ });
      await expect(add).toBeVisible();
      // Only the stepper, the gap between them and the bar's own padding are beside the button.
      const left = await add.evaluate((button: HTMLElement) => {
        const bar = button.parentElement as HTMLElement;
        const stepper = bar.querySelector('fieldset') as HTMLElement;
        const { columnGap, paddingLeft, paddingRight } = getComputedStyle(bar);
        const [gap = 0, start = 0, end = 0] = [columnGap, paddingLeft, paddingRight].map(Number.parseFloat);
        return bar.clientWidth - start - stepper.offsetWidth - gap - button.offsetWidth - end;
      });
      expect(Math.abs(left)).toBeLessThan(2);
      await page.close();
    });
  }

  test('shows the picture made for it on its page', async ({ customer }) => {
    await customer.goto(KUMO);
    const inMenu = await item(customer, 'Tonkotsu ramen').locator('img').getAttribute('src');
    await customer.goto(TONKOTSU);
    const hero = customer.getByRole('main').locator('img').first();
    await expect(hero).toHaveAttribute('src', /^\/media\//);
    expect(await hero.getAttribute('src')).not.toBe(inMenu);
    await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test('opens from a deep link, and Back opens the market', async ({ customer }) => {
    await customer.goto(TONKOTSU);
    await openTitle(customer, 'Tonkotsu ramen');
    await customer.getByRole('button', { name: 'Back' }).click();
    await openTitle(customer, /Be Quicker/);
  });

  test('says that it is unavailable and links to the menu if it is inactive or belongs to another vendor', async ({
    customer,
  }) => {
    for (const address of [`${KUMO}/items/6`, '/venues/1/vendors/2/items/1', `${KUMO}/items/99999`]) {
      await customer.goto(address);
      await expect(customer.getByText('This is not on the menu any more.'), address).toBeVisible();
    }
    await customer.getByRole('link', { name: 'See the menu' }).click();
    await expect(customer).toHaveURL(KUMO);
  });

  test('says that it is unavailable and cannot be added if no variant is available', async ({ customer }) => {
    await answerWith(customer, '/items/1', (each) => ({ ...each, status: 'inactive' }));
    await customer.goto(TONKOTSU);
    await expect(customer.getByText('Tonkotsu ramen is sold out for now.')).toBeVisible();
    await expect(customer.getByRole('button', { name: 'Sold out' })).toBeDisabled();
  });
});

test.describe('a search', () => {
  test('on the venues shows the matches and announces their number', async ({ customer }) => {
    await customer.goto('/venues');
    await customer.getByRole('searchbox', { name: 'Search venues' }).fill('harbour');
    await expect(customer.getByRole('article')).toHaveCount(1);
    await expect(customer.getByRole('status').filter({ hasText: '1 result' })).toHaveCount(1);
    await customer.getByRole('searchbox', { name: 'Search venues' }).fill('moon');
    await expect(customer.getByText('No records found.')).toBeVisible();
    await expect(customer.getByRole('status').filter({ hasText: 'No results' })).toHaveCount(1);
    await customer.getByRole('button', { name: 'Clear search' }).click();
    await expect(customer.getByRole('article').nth(2)).toBeVisible();
  });

  test('on the vendors finds names with and without accents, and announces their number', async ({ customer }) => {
    await customer.goto('/venues/1/vendors');
    await customer.getByRole('button', { name: 'Search vendors' }).click();
    const field = customer.getByRole('textbox', { name: 'Search vendors' });
    await expect(field).toBeFocused();
    await field.fill('TAQUERIA pico');
    await expect(customer.getByRole('article')).toHaveCount(1);
    await expect(customer.getByRole('link', { name: 'Pico Taquería' })).toBeVisible();
    await expect(customer.getByRole('search').getByRole('status')).toHaveText('1 result');
    await field.fill('moon');
    await expect(customer.getByText('No records found.')).toBeVisible();
    await expect(customer.getByRole('search').getByRole('status')).toHaveText('No results');
    await field.press('Escape');
    await expect(customer.getByRole('article')).toHaveCount(6);
  });

  test('on a menu shows matching items and whole matching groups, and announces their number', async ({ customer }) => {
    await customer.goto(KUMO);
    await customer.getByRole('button', { name: 'Search Kumo Ramen' }).click();
    const field = customer.getByRole('textbox', { name: 'Search Kumo Ramen' });
    await field.fill('gyoza');
    await expect(item(customer, '.')).toHaveCount(1);
    await expect(customer.getByRole('search').getByRole('status')).toHaveText('1 result');
    await expect(customer.getByRole('tab')).toHaveText(['Small plates']);
    await field.fill('broth bowls');
    await expect(item(customer, '.')).toHaveCount(5);
    await expect(customer.getByRole('search').getByRole('status')).toHaveText('5 results');
    await field.fill('moon');
    await expect(customer.getByText('No records found.')).toBeVisible();
  });

  test('ends when its page is left, and the page is complete on return', async ({ customer }) => {
    await customer.goto('/venues/1/vendors');
    await customer.getByRole('link', { name: 'Kumo Ramen' }).click();
    await customer.getByRole('button', { name: 'Search Kumo Ramen' }).click();
    await customer.getByRole('textbox', { name: 'Search Kumo Ramen' }).fill('gyoza');
    await expect(item(customer, '.')).toHaveCount(1);
    await customer.goBack();
    await expect(customer.getByRole('heading', { level: 1 })).not.toHaveText('Kumo Ramen');
    await expect(customer.getByRole('article')).toHaveCount(6);
  });

  test('without a match does not overlap the vendor’s card where there is room', async ({ customer }) => {
    await customer.setViewportSize({ width: 1280, height: 860 });
    await customer.goto(KUMO);
    await customer.getByRole('textbox', { name: 'Search Kumo Ramen' }).fill('moon');
    const picture = customer.locator('main img').first();
    const found = customer.getByText('No records found.').locator('..');
    await expect(found).toBeVisible();
    const gap = async () => {
      const [above, below] = [await picture.boundingBox(), await found.boundingBox()];
      return above && below ? below.y - above.y - above.height : 0;
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(16);
  });
});

test('a search that starts at the bottom of a menu or of the vendors shows its results from the top', async ({
  customer,
}) => {
  for (const [address, name, words, first] of [
    [KUMO, 'Search Kumo Ramen', 'broth bowls', item(customer, 'Tonkotsu ramen')],
    ['/venues/1/vendors', 'Search vendors', 'a', customer.getByRole('article').first()],
  ] as const) {
    await customer.goto(address);
    await expect(first).toBeVisible();
    await customer.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expect(first).not.toBeInViewport();
    await customer.getByRole('button', { name }).click();
    await customer.getByRole('textbox', { name }).fill(words);
    await expect(first, address).toBeInViewport({ ratio: 1 });
  }
});

test('an item that a vendor switches off disappears from an open menu without a reload, and comes back', async ({
  customer,
  vendor,
}) => {
  const hasJoined = channelJoinsOf(customer);
  await customer.goto('/venues/1/vendors/4');
  await openTitle(customer, 'Butter Lane Bakery');
  const canele = item(customer, 'Canelé');
  await expect(canele).toBeVisible();
  const address = (await canele.getAttribute('href')) ?? '';

  await signIn(vendor, await demoAccount('baker@foodhall.test'), 'Butter Lane Bakery');
  await vendor.goto(`/vendor/4/items/${address.split('/').at(-1)}`);
  await openTitle(vendor, 'Canelé');
  const onMenu = vendor.getByRole('checkbox', { name: /Canelé/ });
  await expect(onMenu).toBeChecked();

  await hasJoined('venues.1');
  await onMenu.click();
  await expect(canele).toHaveCount(0);
  await onMenu.click();
  await expect(canele).toBeVisible();
});

for (const address of ['/venues', '/venues/1/vendors', KUMO, TONKOTSU]) {
  test(`words longer than the window do not widen ${address}`, async ({ customer }) => {
    await lengthenNames(customer);
    await customer.goto(address);
    await expect(customer.getByText(/^Llanfair/).first()).toBeVisible();
    await expectNoSidewaysScroll(customer);
  });
}
