/** Tests the first screen of a public page: it is there before any script, and does not move when the scripts take over. */
import type { APIRequestContext, Page } from '@playwright/test';
import { srcSetOf } from 'shared-contracts/rules/pictures';
import { demoAccount, enter, signIn } from './support/api';
import { CORE } from './support/core';
import { expect, test } from './support/test';
import { WINDOWS } from './support/windows';

const SCREENS = [
  ['/venues', 'Granary Square Market'],
  ['/venues/1/vendors', 'Pico Taquería'],
  // The vendor's name is so long that it takes a line of its own on a phone.
  ['/venues/1/vendors/location/Table%204', 'Pico Taquería'],
  ['/venues/1/vendors/1', 'Tonkotsu ramen'],
] as const;

const FIRST = '#first-screen';

/** Opens the page and holds its scripts back. */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.route(/\/parts\/host\/(?!.*\/start\.js).*\.js$/, async (route) => {
    if (isHeld) await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return () => {
    isHeld = false;
    for (const go of held) go();
  };
}

/**
 * Finds the position of each text of a page, without the texts that the scripts bring. A picture also counts by its position. A picture
 * outside the window is not loaded yet.
 */
const placesOf = (page: Page, root: string) =>
  page.locator(`${root} :is(h1, h2, h3, p, img)`).evaluateAll((elements) =>
    elements
      .filter((element) => element.closest('main'))
      .map((element) => {
        const place = element.nodeName === 'IMG' ? (element.parentElement ?? element) : element;
        const { x, y, width, height } = place.getBoundingClientRect();
        const name = element.textContent || element.getAttribute('src');
        return [name, ...[x, y, width, height].map(Math.round)].join(' ');
      })
      .slice(0, 12),
  );

for (const viewport of WINDOWS) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport });
    for (const [address, words] of SCREENS) {
      test(`${address} shows its content before its scripts, and nothing moves when they take over`, {
        tag: viewport === WINDOWS[0] ? CORE : [],
      }, async ({ customer }) => {
        const letScripts = await openWithoutScripts(customer, address);
        await expect(customer.locator(FIRST).getByText(words)).toBeVisible();
        await expect(customer.locator(`${FIRST} img[loading="eager"]`).first()).toBeVisible();
        await customer.evaluate(() => document.fonts.ready);
        const before = await placesOf(customer, FIRST);
        letScripts();
        await expect(customer.locator(FIRST)).toHaveCount(0);
        await expect(customer.getByRole('navigation', { name: 'Main' })).toBeVisible();
        expect(await placesOf(customer, '#root')).toEqual(before);
      });
    }
  });
}

test('the first screen of a menu in another language than the page has the line about it, and nothing moves', async ({
  browser,
}) => {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await context.addCookies([{ name: 'language', value: 'ar', url: process.env.E2E_URL ?? '' }]);
    const letScripts = await openWithoutScripts(page, '/venues/1/vendors/1');
    await expect(page.locator(FIRST).getByText('هذه القائمة باللغة الإنجليزية.')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const marked = (root: string) =>
      page
        .locator(`${root} main h1, ${root} main h3`)
        .evaluateAll((all) => all.slice(0, 4).map((each) => each.innerHTML));
    const before = [await placesOf(page, FIRST), await marked(FIRST)];
    letScripts();
    await expect(page.locator(FIRST)).toHaveCount(0);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    expect([await placesOf(page, '#root'), await marked('#root')]).toEqual(before);
  } finally {
    await context.close();
  }
});

test('the page contains the styles of its first screen, so their file is not requested', async ({ customer }) => {
  const styles: string[] = [];
  customer.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/parts\/catalog\/.*\.css$/.test(pathname)) styles.push(pathname);
  });
  await customer.goto('/venues/1/vendors/1');
  await expect(customer.locator(FIRST)).toHaveCount(0);
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen' })).toBeVisible();
  expect(styles).toEqual([]);
  // No page contains the styles of the next screen.
  await customer.getByRole('link', { name: /Tonkotsu ramen/ }).click();
  await expect(customer.getByRole('button', { name: /Add to cart/ })).toBeVisible();
  expect(styles).toHaveLength(1);
  await customer.goBack();
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen' })).toBeVisible();
  expect(styles).toHaveLength(1);
});

