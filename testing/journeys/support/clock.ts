import type { Page } from '@playwright/test';

/** From here on it is this time, for the device and in what the API says of its own clock. */
export async function setTime(page: Page, time: string | number): Promise<void> {
  await page.clock.setFixedTime(time);
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch();
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers();
    await route.fulfill({ response, headers: { ...headers, date: new Date(time).toUTCString() } });
  });
}
