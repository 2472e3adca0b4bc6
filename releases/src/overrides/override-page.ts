/** The page that asks before a browser runs a remote from a developer's computer: a link alone must not do that. */
import { createPlainPage, type PlainPage } from 'core/pages/plain-page';
import { escapeHtml } from 'core/texts/escape-html';
import type { OverrideGrant } from './override-grants';

export interface OverridePage extends Pick<PlainPage, 'send'> {
  /** @param secret the form's field that proves that this page asked */
  question(grant: OverrideGrant, signed: string, secret: string): string;
  refusal(reason: string): string;
}

export async function createOverridePage(): Promise<OverridePage> {
  const page = await createPlainPage(new URL('question-page.css', import.meta.url), { hasForms: true });
  return {
    send: page.send,
    question({ app, origin, until, team }, signed, secret) {
      const code = (text: string) => `<strong>${escapeHtml(text)}</strong>`;
      return page.render(
        `Run ${app} from ${origin}?`,
        `<h1>Run a developer’s ${escapeHtml(app)} in this browser?</h1>
<p>The team ${code(team)} asks this browser to run ${code(app)} from ${code(origin)}. Its code can then read and do what you can on this site. It ends by itself at <time datetime="${until}">${until.slice(0, 16).replace('T', ' ')} UTC</time>, and a badge on each page ends it before.</p>
<p>Go on only if you started <strong>dev --shell</strong> yourself. If another person sent you this link, close this page.</p>
<form method="post" action="override">
${secret}
<input type="hidden" name="grant" value="${escapeHtml(signed)}">
<button type="submit">Run ${escapeHtml(app)} from ${escapeHtml(origin)}</button>
</form>`,
      );
    },
    refusal: (reason) =>
      page.render(
        'No override',
        `<h1>Nothing was changed</h1>\n<p>${escapeHtml(reason)}</p>\n<p><a href="/">To the site</a></p>`,
      ),
  };
}
