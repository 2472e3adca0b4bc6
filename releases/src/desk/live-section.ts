/** Shows what is live, for whom, since when and by whom, with the figures of its versions side by side. */

import { type Content, type Html, html } from 'core/pages/html';
import { z } from 'zod';
import type { ReleaseStatus, Status } from '../model/service';
import { quantile } from '../reports/quantile';
import { errorCount, type ReleaseSummary } from '../reports/release-sums';
import { seconds } from '../reports/releases-page';
import type { ReleaseIdentity } from '../service/identity';
import { refusalOf } from '../service/rights';
import { deskAddress } from './address';
import type { DeskSection } from './section';
import { type Column, tableOf } from './table';
import { badgeOf, grantOf, sourceOf, timeOf, versionOf } from './words';

const number = (name: string, quantile?: string): Column => ({
  name: quantile ? html`${name} <small>${quantile}</small>` : name,
  label: quantile ? `${name}, ${quantile}` : name,
  isNumber: true,
});

const COLUMNS: readonly Column[] = [
  { name: 'Version' },
  { name: 'Released', isWide: true },
  number('Visits'),
  number('Load', 'p50'),
  number('LCP', 'p75'),
  number('INP', 'p75'),
  number('CLS', 'p75'),
  number('Errors'),
  number('Fell back'),
  { name: 'Change', isWide: true },
];

/** The most earlier versions to list: those that no visitor gets any more but that pages still reported. */
const MOST_EARLIER = 5;

/** The section shows the reports of as many days. */
const DAYS = 7;

export const liveSection: DeskSection = {
  path: '',
  name: 'Live',
  query: z.object({}),
  async render({ service, identity, summaries, deps }) {
    const status = await service.status();
    const reported = await summaries(DAYS);
    const apps = [...new Set(status.releases.map(({ app }) => app))];
    return html`<h1>What is live</h1>
<p>${grantOf(identity)}</p>
${stateOf(status, { siteUrl: deps.config.siteUrl, isReported: reported.length > 0 })}
${apps.map((app) => appOf(app, status, { reported, identity }))}`;
  },
};

function stateOf({ snapshot, at }: Status, { siteUrl, isReported }: { siteUrl: string; isReported: boolean }): Html {
  if (snapshot === null || at === null) {
    return html`<p class="empty">Nothing is released on this site yet. A team with a token for each app releases them with
<code>npm run release -- --all --target ${siteUrl}</code>.</p>`;
  }
  const reports = isReported
    ? html` Visits, times and errors are of the last ${DAYS} days.`
    : html` No page has reported in the last ${DAYS} days: visits, times and errors follow with the first visitors.`;
  return html`<p>Snapshot <code>${snapshot}</code>, live since ${timeOf(at)}.${reports}</p>`;
}

interface Shown {
  reported: readonly ReleaseSummary[];
  identity: ReleaseIdentity;
}

function appOf(app: string, { releases, recalled }: Status, { reported, identity }: Shown): Html {
  const listed = releases.filter((release) => release.app === app);
  const ofApp = reported.filter(({ part }) => part === app);
  const summaryOf = (version: string) => ofApp.find((each) => each.version === version);
  const earlier = ofApp
    .filter(({ version }) => !listed.some((release) => release.version === version))
    .sort((one, other) => other.visits - one.visits)
    .slice(0, MOST_EARLIER);
  const isRecalled = (version: string) => recalled.includes(`${app}@${version}`);
  const rows = [
    ...listed.map((release) => ({
      head: html`${versionOf(release.version)} ${badgeOf(release)}`,
      cells: [
        [releasedOf(release), originLink(release)],
        ...metricsOf(summaryOf(release.version), identity),
        changesOf(release, identity),
      ],
    })),
    ...earlier.map((summary) => ({
      head: html`${versionOf(summary.version)} <span class="badge">${isRecalled(summary.version) ? 'recalled' : 'earlier'}</span>`,
      cells: ['No visitor gets it any more', ...metricsOf(summary, identity), null],
      className: 'earlier',
    })),
  ];
  return html`<section aria-labelledby="app-${app}"><h2 id="app-${app}">${app}</h2>
${tableOf({ className: 'versions', caption: html`<span class="unseen">Releases of ${app}</span>`, columns: COLUMNS, rows })}</section>`;
}

function releasedOf({ since, maker, source }: ReleaseStatus): Html {
  const at = since ?? maker?.at;
  const by = maker
    ? html` by <strong>${maker.team}</strong>${maker.by === 'rollback' ? ', by a rollback' : ''}`
    : html`${at && ' · '}without the release service`;
  const made = source && sourceOf(source);
  return html`<span class="line">${at && timeOf(at)}${by}</span>${made && html`<span class="line">${made}</span>`}${
    maker?.message && html`<q class="line">${maker.message}</q>`
  }`;
}

const originLink = ({ app, version }: ReleaseStatus): Html =>
  html`<a class="line" href="${deskAddress('/origin', { app, version })}">Origin and packages<span class="unseen"> of ${app} ${version}</span></a>`;

/** Returns the cells in the order of the columns. */
function metricsOf(summary: ReleaseSummary | undefined, { apps }: ReleaseIdentity): Content[] {
  if (!summary) return Array.from({ length: 7 }, () => html`<span class="none">–</span>`);
  const { part, version, visits, loads, vitals, demoted } = summary;
  const errors = errorCount(summary);
  const rate =
    visits > 0 && errors > 0 ? html` <small>${((errors / visits) * 100).toFixed(1)} in 100 visits</small>` : null;
  const canRead = errors > 0 && apps.includes(part);
  const count = canRead ? html`<a href="${deskAddress('/errors', { app: part, version })}">${errors}</a>` : errors;
  return [
    visits,
    html`${seconds(loads, 0.5)}${loads.some(({ count }) => count > 0) ? html` <small>p95 ${seconds(loads, 0.95)}</small>` : null}`,
    seconds(vitals.LCP, 0.75),
    seconds(vitals.INP, 0.75),
    quantile(vitals.CLS, 0.75)?.toFixed(2) ?? '–',
    html`<span class="${errors > 0 ? 'faulty' : ''}">${count}</span>${rate}`,
    html`<span class="${demoted > 0 ? 'faulty' : ''}">${demoted}</span>`,
  ];
}

/** Lists the changes of a release that this token allows. */
function changesOf(
  { app, version, for: visitors, channel, percent }: ReleaseStatus,
  identity: ReleaseIdentity,
): Content {
  const link = (path: string, name: string, values: { channel?: string | undefined } = {}) =>
    html`<a class="button" href="${deskAddress(path, { app, ...values })}">${name}<span class="unseen"> ${app} ${version}</span></a>`;
  const isPerson = identity.userId !== null;
  const may = (audience: Parameters<typeof refusalOf>[2]) => refusalOf(identity, [app], audience) === null;
  switch (visitors) {
    case 'all':
      return may({}) ? link('/rollback', 'Roll back') : null;
    case 'channel':
      return may({ channel }) ? link('/end', 'End', { channel }) : null;
    case 'percent':
      return [
        !isPerson && may({ percent: 1 }) ? link('/rollout', 'Percentage') : null,
        may({ percent }) ? link('/end', 'End') : null,
      ];
    case 'previous':
      return null;
  }
}
