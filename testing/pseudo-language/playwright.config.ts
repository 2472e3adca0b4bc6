import { defineConfig } from '@playwright/test';
import journeys from '../journeys/playwright.config';

/** Opens every screen state in the pseudo-language. Only the copy that run.ts makes has it. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'pseudo-language.spec.ts',
  timeout: 60_000,
  projects: [{ name: 'pseudo-language' }],
  use: { ...journeys.use, trace: 'off', bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } },
});
