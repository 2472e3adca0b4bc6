import { defineConfig } from '@playwright/test';

// Each worker uses a site of its own, which run.ts has started.
const sites: Record<string, string>[] = JSON.parse(process.env.E2E_SITES ?? '[]');
Object.assign(process.env, sites[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]);

const launchOptions = (executablePath = '/usr/bin/chromium') => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Under this host name the page is no secure context, as under an address of the local network.
    '--host-resolver-rules=MAP foodhall.lan 127.0.0.1',
  ],
});
const NEEDS_WHOLE_BROWSER = '**/web-push.spec.ts';

/** Runs the journeys at phone size, in a system browser that is never downloaded. */
export default defineConfig({
  testDir: '.',
  // The folder also contains unit tests of the shared code, which Jest runs.
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  retries: 0,
  // Tests of a file need not follow each other, so the workers end at the same time.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.E2E_URL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
    // page.route cannot reach a worker's requests, so only journeys about the worker allow it.
    serviceWorkers: 'block',
    // The trace has no pictures. On a machine without a graphics card they cost more than the page itself.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(process.env.E2E_BROWSER),
  },
  projects: [
    { name: 'journeys', testIgnore: NEEDS_WHOLE_BROWSER },
    {
      name: 'in a whole browser',
      testMatch: NEEDS_WHOLE_BROWSER,
      use: { launchOptions: launchOptions(process.env.E2E_WHOLE_BROWSER) },
    },
  ],
});