test('the first screen requests the pictures inside the window, and the shell requests the others', async ({
  customer,
}) => {
  const asked: string[] = [];
  customer.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/media/')) asked.push(pathname);
  });
  await customer.setViewportSize({ width: 390, height: 844 });
  const letScripts = await openWithoutScripts(customer, '/venues/1/vendors');
  const pictures = customer.locator(`${FIRST} main img`);
  const addresses = await pictures.evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
  expect(addresses.length).toBeGreaterThan(4);
  await expect(pictures.first()).toBeVisible();
  await expect(pictures.nth(1)).toBeVisible();
  await expect(pictures.last()).toBeHidden();
  expect(asked).not.toContain(addresses.at(-1));
  await customer.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(pictures.last()).toBeVisible();
  letScripts();
  await expect(customer.locator(FIRST)).toHaveCount(0);
  await expect.poll(() => [...new Set(asked)].sort()).toEqual([...addresses].sort());
});

test('the picture and texts of an item appear before its scripts, and the choices follow below them', async ({
  customer,
}) => {
  const letScripts = await openWithoutScripts(customer, '/venues/1/vendors/1/items/1');
  const main = customer.locator(FIRST).getByRole('main');
  const words = await main.getByRole('heading', { level: 1 }).textContent();
  await expect(main.locator('img[loading="eager"]')).toBeVisible();
  await customer.evaluate(() => document.fonts.ready);
  const before = await placesOf(customer, FIRST);
  expect(before).toHaveLength(3);
  letScripts();
  await expect(customer.locator(FIRST)).toHaveCount(0);
  await expect(customer.getByRole('heading', { level: 1, name: words ?? '' })).toBeVisible();
  await expect(customer.getByRole('button', { name: /Add to cart/ })).toBeVisible();
  expect((await placesOf(customer, '#root')).slice(0, before.length)).toEqual(before);
});

