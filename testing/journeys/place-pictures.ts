/**
 * Takes the pictures of docs/reference/extension-points.md for run-screenshots.ts: where each slot and menu of the shell shows what a remote adds.
 * A frame marks what a sample remote has added.
 */
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { MenuPlace, SlotName } from 'shared-contracts/remote';
import type { Who } from './support/cast';
import { confirmChannel } from './support/releases';
import { LABEL, releaseSample, SAMPLE_CHANNEL, type SampleRemote } from './support/sample-remote';
import { test } from './support/screen-state-test';

const folder = path.resolve(import.meta.dirname, '../../docs/images');

/** The height of a picture. The frame is in its middle. */
const HEIGHT = 420;

interface Place {
  who: Who;
  at: string;
  open?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const SLOTS: Record<Exclude<SlotName, 'background'>, Place> = {
  'notifications-panel': { who: 'newcomer', at: '/venues', open: press(/^Notifications/) },
  'account-export': { who: 'cook', at: '/profile' },
  account: { who: 'newcomer', at: '/profile' },
  order: { who: 'diner', at: '/order' },
};
const MENUS: Record<MenuPlace, Place> = {
  'side-panel': { who: 'newcomer', at: '/venues', open: press('Menu') },
  account: { who: 'newcomer', at: '/profile' },
  stall: {
    who: 'cook',
    at: '/queues',
    open: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Items' }).click(),
  },
  office: { who: 'operator', at: '/hall/1/today' },
};

let sample: SampleRemote;
test.beforeAll(async () => {
  sample = await releaseSample();
});
test.afterAll(() => sample.end());

async function shoot(page: Page, added: Locator, file: string): Promise<void> {
  await added.waitFor();
  await page.waitForLoadState('networkidle');
  await added.evaluate((element) => {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    Object.assign((element as HTMLElement).style, { outline: '3px solid #c2185b', outlineOffset: '-3px' });
  });
  const box = await added.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const top = Math.min(Math.max(0, (box?.y ?? 0) + (box?.height ?? 0) / 2 - HEIGHT / 2), height - HEIGHT);
  await page.screenshot({ path: path.join(folder, file), clip: { x: 0, y: top, width, height: HEIGHT }, scale: 'css' });
}

const PLACES = [
  ...Object.entries(SLOTS).map(([name, place]) => ({ ...place, file: `slot-${name}.png`, isSlot: true })),
  ...Object.entries(MENUS).map(([name, place]) => ({ ...place, file: `menu-${name}.png`, isSlot: false })),
];

for (const { who, at, open, file, isSlot } of PLACES) {
  test(`places: ${file}`, async ({ openState, cast }, testInfo) => {
    testInfo.skip(testInfo.project.name !== '390');
    const page = await openState({
      name: file,
      who,
      open: async (phone) => {
        await confirmChannel(phone, SAMPLE_CHANNEL);
        await phone.goto(at === '/order' ? `/order?id=${(await cast.orders()).fresh.order.id}` : at);
        await open?.(phone);
      },
    });
    const added = isSlot ? page.locator('[data-sample]') : page.getByRole('link', { name: LABEL });
    await shoot(page, added.first(), file);
  });
}
