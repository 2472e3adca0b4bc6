import { defineConfig } from '@playwright/test';
import journeys from '../journeys/playwright.config';

/** A short journey for each pair of a shell and a remote. run.ts says which. */
export default defineConfig({
  ...journeys,
  // One pair is live at a time.
  fullyParallel: false,
  testMatch: 'skew.spec.ts',
  projects: [{ name: 'releases with each other' }],
  reporter: [['line'], ['json']],
  use: { ...journeys.use, trace: 'off' },
});
