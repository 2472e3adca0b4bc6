import { defineConfig } from '@playwright/test';
import journeys from '../journeys/playwright.config';

/** A short journey for each pair of a shell and a remote. run.ts says which. */
export default defineConfig({
  ...journeys,
  testMatch: 'skew.ts',
  projects: [{ name: 'releases with each other' }],
  reporter: [['line'], ['json']],
  use: { ...journeys.use, trace: 'off' },
});
