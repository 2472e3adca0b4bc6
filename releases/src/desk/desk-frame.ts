/** The frame around the content of each page of the desk. */
import { type Html, html } from 'core/pages/html';
import { createPlainPage } from 'core/pages/plain-page';
import type { FastifyReply } from 'fastify';
import { DESK, deskAddress } from './address';
import type { DeskSession, Outcome } from './desk-session';
import { passkeyForm } from './passkey-form';
import type { PasskeyQuestion } from './passkey-questions';
import { SECTIONS } from './sections';

export interface DeskPage {
  title: string;
  content: Html;
  /** Null if nobody is signed in. */
  session: DeskSession | null;
  /** The path of the open section. */
  path?: string;
  outcome?: Outcome | null;
  /** True if the page has a form that a passkey answers, and so the desk's one script. */
  hasPasskey?: boolean;
}

export interface DeskFrame {
  send(reply: FastifyReply, page: DeskPage): FastifyReply;
}

export async function createDeskFrame(): Promise<DeskFrame> {
  const styles = new URL('desk.css', import.meta.url);
  const script = new URL('desk-passkey.js', import.meta.url);
  const [scriptless, scripted] = await Promise.all([
    createPlainPage(styles, { hasForms: true }),
    createPlainPage(styles, { hasForms: true, script }),
  ]);
  return {
    send(reply, { title, content, session, path, outcome, hasPasskey = false }) {
      const plain = hasPasskey ? scripted : scriptless;
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
  const links = SECTIONS.filter(({ isLinked }) => !isLinked).map(
    ({ path, name }) =>
      html`<li><a href="${deskAddress(path)}"${path === open ? html` aria-current="page"` : null}>${name}</a></li>`,
  );
  return html`<nav aria-label="Desk"><ul>${links}</ul></nav>
<form method="post" action="${deskAddress('/sign-out')}"><input type="hidden" name="form" value="${formToken}"><button class="button">Sign out</button></form>`;
}

/**
 * @param problem the reason why the last attempt failed or the session ended
 * @param ways the question for a passkey, or null where browsers know none; the host of the provider, or null. `isOfToken`: the problem is
 *   that of a release token
 */
export function signInPageWith(
  problem: string | null,
  {
    asked,
    provider,
    isOfToken = false,
  }: { asked: PasskeyQuestion | null; provider: string | null; isOfToken?: boolean },
): DeskPage {
  return {
    title: 'Sign in',
    session: null,
    hasPasskey: asked !== null,
    content: html`<h1>Sign in</h1>
<p>What is live on this site, for whom and by whom. It is for the teams of this site.</p>
${problem && html`<p class="outcome refused" role="alert" id="problem">${problem}</p>`}
${
  asked &&
  html`<h2>As a person</h2>
<p>With a passkey of your account on this site, if its operator has added you to a team. You make one on the site, in your account.</p>
${passkeyForm({ action: deskAddress('/sign-in'), button: 'Sign in with a passkey', asked })}`
}${provider && html`<p class="buttons"><a class="button" href="${deskAddress('/provider')}">Sign in with ${provider}</a></p>`}
${(asked || provider) && html`<h2>As a team</h2>`}
<form method="post" action="${deskAddress('/sign-in')}" class="card">
<label class="field">Release token
<input type="password" name="token" required maxlength="100" autocomplete="off" spellcheck="false" aria-describedby="token-hint${isOfToken ? ' problem' : ''}"${isOfToken ? html` aria-invalid="true"` : null}></label>
<p class="hint" id="token-hint">It begins with fhr_. A site operator makes one: npm run foodhall -- team create</p>
<p class="buttons"><button class="button${asked ? '' : ' primary'}">Sign in</button></p>
</form>`,
  };
}

/** The page that leads a browser from the provider to the desk. */
export const signedInPage = (): DeskPage => ({
  title: 'Signed in',
  session: null,
  content: html`<h1>Signed in</h1><p><a class="button" href="${DESK}">To the desk</a></p>`,
});

/** The page for a request that was refused or failed. */
export const failurePage = (title: string, sentence: string, session: DeskSession | null): DeskPage => ({
  title,
  session,
  content: html`<h1>${title}</h1>
<p class="outcome refused" role="alert">${sentence}</p>
<p><a class="button" href="${DESK}">To the desk</a></p>`,
});
