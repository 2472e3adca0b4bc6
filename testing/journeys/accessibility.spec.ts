/** axe finds nothing on any screen of the product, in any of its states, in light and in dark. `npm test` checks a third. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { sampled } from './support/sample';
import { test } from './support/screen-state-test';
import { SCREEN_STATES } from './support/screen-states';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The theme changes colours and nothing else. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

interface Violation {
  id: string;
  nodes: { html: string }[];
}

async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(
    async ([source, runOnly]) => {
      if (!('axe' in window)) new Function(source as string)();
      const { axe: run } = window as unknown as {
        axe: { run: (on: Document, options: object) => Promise<{ violations: Violation[] }> };
      };
      const result = await run.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) });
      return result.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
    },
    [axe, rules] as const,
  );
}

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOf(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, ABOUT_COLOURS), 'dark').toEqual([]);
}

// The checker is brought in by the test alone, around the policy that the pages are served with.
// Without motion no colour is read half way through its change.
test.use({ bypassCSP: true, trace: 'off', contextOptions: { reducedMotion: 'reduce' } });

for (const state of sampled(SCREEN_STATES)) {
  test(state.name, async ({ openState }) => {
    await expectNoViolations(await openState(state));
  });
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 900 }, isMobile: false });
  for (const state of sampled(SCREEN_STATES.filter(({ isWideToo }) => isWideToo))) {
    test(state.name, async ({ openState }) => {
      await expectNoViolations(await openState(state));
    });
  }
});
