import type { Page } from '@playwright/test';

/** Sends the browser's event for an installable site, since the browser of the journeys never installs one. */
export const offerFromBrowser = (page: Page) =>
  page.evaluate(() => {
    const prompt = () => {
      document.documentElement.dataset.installing = '';
      return Promise.resolve();
    };
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
