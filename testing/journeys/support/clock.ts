import type { Page } from '@playwright/test';

/** Sets the time for the device and for the API's reports of its own clock. */
export async function setTime(page: Page, time: string | number): Promise<void> {
  await page.clock.setFixedTime(time);
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch();
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers();
    await route.fulfill({ response, headers: { ...headers, date: new Date(time).toUTCString() } });
  });
}
