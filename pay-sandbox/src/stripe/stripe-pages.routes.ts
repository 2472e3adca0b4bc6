import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { FastifyInstance } from 'fastify';

const BROWSER_FOLDER = join(__dirname, 'browser');

/** Script addresses and the TypeScript they are built from at the first request. */
const SCRIPTS: Readonly<Record<string, string>> = {
  '/stripe.js': 'stripe.ts',
  '/elements/payment-form.js': 'payment-form.ts',
  '/elements/three-d-secure.js': 'three-d-secure.ts',
};

const PAGES: Readonly<Record<string, string>> = {
  '/elements/payment': 'payment-form.html',
  '/elements/three-d-secure': 'three-d-secure.html',
};

/** The browser's side of the stand-in: its script for the shop's page, and the pages that the script shows in frames. */
export async function stripePages(app: FastifyInstance, { siteOrigins }: { siteOrigins: string[] }) {
  const contentSecurityPolicy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${['http://localhost:*', 'http://127.0.0.1:*', ...siteOrigins].join(' ')}`,
  ].join('; ');

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  for (const [path, source] of Object.entries(SCRIPTS)) {
    let built: Promise<string> | null = null;
    app.get(path, async (_request, reply) => {
      built ??= buildScript(source);
      // A shop that isolates itself (COEP) or checks integrity reads the script across origins.
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      return reply.type('text/javascript; charset=utf-8').send(await built);
    });
  }
  for (const [path, file] of Object.entries(PAGES)) {
    app.get(path, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(await readFile(join(BROWSER_FOLDER, file), 'utf8')),
    );
  }
  app.get('/elements/elements.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(join(BROWSER_FOLDER, 'elements.css'), 'utf8')),
  );
}

async function buildScript(source: string): Promise<string> {
  const result = await build({
    entryPoints: [join(BROWSER_FOLDER, source)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return result.outputFiles[0]?.text ?? '';
}
