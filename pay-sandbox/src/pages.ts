/** Builds every provider's page: the head, the stylesheet, strict headers, and a script that is compiled at its first request. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { FastifyInstance } from 'fastify';

/** Sets the headers of every page in the scope. Only the shop may show these pages in a frame. */
export function framedPages(app: FastifyInstance, siteOrigins: string[]) {
  const frameAncestors = ['http://localhost:*', 'http://127.0.0.1:*', ...siteOrigins];
  pageHeaders(app, { formAction: ["'none'"], frameAncestors });
}

export function pageHeaders(app: FastifyInstance, allowed: { formAction: string[]; frameAncestors: string[] }) {
  const contentSecurityPolicy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${allowed.formAction.join(' ')}`,
    `frame-ancestors ${allowed.frameAncestors.join(' ')}`,
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

interface HtmlPage {
  title: string;
  /** The <body> element; `{name}` is replaced by a value. */
  body: string;
  values?: Record<string, string>;
  /** The address of the page's one script, if it has one. */
  script?: string;
}

/** Wraps the body of a page in a whole document with the shared head. */
export function htmlPage({ title, body, values = {}, script }: HtmlPage): string {
  const filled = body.replace(/\{(\w+)\}/g, (_match, name: string) => escapeHtml(values[name] ?? ''));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/pages.css">
${script === undefined ? '' : `<script src="${script}" defer></script>`}
</head>
${filled}</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Serves the one stylesheet of all pages. */
export async function pageStyles(app: FastifyInstance) {
  framedPages(app, []);
  app.get('/pages.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(join(__dirname, 'pages.css'), 'utf8')),
  );
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
