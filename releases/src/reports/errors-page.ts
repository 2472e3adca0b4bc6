/** The page with the errors of a release, each with the place in the sources that threw it. */
import { createPlainPage, type PlainPage } from 'core/pages/plain-page';
import { escapeHtml } from 'core/texts/escape-html';
import type { ErrorFilter, ReportedError } from './reported-errors';

export interface ErrorsPage extends Pick<PlainPage, 'send'> {
  render(errors: readonly ReportedError[], filter: ErrorFilter): string;
}

export async function createErrorsPage(): Promise<ErrorsPage> {
  const page = await createPlainPage(new URL('errors-page.css', import.meta.url));
  return {
    send: page.send,
    render(errors, { app, version }) {
      const of = version === undefined ? app : `${app} ${version}`;
      return page.render(
        `Errors of ${of}`,
        `<h1>Errors of ${escapeHtml(of)}</h1>
<p>What visitors’ pages reported in the last 30 days. <a href="../releases">All releases</a></p>
${errorsSection(errors)}`,
      );
    },
  };
}

/** Renders the errors as HTML. It escapes everything that visitors sent. */
export function errorsSection(errors: readonly ReportedError[]): string {
  if (errors.length === 0) return '<p>There is no error.</p>';
  return errors.map(article).join('\n');
}

function article({ app, version, kind, message, count, first_at, last_at, frames }: ReportedError): string {
  const often = count === 1 ? `Once, ${time(last_at)}` : `${count} times, ${time(first_at)} to ${time(last_at)}`;
  const lines = frames.map(({ place, is_source: isSource }) =>
    isSource
      ? `<li><code>${escapeHtml(place)}</code></li>`
      : `<li class="built"><code>${escapeHtml(place)}</code></li>`,
  );
  const stack = lines.length > 0 ? `<ol>${lines.join('')}</ol>` : '<p>No page said where it was thrown.</p>';
  return `<article><h2>${escapeHtml(message)} <span>${kind}</span></h2>
<p>${often}, in ${escapeHtml(app)} ${escapeHtml(version)}.</p>
${stack}</article>`;
}

const time = (iso: string) => `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
