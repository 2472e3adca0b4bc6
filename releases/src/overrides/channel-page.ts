/** The page that asks before a browser gets the releases of a channel: a link alone must not do that. */
import { createPlainPage, type PlainPage } from 'core/pages/plain-page';
import { escapeHtml } from 'core/texts/escape-html';

export interface ChannelPage extends Pick<PlainPage, 'send'> {
  /**
   * @param apps the apps that have a release in the channel now
   * @param to the address that the visitor goes to afterwards
   * @param secret the form's field that proves that this page asked
   */
  question(name: string, apps: readonly string[], to: string, secret: string): string;
  refusal(reason: string): string;
}

export async function createChannelPage(): Promise<ChannelPage> {
  const page = await createPlainPage(new URL('question-page.css', import.meta.url), { hasForms: true });
  const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`;
  return {
    send: page.send,
    question: (name, apps, to, secret) =>
      page.render(
        `Join the ${name} channel?`,
        `<h1>Try what is not released yet?</h1>
<p>In the ${strong(name)} channel this browser gets releases for testers: of ${apps.map(strong).join(', ')} now, and of other apps later. Their code can read and do what you can on this site. A badge on each page says that you are in the channel, and one tap on it leaves.</p>
<p>Join only if you were asked to test. If a stranger sent you this link, close this page.</p>
<form method="post" action="channel">
${secret}
<input type="hidden" name="name" value="${escapeHtml(name)}">
<input type="hidden" name="to" value="${escapeHtml(to)}">
<button type="submit">Join the ${escapeHtml(name)} channel</button>
</form>`,
      ),
    refusal: (reason) =>
      page.render(
        'No channel',
        `<h1>Nothing was changed</h1>\n<p>${escapeHtml(reason)}</p>\n<p><a href="/">To the site</a></p>`,
      ),
  };
}
