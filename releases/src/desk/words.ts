/** Phrases that several pages of the desk share. */

import { type Html, html } from 'core/pages/html';
import type { ReleaseSource, ReleaseStatus } from '../model/service';
import type { ReleaseIdentity } from '../service/identity';
import { isMember } from '../service/members/member-identity';

/** @param at ISO 8601 */
export const timeOf = (at: string): Html =>
  html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;

export const versionOf = (version: string): Html => html`<code class="version">${version}</code>`;

/** Names the visitors: 'for all visitors', 'in the channel beta', 'for 10 % of the visitors'. */
export function audienceOf({
  channel,
  percent,
}: {
  channel?: string | undefined;
  percent?: number | undefined;
}): string {
  if (channel !== undefined) return `in the channel ${channel}`;
  return percent === undefined ? 'for all visitors' : `for ${percent} % of the visitors`;
}

const BADGES = { all: 'all visitors', previous: 'previous' } as const;

/** Names the visitors of a release in a few characters. */
export function badgeOf({ for: visitors, channel, percent }: Pick<ReleaseStatus, 'for' | 'channel' | 'percent'>): Html {
  const name = { ...BADGES, channel: `channel ${channel}`, percent: `${percent} % of visitors` }[visitors];
  return html`<span class="badge ${visitors === 'previous' ? '' : 'live'}">${name}</span>`;
}

/** Names the commit of the build, and the CI run that built it. */
export function sourceOf({
  commit,
  is_clean,
  ci_run,
  workflow,
}: Omit<ReleaseSource, 'message'> & { workflow?: string | undefined }): Html | null {
  if (!commit && !ci_run) return null;
  const state = is_clean === undefined ? '' : is_clean ? ', clean' : '';
  const dirty = is_clean === false ? html` <span class="badge warning">uncommitted changes</span>` : null;
  const run =
    ci_run &&
    (/^https?:\/\//.test(ci_run) ? html`<a href="${ci_run}" rel="noreferrer">CI run</a>` : `CI run ${ci_run}`);
  return html`${commit && html`commit <code title="${commit}">${commit.slice(0, 10)}</code>${state}${dirty}`}${commit && run && ' · '}${run}${workflow && html` <span class="badge" title="${workflow}">named by its CI system</span>`}`;
}

/** Says in a sentence what the signed-in token or person may do. */
export function grantOf(identity: ReleaseIdentity): Html {
  const { team, apps, channels, mostPercent, isForAll, expiresAt } = identity;
  if (isMember(identity)) {
    const roles = ['look', ...(identity.mayApprove ? ['approve'] : []), ...(isForAll ? ['roll back'] : [])];
    return html`Signed in as <strong>${identity.name}</strong>, of the team ${team}. Your role for ${listOf(apps)}: ${listOf(roles)}.`;
  }
  const audiences = [
    ...(isForAll ? ['for all visitors'] : []),
    ...(mostPercent > 0 ? [`for ${mostPercent} % of the visitors at most`] : []),
    ...(channels.includes('*') ? ['in each channel'] : channels.map((channel) => `in the channel ${channel}`)),
  ];
  return html`Signed in as <strong>${team}</strong>. Its token may change ${listOf(apps)} ${listOf(audiences)}, until ${timeOf(expiresAt.toISOString())}.`;
}

/** Joins words as 'a, b and c'. */
export const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
