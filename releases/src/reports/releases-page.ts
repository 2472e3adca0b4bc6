/** The page of releases and their metrics. */
import { createPlainPage, type PlainPage } from 'core/pages/plain-page';
import { escapeHtml } from 'core/texts/escape-html';
import { type Bucket, quantile } from './quantile';
import { ERROR_KINDS, errorCount, type ReleaseSummary } from './release-sums';

/** Names the visitors of a release: 'live', 'beta', '10 % of visitors'. It is undefined if no visitor gets the release any more. */
export type Audience = (part: string, version: string) => string | undefined;

export interface ReleasesPage extends Pick<PlainPage, 'send'> {
  render(releases: readonly ReleaseSummary[], options: { audience: Audience; days: number; now: Date }): string;
}

export async function createReleasesPage(): Promise<ReleasesPage> {
  const page = await createPlainPage(new URL('releases-page.css', import.meta.url));
  return {
    send: page.send,
    render(releases, { audience, days, now }) {
      const parts = [...new Set(releases.map(({ part }) => part))].sort();
      const sections = parts.map((part) => {
        const ofPart = releases.filter((each) => each.part === part);
        const isGiven = ({ version }: ReleaseSummary) => (audience(part, version) === undefined ? 1 : 0);
        ofPart.sort((a, b) => isGiven(a) - isGiven(b) || b.visits - a.visits);
        return `<section><h2>${escapeHtml(part)}</h2>${ofPart.map((each) => card(each, audience)).join('')}</section>`;
      });
      return page.render(
        'Releases in use',
        `<h1>Releases in use</h1>
<p>What visitors’ pages reported in the last ${days === 1 ? '24 hours' : `${days} days`}. Now it is ${time(now)}.</p>
<nav aria-label="Period">${PERIODS.map((each) => periodLink(each, days)).join(' · ')}</nav>
${sections.join('\n') || '<p>No page has reported in this time.</p>'}`,
      );
    },
  };
}

/** The periods to choose from, in days. */
const PERIODS = [1, 7, 30];
const periodLink = (each: number, shown: number) =>
  `<a href="?days=${each}"${each === shown ? ' aria-current="true"' : ''}>${each === 1 ? '24 hours' : `${each} days`}</a>`;

const time = (date: Date) =>
  `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`;

function card(release: ReleaseSummary, audience: Audience): string {
  const { part, version, visits, loads, errors, vitals, demoted } = release;
  const to = audience(part, version);
  const total = errorCount(release);
  const kinds = ERROR_KINDS.filter((kind) => errors[kind] > 0).map((kind) => `${errors[kind]} ${kind}`);
  const rows: [string, string, string?][] = [
    ['Visits', String(visits)],
    ['Errors', total > 0 && part !== 'other' ? errorsLink(release, total) : String(total), kinds.join(', ')],
    ['Error rate', visits === 0 ? '–' : ((total / visits) * 100).toFixed(1), 'in 100 visits'],
    ['Fell back', String(demoted), demoted === 1 ? 'visitor' : 'visitors'],
    ['Loads', String(loads.at(-1)?.count ?? 0)],
    ['Load time', seconds(loads, 0.5), `p50; p95 ${seconds(loads, 0.95)}`],
    ['Largest paint', seconds(vitals.LCP, 0.75), 'LCP p75'],
    ['Response to a tap', seconds(vitals.INP, 0.75), 'INP p75'],
    ['Layout shift', quantile(vitals.CLS, 0.75)?.toFixed(2) ?? '–', 'CLS p75'],
    ['First paint', seconds(vitals.FCP, 0.75), 'FCP p75'],
    ['First byte', seconds(vitals.TTFB, 0.75), 'TTFB p75'],
  ];
  const list = rows.map(
    ([name, value, note]) => `<div><dt>${name}</dt><dd>${value}${note ? ` <small>${note}</small>` : ''}</dd></div>`,
  );
  const badge = to === undefined ? '<span>earlier</span>' : `<span class="live">${escapeHtml(to)}</span>`;
  const state = total > 0 || demoted > 0 ? ' class="faulty"' : '';
  return `<article${state}><h3>${escapeHtml(version)} ${badge}</h3><dl>${list.join('')}</dl></article>`;
}

/** The address is relative to the page of releases. */
const errorsLink = ({ part, version }: ReleaseSummary, total: number) =>
  `<a href="releases/errors?app=${encodeURIComponent(part)}&amp;version=${encodeURIComponent(version)}">${total}</a>`;

/** Formats a quantile. The value is as exact as the histogram's buckets. */
export function seconds(buckets: readonly Bucket[], part: number): string {
  const value = quantile(buckets, part);
  if (value === null) return '–';
  return value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`;
}
