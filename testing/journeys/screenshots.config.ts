import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** Takes pictures of the screen states: of all on a phone and a desktop, and of some on a tablet. */
export default defineConfig({
  ...journeys,
  testMatch: ['screenshots.ts', 'place-pictures.ts'],
  reporter: [['line'], ['json']],
  use: { ...journeys.use, trace: 'off', contextOptions: { reducedMotion: 'reduce' } },
  projects: [
    { name: '390', use: { deviceScaleFactor: 1.5 } },
    { name: '820', use: { viewport: { width: 820, height: 1180 } } },
    { name: '1280', use: { viewport: { width: 1280, height: 860 }, isMobile: false, hasTouch: false } },
  ],
});
