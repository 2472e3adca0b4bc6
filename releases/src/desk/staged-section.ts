/** Shows the releases that wait for people, and the last ones that no longer do. */
import { type Content, type Html, html } from 'core/pages/html';
import { z } from 'zod';
import type { ReleaseIdentity } from '../service/identity';
import { isMember } from '../service/members/member-identity';
import { type ShownStage, stagesOf } from '../service/stages/stages';
import { deskAddress } from './address';
import type { DeskSection } from './section';
import { tableOf } from './table';
import { audienceOf, listOf, sourceOf, timeOf, versionOf } from './words';

export const stagedSection: DeskSection = {
  path: '/staged',
  name: 'Staged',
  query: z.object({}),
  async render({ deps, service, identity }) {
    const stages = await stagesOf(deps, service).list();
    const waiting = stages.filter(({ end }) => end === null);
    const ended = stages.filter(({ end }) => end !== null);
    return html`<h1>Staged</h1>
<p>A staged release is up and checked, and no visitor has it. It goes live when people of its team approve it with a passkey.</p>
${
  waiting.length > 0
    ? tableOf({
        caption: 'Waiting, newest first',
        columns: [...COLUMNS, { name: 'Missing' }, { name: 'Decide', isWide: true }],
        rows: waiting.map((stage) => ({
          head: releaseOf(stage),
          cells: [stagedOf(stage), approvalsOf(stage), missingOf(stage), decisionsOf(stage, identity)],
        })),
      })
    : html`<p class="empty">No release waits. A team stages one: npm run release -- catalog --stage</p>`
}
${
  ended.length === 0
    ? null
    : tableOf({
        caption: 'No longer waiting',
        columns: [...COLUMNS, { name: 'Why', isWide: true }],
        rows: ended.map((stage) => ({
          head: releaseOf(stage),
          cells: [stagedOf(stage), approvalsOf(stage), stage.end],
        })),
      })
}`;
  },
};

const COLUMNS = [{ name: 'Release' }, { name: 'Staged', isWide: true }, { name: 'Approved by', isWide: true }] as const;

/** Names the builds and their visitors. */
export const releaseOf = (stage: ShownStage): Html =>
  html`${stage.apps.map((app) => html`<span class="line">${app} ${versionOf(stage.versions[app] ?? '')}</span>`)}<span class="line">${audienceOf(stage)}</span>`;

/** Says when and by whom it was staged, and from which source. */
export function stagedOf({ stagedAt, team, stagedBy, source }: ShownStage): Html {
  const made = sourceOf(source);
  const by = stagedBy ? html`${stagedBy}, <strong>${team}</strong>` : html`<strong>${team}</strong>`;
  return html`<span class="line">${timeOf(stagedAt.toISOString())} by ${by}</span>${made && html`<span class="line">${made}</span>`}${
    source.message && html`<q class="line">${source.message}</q>`
  }`;
}

const approvalsOf = ({ approvedBy }: ShownStage): Content =>
  approvedBy.length > 0 ? listOf(approvedBy) : html`<span class="none">nobody</span>`;

const missingOf = ({ missing, expiresAt }: ShownStage): Html =>
  html`<span class="line">${missing === 1 ? 'one person' : `${missing} people`}</span><span class="line">until ${timeOf(expiresAt.toISOString())}</span>`;

/** Lists what the caller may do with a release that waits. */
function decisionsOf({ id, apps, team }: ShownStage, identity: ReleaseIdentity): Content {
  const link = (path: string, name: string) =>
    html`<a class="button" href="${deskAddress(path, { stage: id })}">${name}<span class="unseen"> ${listOf(apps)}</span></a>`;
  const isForApps = apps.every((app) => identity.apps.includes(app));
  if (isMember(identity))
    return identity.mayApprove && isForApps ? [link('/approve', 'Approve'), link('/withdraw', 'Withdraw')] : null;
  const note = html`<span class="line none">A person approves it</span>`;
  return identity.team === team && isForApps ? [link('/withdraw', 'Withdraw'), note] : note;
}
