import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { browserScript, framedPages, htmlPage } from '../pages';

const BROWSER_FOLDER = join(__dirname, 'browser');

/** Script addresses, each with the TypeScript file from which it is compiled at the first request. */
const SCRIPTS: Readonly<Record<string, string>> = {
  '/stripe.js': 'stripe.ts',
  '/elements/payment-form.js': 'payment-form.ts',
  '/elements/three-d-secure.js': 'three-d-secure.ts',
  '/elements/wallet-button.js': 'wallet-button.ts',
  '/elements/wallet-sheet.js': 'wallet-sheet.ts',
};

const PAGES = [
  { path: '/elements/payment', file: 'payment-form.html', title: 'Card details', script: '/elements/payment-form.js' },
  {
    path: '/elements/three-d-secure',
    file: 'three-d-secure.html',
    title: 'Card verification',
    script: '/elements/three-d-secure.js',
  },
  {
    path: '/elements/wallet-button',
    file: 'wallet-button.html',
    title: 'Wallet',
    script: '/elements/wallet-button.js',
  },
  {
    path: '/elements/wallet-sheet',
    file: 'wallet-sheet.html',
    title: 'Sandbox Wallet',
    script: '/elements/wallet-sheet.js',
  },
];

/** Serves the browser's side: the script for the shop's page, and the pages that the script shows in frames. */
export async function stripePages(app: FastifyInstance, { siteOrigins }: { siteOrigins: string[] }) {
  framedPages(app, siteOrigins);
  for (const [path, source] of Object.entries(SCRIPTS)) browserScript(app, path, join(BROWSER_FOLDER, source));
  for (const { path, file, title, script } of PAGES) {
    app.get(path, async (_request, reply) => {
      const body = await readFile(join(BROWSER_FOLDER, file), 'utf8');
      return reply.type('text/html; charset=utf-8').send(htmlPage({ title, body, script }));
    });
  }
}
