/** Runs axe on a page. The page's policy must be bypassed, since the test injects axe. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** @param rules the rules to check, by default all of them */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
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