test("a page with slow code keeps its first screen in place, below the shell's menu and a message", async ({
  customer,
}) => {
  let letGo = () => {};
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await customer.route(/\/parts\/catalog\/.*\.js$/, async (route) => {
    await isHeld;
    await route.continue();
  });
  await customer.goto('/venues/1/vendors/1', { waitUntil: 'commit' });
  const first = customer.locator(FIRST);
  await expect(first.getByRole('link', { name: /Tonkotsu ramen/ }).first()).toBeVisible();
  await customer.evaluate(() => document.fonts.ready);
  const before = await placesOf(customer, FIRST);
  await expect(customer.getByText('This takes longer than usual. Still loading…')).toBeInViewport();
  await expect(first).toHaveCount(0);
  await expect(customer.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect((await placesOf(customer, '#root')).slice(0, 6)).toEqual(before.slice(0, 6));
  await expect(customer.getByText('Loading the page…')).toBeHidden();
  letGo();
  await expect(customer.getByText('This takes longer than usual. Still loading…')).toHaveCount(0);
  await expect(customer.getByRole('link', { name: /Tonkotsu ramen/ }).first()).toBeVisible();
  expect((await placesOf(customer, '#root')).slice(0, 6)).toEqual(before.slice(0, 6));
});

test('an item at the address of another venue has no first screen', async ({ request }) => {
  const at = async (address: string) => (await request.get(address, { headers: { accept: 'text/html' } })).text();
  const { data: venues } = await (await request.get('/api/v1/venues')).json();
  const other = venues.find(({ id }: { id: number }) => id !== 1);
  expect(await at('/venues/1/vendors/1/items/1')).toContain('id="first-screen"');
  expect(await at(`/venues/${other.id}/vendors/1/items/1`)).not.toContain('id="first-screen"');
});

test('a link on the first screen works before the scripts arrive', async ({ customer }) => {
  await openWithoutScripts(customer, '/venues');
  await customer.locator(FIRST).getByRole('link', { name: 'Granary Square Market' }).click();
  await expect(customer).toHaveURL('/venues/1/vendors');
});

test('a guest who leaves the address of a table before the scripts arrive still has that table', async ({
  customer,
}) => {
  await openWithoutScripts(customer, '/venues/1/vendors/location/Terrace%20%26%207');
  await customer.locator(FIRST).getByRole('link', { name: 'Kumo Ramen' }).click();
  await expect(customer).toHaveURL('/venues/1/vendors/1?location=Terrace%20%26%207');
  await customer
    .locator(FIRST)
    .getByRole('link', { name: /Tonkotsu ramen/ })
    .click();
  await expect(customer).toHaveURL(/\/items\/\d+\?location=Terrace%20%26%207$/);
  await customer.unrouteAll({ behavior: 'ignoreErrors' });
  await customer.reload();
  await expect(customer).toHaveURL(/\/items\/\d+$/);
  await customer.goto('/venues/1/vendors');
  await expect(customer.getByText('Your place: Terrace & 7')).toBeVisible();
});

test('a guest who taps an item before the scripts arrive keeps the delivery from the link of the menu', async ({
  customer,
}) => {
  const said = 'delivery_method=deliver&delivery_method_type=table&delivery_method_location=12%20%26%203';
  await openWithoutScripts(customer, `/venues/1/vendors/1?${said}`);
  await customer
    .locator(FIRST)
    .getByRole('link', { name: /Tonkotsu ramen/ })
    .click();
  await expect(customer).toHaveURL(/\/items\/\d+\?delivery_method=deliver&/);
  await customer.unrouteAll({ behavior: 'ignoreErrors' });
  await customer.reload();
  await expect(customer).toHaveURL(/\/items\/\d+$/);
  const stored = await customer.evaluate(() =>
    ['delivery_method', 'delivery_method_type', 'delivery_method_location'].map((field) =>
      localStorage.getItem(`vendors.1.${field}`),
    ),
  );
  expect(stored).toEqual(['deliver', 'table', '12 & 3']);
});

test('the next first screen shows a stall as paused after it was paused', async ({ customer, request }) => {
  const html = await (await request.get('/venues/1/vendors/1', { headers: { accept: 'text/html' } })).text();
  expect(html).toContain('Tonkotsu ramen');
  const { token } = await (
    await request.post('/api/v1/login', { data: { email: 'vendor@foodhall.test', password: 'foodhall-demo' } })
  ).json();
  const headers = { authorization: `Bearer ${token}` };
  const items = await (await request.get('/api/v1/vendors/1', { headers })).json();
  const item = items.data.menus.data[0].groups.data[0].items.data[0];
  const put = (status: string) => request.put(`/api/v1/items/${item.id}`, { headers, data: { status } });
  try {
    expect((await put('inactive')).status()).toBe(200);
    const next = await (await request.get('/venues/1/vendors/1', { headers: { accept: 'text/html' } })).text();
    expect(next).toContain('id="first-screen"');
    expect(next).not.toContain(item.name);
  } finally {
    await put('active');
  }
  await customer.goto('/venues/1/vendors/1');
  await expect(customer.getByText(item.name)).toBeVisible();
});

test('a vendor is redirected to the queue and gets no first screen of the venues', async ({ vendor }) => {
  await signIn(vendor, await demoAccount('baker@foodhall.test'), 'Butter Lane Bakery');
  const response = await vendor.goto('/venues');
  expect(await response?.text()).not.toContain('id="first-screen"');
  await expect(vendor).toHaveURL(/\/queues$/);
});

test('the print includes the pictures outside the window, which also load if no script runs', async ({ customer }) => {
  await customer.route('**/start.js', (route) => route.abort());
  await customer.goto('/venues/1/vendors/1');
  const last = customer.locator(`${FIRST} img[loading="lazy"]`).last();
  await expect(last).toBeHidden();
  await customer.emulateMedia({ media: 'print' });
  await expect(last).toBeVisible();
  await customer.emulateMedia({ media: 'screen' });
  await expect(last).toBeHidden();
  // The ten seconds of the style sheet's animation have passed.
  await customer.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
  await expect(last).toBeVisible();
  await expect(customer.getByText('This page has not started yet')).toBeVisible();
});

test('the page that the worker stores for later visits has no first screen', async ({ request }) => {
  const page = await (await request.get('/shell', { headers: { accept: 'text/html' } })).text();
  expect(page).not.toContain('id="first-screen"');
  expect(page).not.toContain('id="known-data"');
});

/** The template of a catalog screen in its build. */
async function templateOf(request: APIRequestContext, screen: string): Promise<string> {
  const page = await (await request.get('/venues/1/vendors/1', { headers: { accept: 'text/html' } })).text();
  const [, folder] = /"([^"]*\/parts\/catalog\/[^"/]+\/)remoteEntry/.exec(page) ?? [];
  return (await request.get(`${folder}first-screen-${screen}.html`)).text();
}

test('the template requests photographs in the sizes that the screen uses', async ({ request }) => {
  const cutsOf = async (screen: string) => {
    const fields = (await templateOf(request, screen)).matchAll(/srcset="\{\{(\w+)\}\}/g);
    return new Set([...fields].map(([, field]) => field));
  };
  expect(await cutsOf('menu')).toEqual(new Set(['image_url_wide_srcset', 'image_url_square_srcset']));
  expect(await cutsOf('vendors')).toEqual(new Set(['image_url_wide_srcset']));
  expect(await cutsOf('item')).toEqual(new Set(['hero_url_srcset', 'image_url_srcset']));
});

/**
 * Replaces each drawn picture of the page with a photograph, in its first screen and in its data.
 * @param template the screen's template, with the width of each size of a picture
 */
function withPhotographs(html: string, template: string): string {
  const photograph = (drawn: string) => drawn.replace(/\.svg$/, '.1600.webp');
  return html
    .replace(/src="([^"]+\.svg)" alt="" loading="(eager|lazy)"/g, (_whole, drawn: string, loading: string) => {
      const address = photograph(drawn.replaceAll('&#x2F;', '/'));
      const cut = loading === 'eager' ? 'wide' : 'square';
      const [, sizes] = new RegExp(`_${cut}_srcset\\}\\}" sizes="([^"]*)"`).exec(template) ?? [];
      return `src="${address}" srcset="${srcSetOf(address, cut)}" sizes="${sizes}" alt="" loading="${loading}"`;
    })
    .replace(/(?<=")\/media\/[^"]+\.svg(?=")/g, photograph);
}

test.describe('the photographs of a menu', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });

  test('are each requested once in one size, and only when they come near the window', async ({
    customer,
    request,
  }) => {
    const requested: string[] = [];
    const template = await templateOf(request, 'menu');
    let page = '';
    await customer.route('/venues/1/vendors/1', async (route) => {
      const response = await route.fetch();
      page = withPhotographs(await response.text(), template);
      await route.fulfill({ response, body: page });
    });
    await customer.route(/\/media\/.*\.(avif|webp)$/, (route) => {
      requested.push(new URL(route.request().url()).pathname);
      return route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"/>',
      });
    });
    const nameOf = (address: string) => address.replace(/(\.square|\.wide)?\.\d+\.(avif|webp)$/, '');
    await customer.goto('/venues/1/vendors/1');
    expect(page).toMatch(/ srcset="[^"]+\.wide\./);
    expect(page).toMatch(/ srcset="[^"]+\.square\./);
    await expect(customer.locator(FIRST)).toHaveCount(0);
    await expect(customer.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await customer.waitForLoadState('networkidle');
    const names = requested.map(nameOf);
    expect(names.length).toBeGreaterThan(2);
    expect(names).toEqual([...new Set(names)]);

    const pictures = await customer.locator('#root main img').evaluateAll((images) =>
      images.map((image) => {
        const windows = image.getBoundingClientRect().top / window.innerHeight;
        return { address: new URL((image as HTMLImageElement).src).pathname, windows };
      }),
    );
    const near = pictures.filter(({ windows }) => windows < 3).map(({ address }) => nameOf(address));
    const far = pictures.map(({ address }) => nameOf(address)).filter((name) => !near.includes(name));
    expect(far.length).toBeGreaterThan(0);
    expect(far.filter((name) => names.includes(name))).toEqual([]);

    await customer.locator('#root main img').last().scrollIntoViewIfNeeded();
    await expect.poll(() => requested.map(nameOf)).toContain(far.at(-1));
  });
});

