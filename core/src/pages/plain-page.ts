/** A page for those who run the site or write programs for it: plain HTML, readable on a phone. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../texts/escape-html';

const OPENER_POLICY = 'cross-origin-opener-policy';

export interface PlainPage {
  /**
   * @param main the HTML of the page's content
   * @param header the HTML above it
   */
  render(title: string, main: string, header?: string): string;
  /** Sends the page with a policy that allows no fetch. It allows the page's one style, and its one script if it has one, by their hashes. */
  send(reply: FastifyReply, html: string): FastifyReply;
}

const texts = new Map<string, Promise<string>>();

/** Reads a file once for the whole process: each page has the same two files besides its own. */
function textOf(file: string | URL): Promise<string> {
  const text = texts.get(String(file)) ?? readFile(file, 'utf8');
  texts.set(String(file), text);
  return text;
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * @param styles the file with this page's own styles
 * @param options `hasForms`: the page sends forms, to this site alone. Its window is cut off from the window that opened it, so that a
 * remote's script cannot reach it. `script`: the file with the page's one script
 */
export async function createPlainPage(
  styles: string | URL,
  { hasForms = false, script }: { hasForms?: boolean; script?: URL } = {},
): Promise<PlainPage> {
  const files = [require.resolve('shared-contracts/ui/tokens.css'), join(__dirname, 'plain-page.css'), styles];
  const style = (await Promise.all(files.map(textOf))).join('');
  const program = script ? await textOf(script) : '';
  const scripts = program === '' ? '' : ` script-src '${hashOf(program)}';`;
  const policy = `default-src 'none'; style-src '${hashOf(style)}';${scripts} base-uri 'none'; form-action ${hasForms ? "'self'" : "'none'"}; frame-ancestors 'none'`;
  return {
    render: (title, main, header = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${header}<main>
${main}
</main>
${program === '' ? '' : `<script>${program}</script>\n`}</body>
</html>
`,
    send(reply, html) {
      // A site without encryption does not send this header, because browsers would ignore it.
      if (hasForms && reply.hasHeader(OPENER_POLICY)) reply.header(OPENER_POLICY, 'same-origin');
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .serializer((body) => String(body))
        .send(html);
    },
  };
}
