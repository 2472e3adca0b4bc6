/** The form of the desk that is sent with the answer of a passkey. */
import { type Content, type Html, html } from 'core/pages/html';
import { z } from 'zod';
import type { PasskeyQuestion } from './passkey-questions';

/** The fields that the form sends besides its own. An answer has a few hundred characters. */
export const passkeyFields = {
  question: z.string().max(2_000).default(''),
  answer: z.string().max(8_000).default(''),
};

/** @param fields further fields of the form */
export function passkeyForm({
  action,
  button,
  asked: { question, options },
  fields = null,
  back,
}: {
  action: string;
  button: string;
  asked: PasskeyQuestion;
  fields?: Content;
  /** The address to which Cancel leads. */
  back?: string;
}): Html {
  return html`<form method="post" action="${action}" class="card" data-passkey="${options}">
<input type="hidden" name="question" value="${question}">
<input type="hidden" name="answer" value="">
${fields}
<p class="outcome refused" role="alert" data-problem hidden>The passkey was not used. Try again.</p>
<noscript><p class="outcome refused">A passkey needs a browser that runs scripts.</p></noscript>
<p class="buttons"><button class="button primary">${button}</button>${back && html` <a class="button" href="${back}">Cancel</a>`}</p>
</form>`;
}
