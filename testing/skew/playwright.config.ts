import { defineConfig } from '@playwright/test';
import journeys from '../journeys/playwright.config';

/** Plays a short journey for each pair of a shell and a remote that run.ts names. */
export default defineConfig({
  ...journeys,
  // Only one pair is live at a time.
  fullyParallel: false,
  testMatch: 'skew.spec.ts',
  projects: [{ name: 'releases with each other' }],
  reporter: [['line'], ['json']],
  use: { ...journeys.use, trace: 'off' },
});
