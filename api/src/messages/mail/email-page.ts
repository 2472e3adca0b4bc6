/**
 * Writes the page of an email in HTML. Mail clients support neither style sheets nor custom properties, so the colours of the brand are literal.
 */
import { escapeHtml } from 'core/texts/escape-html';
import { directionOf } from 'shared-contracts/language';
import { language, t } from '../../words';

/**
 * Writes the page in the language of its texts.
 * @param body HTML in which every text is escaped already
 */
export function emailPage(title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="${language()}" dir="${directionOf(language())}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escapeHtml(title)}</title>
  </head>
  <body style="margin:0;padding:24px;background:#f7f6f2;color:#1f1b16;font:16px/1.5 system-ui,sans-serif">
    <div style="max-width:480px;margin:0 auto;padding:24px;border-radius:18px;background:#ffffff">
      <h1 style="margin:0 0 16px;font-size:22px">${escapeHtml(title)}</h1>
${body.map((line) => `      ${line}\n`).join('')}    </div>
  </body>
</html>
`;
}

/** Writes a button, and the address below it for readers whose client shows no buttons. @param label HTML */
export function linkParagraphs(label: string, link: string): string[] {
  const href = escapeHtml(link);
  return [
    `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:14px 22px;border-radius:12px;background:#ffc12e;color:#1f1b16;font-weight:700;text-decoration:none">${label}</a></p>`,
    `<p style="font-size:14px;overflow-wrap:anywhere">${t('Or copy this address: {address}', { address: href })}</p>`,
  ];
}
