/** What the pages of all providers share: they stand in frames of the shop, run their own script only, and are built at the first request. */
import { build } from 'esbuild';
import type { FastifyInstance } from 'fastify';

/** Headers for every answer of the scope. */
export function framedPages(app: FastifyInstance, siteOrigins: string[]) {
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
}

/** @param source a TypeScript file */
export function browserScript(app: FastifyInstance, path: string, source: string) {
  let built: Promise<string> | null = null;
  app.get(path, async (_request, reply) => {
    built ??= buildScript(source);
    // A shop that isolates itself (COEP) or checks integrity reads the script across origins.
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    return reply.type('text/javascript; charset=utf-8').send(await built);
  });
}

async function buildScript(source: string): Promise<string> {
  const result = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return result.outputFiles[0]?.text ?? '';
}
