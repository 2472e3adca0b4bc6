/** The frame around the content of each page of the desk. */
import { type Html, html } from 'core/pages/html';
import { createPlainPage } from 'core/pages/plain-page';
import type { FastifyReply } from 'fastify';
import { DESK, deskAddress } from './address';
import type { DeskSession, Outcome } from './desk-session';
import { SECTIONS } from './sections';

export interface DeskPage {
  title: string;
  content: Html;
  /** Null if nobody is signed in. */
  session: DeskSession | null;
  /** The path of the open section. */
  path?: string;
  outcome?: Outcome | null;
}

export interface DeskFrame {
  send(reply: FastifyReply, page: DeskPage): FastifyReply;
}

export async function createDeskFrame(): Promise<DeskFrame> {
  const plain = await createPlainPage(new URL('desk.css', import.meta.url), { hasForms: true });
  return {
    send(reply, { title, content, session, path, outcome }) {
      const header = html`<header class="bar"><p class="brand"><a href="${DESK}">Release desk</a></p>${session && menuOf(session, path)}</header>
`;
      const main = html`${outcome && outcomeOf(outcome)}${content}`;
      return plain.send(reply, plain.render(`${title} · Release desk`, main.text, header.text));
    },
  };
}

const outcomeOf = ({ isRefused, sentence }: Outcome) =>
  html`<p class="outcome ${isRefused ? 'refused' : 'done'}" role="${isRefused ? 'alert' : 'status'}">${isRefused ? 'Refused. ' : ''}${sentence}</p>
`;

function menuOf({ formToken }: DeskSession, open: string | undefined): Html {
  const links = SECTIONS.map(
    ({ path, name }) =>
      html`<li><a href="${deskAddress(path)}"${path === open ? html` aria-current="page"` : null}>${name}</a></li>`,
  );
  return html`<nav aria-label="Desk"><ul>${links}</ul></nav>
<form method="post" action="${deskAddress('/sign-out')}"><input type="hidden" name="form" value="${formToken}"><button class="button">Sign out</button></form>`;
}

/** @param problem the reason why the last attempt failed or the session ended */
export function signInPage(problem: string | null): DeskPage {
  return {
    title: 'Sign in',
    session: null,
    content: html`<h1>Sign in</h1>
<p>What is live on this site, for whom and by whom. It is for teams with a release token.</p>
${problem && html`<p class="outcome refused" role="alert" id="problem">${problem}</p>`}
<form method="post" action="${deskAddress('/sign-in')}" class="card">
<label class="field">Release token
<input type="password" name="token" required maxlength="100" autocomplete="off" spellcheck="false" aria-describedby="token-hint${problem ? ' problem' : ''}"${problem ? html` aria-invalid="true"` : null}></label>
<p class="hint" id="token-hint">It begins with fhr_. A site operator makes one: npm run foodhall -- team create</p>
<p class="buttons"><button class="button primary">Sign in</button></p>
</form>`,
  };
}

/** The page for a request that was refused or failed. */
export const failurePage = (title: string, sentence: string, session: DeskSession | null): DeskPage => ({
  title,
  session,
  content: html`<h1>${title}</h1>
<p class="outcome refused" role="alert">${sentence}</p>
<p><a class="button" href="${DESK}">To the desk</a></p>`,
});
