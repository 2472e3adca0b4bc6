/** The page that asks a person to approve a staged release with a passkey. */
import { type Html, html } from 'core/pages/html';
import type { ShownStage } from '../service/stages/stages';
import { deskAddress } from './address';
import { passkeyForm } from './passkey-form';
import type { PasskeyQuestion } from './passkey-questions';
import { stagedOf } from './staged-section';
import { audienceOf, listOf, versionOf } from './words';

const STAGED = deskAddress('/staged');

/** @param refusal the reason why the person may not approve it, or null with the question for the passkey */
export function approvePage(
  stage: ShownStage,
  { refusal, asked, formToken }: { refusal: string | null; asked: PasskeyQuestion | null; formToken: string },
): Html {
  const title = html`<h1>Approve: ${listOf(stage.apps)}</h1>
${stage.apps.map((app) => changeOf(stage, app))}
<p>${stagedOf(stage)}</p>`;
  const people =
    stage.approvedBy.length > 0
      ? html`<p>Approved by ${listOf(stage.approvedBy)}.</p>`
      : html`<p>Nobody has approved it yet.</p>`;
  if (refusal !== null || asked === null)
    return html`${title}${people}<p class="outcome refused" role="alert">${refusal}</p><p><a class="button" href="${STAGED}">Back</a></p>`;
  const after =
    stage.missing > 1
      ? 'It goes live when another person has approved it too.'
      : 'It goes live at once. It is checked against everything that is live before that.';
  return html`${title}${people}
${passkeyForm({
  action: deskAddress('/approve'),
  button: 'Approve with a passkey',
  asked,
  fields: html`<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="stage" value="${stage.id}">
<p>${after}</p>`,
  back: STAGED,
})}`;
}

function changeOf(stage: ShownStage, app: string): Html {
  const before = stage.seen[app];
  const from = before ? html`${versionOf(before)} becomes ` : html`new: `;
  return html`<p><strong>${app}</strong> ${from}${versionOf(stage.versions[app] ?? '')} ${audienceOf(stage)}.</p>`;
}
