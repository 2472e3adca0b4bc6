/** A browser at the desk, for tests: it keeps the cookie, and fills in the forms of a page. */
import type { SoftPasskey } from 'api/testing/soft-passkey';
import type { App } from 'core/http/scope';

interface Page {
  status: number;
  html: string;
  /** The words of the page in one line. */
  text: string;
  location: string;
}

const DESK = '/api/v1/desk';

export class DeskBrowser {
  cookie = '';

  constructor(private readonly app: () => Pick<App, 'inject'>) {}

  /** Opens a page below the desk, or sends a form to it. */
  async open(path = '', form?: Record<string, string>): Promise<Page> {
    const response = await this.app().inject({
      method: form ? 'POST' : 'GET',
      url: `${DESK}${path}`,
      headers: {
        cookie: this.cookie,
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        'sec-fetch-site': form ? 'same-origin' : 'none',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: String(new URLSearchParams(form)) }),
    });
    const set = response.headers['set-cookie'];
    if (typeof set === 'string') this.cookie = set.split(';')[0] ?? '';
    const { body: html, statusCode: status } = response;
    return { status, html, text: wordsOf(html), location: String(response.headers.location ?? '') };
  }

  /** Opens a page, fills in its form, sends it, and opens the page that follows. */
  async send(path: string, values: Record<string, string>): Promise<Page> {
    const { html } = await this.open(path);
    const form = formOf(html);
    const sent = await this.open(form.path, { ...form.hidden, ...values });
    return sent.status === 303 ? await this.open(sent.location.replace(DESK, '')) : sent;
  }

  /**
   * Opens a page, answers its question with a passkey, sends the form, and opens the page that follows.
   * @param faults of the passkey's answer
   */
  async answer(path: string, passkey: SoftPasskey, faults: Parameters<SoftPasskey['answer']>[1] = {}): Promise<Page> {
    const { html } = await this.open(path);
    return this.reply(html, passkey, faults);
  }

  /** Answers the question of a page that is open already. */
  async reply(html: string, passkey: SoftPasskey, faults: Parameters<SoftPasskey['answer']>[1] = {}): Promise<Page> {
    const form = formOf(/<form[^>]*data-passkey[\s\S]*?<\/form>/.exec(html)?.[0] ?? '');
    const options = JSON.parse(textOf(/data-passkey="([^"]*)"/.exec(html)?.[1] ?? '{}'));
    const answer = JSON.stringify(passkey.answer(options, faults));
    const sent = await this.open(form.path, { ...form.hidden, answer });
    return sent.status === 303 ? await this.open(sent.location.replace(DESK, '')) : sent;
  }
}

function formOf(html: string) {
  const path = /<form method="post" action="([^"]*)" class="card"/.exec(html)?.[1] ?? '';
  const hidden = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const chosen = /name="to" value="([^"]+)" required checked/.exec(html)?.[1];
  return {
    path: path.replace(DESK, ''),
    hidden: {
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, textOf(value)])),
      ...(chosen && { to: chosen }),
    },
  };
}

const textOf = (html: string) =>
  html
    .replace(/&#(\d+);/g, (_entity, code) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const wordsOf = (html: string) =>
  textOf(html.replace(/<(style|head|script|noscript)>[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ')).replace(
    /\s+/g,
    ' ',
  );
