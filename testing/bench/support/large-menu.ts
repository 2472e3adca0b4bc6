// Opens a vendor with a thousand items on a phone with a part of this machine's speed.
import type { Browser, BrowserContextOptions, CDPSession } from '@playwright/test';
import { processEnv } from 'settings/environment';
import { one, vendorSchema } from 'shared-contracts/schemas';
import type { Group, Vendor } from 'shared-contracts/types';
import { itemsOf } from '../../client/orders';
import { withoutFirstScreen } from '../../journeys/support/first-screen';

const ITEMS = 1000;
export const SLOWDOWN = Number(processEnv.SLOWDOWN ?? 4);

/** Gives the vendor ten menus of five groups with a thousand of its items and their pictures. */
function enlarge(vendor: Vendor): Vendor {
  const known = itemsOf(vendor);
  const item = (index: number) => {
    const original = known[index % known.length];
    if (!original) throw new Error(`${vendor.name} sells nothing.`);
    return { ...original, id: 10_000 + index, name: `${original.name} ${index + 1}` };
  };
  const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index);
  const perGroup = ITEMS / 50;
  const group = (index: number): Group => ({
    id: 1000 + index,
    name: `Group ${index + 1}`,
    items: { data: numbers(perGroup).map((each) => item(index * perGroup + each)) },
    option_groups: { data: [] },
  });
  const menus = numbers(10).map((menu) => ({
    id: 100 + menu,
    name: `Menu ${menu + 1}`,
    groups: { data: numbers(5).map((each) => group(menu * 5 + each)) },
  }));
  return { ...vendor, menus: { data: menus } };
}

/** The size of a window that has room for the viewport and for its own bars. */
const WINDOW = { width: 1400, height: 1200 };

/**
 * Gives the page a window that shows all of its viewport. By default the window's bars take room from the page, and the browser presents no
 * frame in which only the hidden part changes: a tap at the lower edge would have no next paint.
 */
async function showWholePage(cdp: CDPSession): Promise<void> {
  const { windowId } = await cdp.send('Browser.getWindowForTarget');
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: WINDOW });
}

/** Opens a page on a phone whose processor is slowed `SLOWDOWN` times. */
export async function slowPhone(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...options,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await showWholePage(cdp);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { context, page, cdp };
}

/** Opens the large menu on a slow phone. */
export async function openLargeMenu(browser: Browser, url: string) {
  const phone = await slowPhone(browser);
  await withoutFirstScreen(phone.page);
  await phone.page.route('**/api/v1/vendors/1', async (route) => {
    const { data } = one(vendorSchema).parse(await (await route.fetch()).json());
    await route.fulfill({ json: { data: enlarge(data) } });
  });
  await phone.page.goto(`${url}/venues/1/vendors/1`, { waitUntil: 'networkidle' });
  await phone.page.getByRole('heading', { name: 'Group 1', exact: true }).waitFor();
  return phone;
}
