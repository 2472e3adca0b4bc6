import type { Page } from '@playwright/test';

/** What a browser does once it can install the site; the browser of the journeys installs nothing. */
export const offerFromBrowser = (page: Page) =>
  page.evaluate(() => {
    const prompt = () => {
      document.documentElement.dataset.installing = '';
      return Promise.resolve();
    };
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
