/** Shows each attempt to change what is live, whether it was taken or refused. */

import { idParameter } from 'core/http/id-parameter';
import { type Html, html } from 'core/pages/html';
import { z } from 'zod';
import { type Attempt, attemptsBefore } from '../service/attempts.query';
import { type RefusedToken, refusedTokens } from '../service/refused-tokens';
import { deskAddress } from './address';
import type { DeskSection } from './section';
import { tableOf } from './table';
import { audienceOf, sourceOf, timeOf } from './words';

const PAGE = 25;
/** The most refused tokens to list. */
const MOST_REFUSED = 10;
/** The section folds a reason that is longer, in characters. */
const SHORT_REASON = 200;

const query = z.object({ before: idParameter.optional() });

export const logSection: DeskSection<typeof query> = {
  path: '/log',
  name: 'Log',
  query,
  async render({ deps }, { before = null }) {
    const attemptsAndNext = await attemptsBefore(deps.db, { before, limit: PAGE + 1 });
    const attempts = attemptsAndNext.slice(0, PAGE);
    const last = attemptsAndNext.length > PAGE ? attempts.at(-1) : undefined;
    const refused = before === null ? await refusedTokens(deps.db, MOST_REFUSED) : [];
    const newest = before === null ? null : html`<a class="button" href="${deskAddress('/log')}">Newest</a>`;
    const older = last && html`<a class="button" href="${deskAddress('/log', { before: last.id })}">Older</a>`;
    return html`<h1>Log</h1>
<p>Each attempt to change what is live through the release service, and each sign-in here, newest first. The entries are in the audit log of the site.</p>
${attempts.length > 0 ? tableFor(attempts) : html`<p class="empty">The log has no ${before === null ? '' : 'older '}attempt.</p>`}
${(newest || older) && html`<nav class="pages" aria-label="Pages of the log">${newest}${older}</nav>`}
${refused.length > 0 ? tableOfRefused(refused) : null}`;
  },
};

const tableOfRefused = (refused: readonly RefusedToken[]) =>
  tableOf({
    caption: 'Refused release tokens, the latest first',
    columns: [
      { name: 'Why' },
      { name: 'Team' },
      { name: 'Network' },
      { name: 'Asked', isWide: true },
      { name: 'Times', isNumber: true },
      { name: 'Last' },
    ],
    rows: refused.map(({ reason, team, network, request, count, last_at }) => ({
      head: reason,
      cells: [team ?? html`<span class="none">unknown</span>`, network, request, count, timeOf(last_at.toISOString())],
    })),
  });

const tableFor = (attempts: readonly Attempt[]) =>
  tableOf({
    caption: 'Attempts, newest first',
    columns: [
      { name: 'Attempt' },
      { name: 'Outcome' },
      { name: 'Team' },
      { name: 'Time' },
      { name: 'Made of', isWide: true },
      { name: 'Why', isWide: true },
    ],
    rows: attempts.map((attempt) => ({
      head: attemptOf(attempt),
      cells: [
        OUTCOMES[attempt.outcome],
        html`${attempt.team ?? html`<span class="none">unknown</span>`}${attempt.person && html`<span class="line">${attempt.person}</span>`}`,
        timeOf(attempt.at.toISOString()),
        sourceOf(attempt) ?? html`<span class="none">–</span>`,
        reasonOf(attempt),
      ],
    })),
  });

const OUTCOMES: Readonly<Record<Attempt['outcome'], Html>> = {
  asked: html`<span class="badge warning">no outcome yet</span>`,
  taken: html`<span class="badge live">taken</span>`,
  refused: html`<span class="badge refused">refused</span>`,
  approved: html`<span class="badge live">approved</span>`,
  withdrawn: html`<span class="badge warning">withdrawn</span>`,
  opened: html`<span class="badge live">signed in</span>`,
};

const WAYS = { token: 'with a release token', passkey: 'with a passkey', provider: 'with the provider' } as const;

/** Describes an attempt in words. */
export function attemptOf(attempt: Attempt): string {
  const { kind, subject, channel, percent, from, to } = attempt;
  const builds = subject.replaceAll('@', ' ');
  const [app = ''] = subject.split('@');
  switch (kind) {
    case 'desk':
      return `Sign-in ${WAYS[attempt.way ?? 'token']}`;
    case 'stage':
      return `Staging of ${builds} ${audienceOf(attempt)}`;
    case 'release':
      return `Release of ${builds} ${audienceOf(attempt)}`;
    case 'retirement':
      return `Retirement of ${app}`;
    case 'rollback':
      if (channel !== undefined || percent !== undefined)
        return `End of ${app}${from ? ` ${from}` : ''} ${channel === undefined ? 'in a rollout' : audienceOf({ channel })}`;
      return from && to ? `Rollback of ${app} from ${from} to ${to}` : `Rollback of ${builds}`;
  }
}

function reasonOf({ message, reason }: Attempt): Html {
  const given = message ? html`<q class="line">${message}</q>` : null;
  if (!reason) return given ?? html`<span class="none">–</span>`;
  if (reason.length <= SHORT_REASON) return html`${given}<span class="line reason">${reason}</span>`;
  return html`${given}<details><summary>${reason.slice(0, SHORT_REASON)}…</summary><p class="reason">${reason}</p></details>`;
}
