/** The page that asks whether a staged release is to be withdrawn. */
import { type Html, html } from 'core/pages/html';
import type { ShownStage } from '../service/stages/stages';
import { deskAddress } from './address';
import { releaseOf, stagedOf } from './staged-section';
import { listOf } from './words';

const STAGED = deskAddress('/staged');

/** @param refusal the reason why the caller may not withdraw it, or null */
export function withdrawPage(
  stage: ShownStage,
  { refusal, formToken }: { refusal: string | null; formToken: string },
): Html {
  const title = html`<h1>Withdraw: ${listOf(stage.apps)}</h1>
<p>${releaseOf(stage)}</p>
<p>${stagedOf(stage)}</p>`;
  if (refusal !== null)
    return html`${title}<p class="outcome refused" role="alert">${refusal}</p><p><a class="button" href="${STAGED}">Back</a></p>`;
  return html`${title}
<form method="post" action="${deskAddress('/withdraw')}" class="card">
<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="stage" value="${stage.id}">
<p>Nobody can approve it any more. What is live stays as it is.</p>
<label class="field">Reason, for the log
<input name="reason" maxlength="500" autocomplete="off" aria-describedby="reason-hint"></label>
<p class="hint" id="reason-hint">You may leave it out.</p>
<p class="buttons"><button class="button danger">Withdraw</button> <a class="button" href="${STAGED}">Cancel</a></p>
</form>`;
}