test.describe('a reload', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  /** Scrolls to the end of the page and checks that the page stays there. The first screen or skeleton may be shorter than that. */
  async function expectToStay(page: Page, words: string): Promise<() => Promise<void>> {
    const isThere = async () => {
      await expect(page.locator(FIRST)).toHaveCount(0);
      await expect(page.locator('#root').getByText(words).first()).toBeAttached();
      // The code that starts after the first screen scrolls the page.
      await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
    };
    const place = () => page.evaluate(() => Math.round(window.scrollY));
    await isThere();
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const left = await place();
    expect(left).toBeGreaterThan(200);
    await page.reload();
    await isThere();
    // The content above may be some pixels higher by then. The browser keeps the visible content in its place.
    const isLeft = () => expect.poll(async () => Math.abs((await place()) - left)).toBeLessThan(40);
    await isLeft();
    return isLeft;
  }

  for (const [what, address, words] of [
    ['a menu', '/venues/1/vendors/1', 'Yuzu shio'],
    ['an item', '/venues/1/vendors/1/items/2', 'Firm'],
    ['the vendors', '/venues/1/vendors', 'Pico Taquería'],
  ] as const)
    test(`keeps the scroll position of ${what}`, async ({ customer }) => {
      await customer.goto(address);
      await expectToStay(customer, words);
    });

  test('keeps the scroll position for Back', async ({ customer }) => {
    await customer.goto('/venues/1/vendors/1');
    const isLeft = await expectToStay(customer, 'Yuzu shio');
    await customer.locator('#root main a[href*="/items/"]').last().click();
    await expect(customer.getByRole('button', { name: /Add to cart/ })).toBeVisible();
    await customer.goBack();
    await isLeft();
  });

  test('keeps the scroll position of a page without a first screen', async ({ vendor }) => {
    await enter(vendor, await demoAccount('vendor@foodhall.test'), '/your-items/1', 'Kumo Ramen');
    await expectToStay(vendor, 'Yuzu shio');
  });
});
