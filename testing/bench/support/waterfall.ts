// The requests of a visit as a picture: one row each, with the paints and the long tasks over the same time.
import type { Visit } from './slow-visit';

const WIDTH = 760;
const NAMES = 190;
const ROW = 11;
const HEAD = 34;
/** Readable on a light page and on a dark one. */
const COLOURS: Readonly<Record<string, string>> = {
  Document: '#4f7cac',
  Script: '#c98a1b',
  Stylesheet: '#8a63b8',
  Font: '#b0527a',
  Image: '#3f9267',
  Fetch: '#2f8f9d',
  XHR: '#2f8f9d',
};
const OTHER = '#888888';
const LINES = { firstPaint: '#3f9267', largestPaint: '#c0392b', content: '#4f7cac' } as const;
const WORDS = { firstPaint: 'first paint', largestPaint: 'largest paint', content: 'content' } as const;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** '/parts/catalog/1.0.0-3f9a01c2/908.js' is 'catalog/908.js'. */
function nameOf(url: string): string {
  const { pathname } = new URL(url);
  const part = /^\/parts\/([^/]+)\/[^/]+\/(?:assets\/)?(.+)$/.exec(pathname);
  const name = part ? `${part[1]}/${part[2]}` : pathname.replace('/api/v1', 'api');
  return name.length > 32 ? `${name.slice(0, 31)}…` : name;
}

const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}"${more}>${escapeXml(words)}</text>`;
const box = (x: number, y: number, width: number, height: number, colour: string, opacity = 1) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(0.5, width).toFixed(1)}" height="${height}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

function part(title: string, visit: Visit, top: number, pixel: number): string {
  const x = (ms: number) => NAMES + ms * pixel;
  const requests = [...visit.requests].sort((a, b) => a.start - b.start);
  const kilobytes = requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const bottom = top + HEAD + requests.length * ROW;
  const rows = requests.flatMap(({ url, type, start, response, end, bytes }, index) => {
    const y = top + HEAD + index * ROW;
    const colour = COLOURS[type] ?? OTHER;
    return [
      text(0, y + 8, nameOf(url)),
      box(x(start), y + 1, (response - start) * pixel, ROW - 3, colour, 0.35),
      box(x(response), y + 1, (end - response) * pixel, ROW - 3, colour),
      text(x(end) + 3, y + 8, (bytes / 1000).toFixed(1), ' opacity=".7"'),
    ];
  });
  const tasks = visit.tasks.map(({ start, duration }) => box(x(start), top + 22, duration * pixel, 8, '#c0392b', 0.8));
  const marks = (['firstPaint', 'content', 'largestPaint'] as const).map(
    (key) =>
      `<path d="M${x(visit[key]).toFixed(1)} ${top + 18}V${bottom}" stroke="${LINES[key]}" stroke-dasharray="${key === 'content' ? '3 2' : 'none'}"/>`,
  );
  const times = (['firstPaint', 'content', 'largestPaint'] as const).map(
    (key) => `${WORDS[key]} ${visit[key].toFixed(0)} ms`,
  );
  const head = `${title}: ${requests.length} requests, ${kilobytes.toFixed(0)} KB; ${times.join(', ')}; blocked ${visit.blocked.toFixed(0)} ms`;
  return [
    text(0, top + 12, head, ' font-weight="bold"'),
    text(0, top + 30, 'long tasks'),
    ...tasks,
    ...rows,
    ...marks,
  ].join('');
}

/** @param visits by what was visited; drawn below each other on one scale @returns an SVG */
export function waterfall(screen: string, visits: Readonly<Record<string, Visit>>): string {
  const all = Object.values(visits);
  const last = Math.max(
    ...all.flatMap(({ requests, largestPaint }) => [largestPaint, ...requests.map(({ end }) => end)]),
  );
  const pixel = (WIDTH - NAMES - 40) / last;
  let top = 0;
  const parts = Object.entries(visits).map(([title, visit]) => {
    const drawn = part(title, visit, top, pixel);
    top += HEAD + visit.requests.length * ROW + 16;
    return drawn;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img" aria-label="Waterfall of ${escapeXml(screen)}" font-family="sans-serif" font-size="9" fill="#777777">${parts.join('')}</svg>\n`;
}
