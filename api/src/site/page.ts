/** Renders the shell's page for one address: its configuration and snapshot inside, and preloads for the files of its screen. */

import { escapeHtml } from 'core/texts/escape-html';
import { choose, hostFor } from 'releases/model/choose';
import type { Cohort } from 'releases/model/cohort';
import { bySpecificity, isMatch } from 'releases/model/paths';
import { type HostRelease, type RemoteRelease, stylesOfFirstScreens } from 'releases/model/schemas';
import type { SiteConfig } from 'shared-contracts/types';
import type { LiveSnapshot, Release } from '../releases/live/live-release';
import type { About, FirstScreen } from './first-screen';

/** The end of an address that may be a file's. */
export const EXTENSION = /\.[a-z][a-z0-9]{0,10}$/i;
const PLACE = '<!--shell-data-->';
const FIRST_SCREEN = '<!--first-screen-->';
/** The mark of the shell's own scripts, which are preloads until start.js runs them. */
const RUN = ' data-run ';
/**
 * The worker has scripts and styles in its cache, where they are as fast without a preload: each request would only delay the frame with
 * the first screen. No browser fetches a preload for a medium that it is not. After that frame start.js asks for them.
 */
const NOT_YET = ' media="not all"';
/** Data comes last: the styles and the first screen are on their way before it, and the scripts run after all of the page. */
const END = /<\/body>|$/;

type NamedRemote = RemoteRelease & { name: string };

/** The remote's screen that an address opens. */
export interface Opened {
  remote: NamedRemote;
  route: RemoteRelease['routes'][number];
}

export interface PageOptions {
  release: Release;
  pathname: string;
  /** A vendor's browser is not made to fetch what only customers see. */
  isVendor: boolean;
  cohort: Cohort;
}

/** The parts that may differ between two visitors of one address: the shell, and the screen that it opens. */
export interface PageParts {
  host: HostRelease;
  /** A remote or the shell has a page for the address. */
  isKnown: boolean;
  /** The page that the address opens for this visitor, as far as the server knows; undefined if it may be another page. */
  opened: Opened | undefined;
}

export function partsOf({ release: { snapshot }, pathname, isVendor, cohort }: PageOptions): PageParts {
  const host = hostFor(snapshot, cohort);
  const claimed = openedBy(remotesFor(snapshot, host, cohort), pathname);
  const opened = isVendor && claimed?.route.audience === 'customer' ? undefined : claimed;
  return { host, isKnown: claimed !== undefined || isOwn(host, pathname), opened };
}

/** A shell whose build does not list its own pages may have one at each address but those that look like a file's. */
const isOwn = ({ paths }: HostRelease, pathname: string): boolean =>
  paths ? paths.some((path) => isMatch(path, pathname)) : !EXTENSION.test(pathname);

/** The releases that the shell will choose, by the same rules. The files of a previous release are not known here. */
function remotesFor(snapshot: LiveSnapshot, host: HostRelease, cohort: Cohort): NamedRemote[] {
  return Object.keys(snapshot.remotes).flatMap((name) => {
    const { release } = choose(snapshot, name, cohort, host);
    return release && 'entry' in release ? [{ ...release, name }] : [];
  });
}

/** The shell chooses in the same order. */
function openedBy(remotes: readonly NamedRemote[], pathname: string): Opened | undefined {
  const matching = remotes.flatMap((remote) =>
    remote.routes.filter(({ path }) => isMatch(path, pathname)).map((route) => ({ remote, route })),
  );
  const [route] = matching.map((opened) => ({ ...opened, path: opened.route.path })).sort(bySpecificity);
  return route && { remote: route.remote, route: route.route };
}

interface RenderOptions {
  first?: FirstScreen | undefined;
  isForWorker?: boolean;
}

/**
 * The blocks of data in it are read by the shell and by the worker (host/src/worker/shell-page.ts).
 * @returns the page. Without a first screen it keeps its place for one, where the worker puts what `renderFirstScreen` makes
 */
export async function renderPage(
  release: Release,
  site: SiteConfig,
  parts: PageParts,
  { first, isForWorker = false }: RenderOptions = {},
): Promise<string> {
  const config = jsonBlock('config', site);
  const { name, signature, text } = release;
  // Byte for byte, since it is signed; a release writes no '<' into it.
  if (text.includes('<')) throw new Error(`The registry's snapshot ${name} would end its place in the page.`);
  const registry = `<script type="application/json" id="registry" data-name="${name}" data-signature="${escapeHtml(signature)}">${text}</script>`;
  const blocks = config + jsonBlock('page-release', releaseNameOf(release, parts)) + registry;
  const html = await release.pageOf(parts.host);
  return (isForWorker ? html.replaceAll(RUN, `${NOT_YET}${RUN}`) : html)
    .replace(/<title>[^<]*<\/title>/, () => head(first?.about, site.brand))
    .replace(PLACE, () => (first ? stylesOf(first) : ''))
    .replace('</head>', () => `${preloadsOf(parts, first)}</head>`)
    .replace(FIRST_SCREEN, (place) => first?.html ?? place)
    .replace(END, (end) => blocks + (first ? knownOf(first) : '') + dataOf(first?.about) + end);
}

/** Renders a first screen for a page that has started already: the worker's page, which has no address. */
export function renderFirstScreen(first: FirstScreen, parts: PageParts): string {
  return preloadsOf(parts, first, NOT_YET) + stylesOf(first) + first.html + knownOf(first);
}

/** With the remote's name, by which the shell ends them when the remote is left, and the address of the file that each replaces. */
const stylesOf = ({ styles }: FirstScreen) =>
  styles
    .map(
      ({ remote, path, text }) =>
        `<style data-remote="${escapeHtml(remote)}" data-href="${escapeHtml(path)}">${text}</style>`,
    )
    .join('');
const knownOf = ({ known }: FirstScreen) => (known.length > 0 ? jsonBlock('known-data', known) : '');

/** Last, since it is for readers that wait for all of the page. */
const dataOf = (about: About | undefined) =>
  about ? `<script type="application/ld+json" data-sent>${escapeJson(JSON.stringify(about.data))}</script>` : '';

/**
 * The hashes of the styles that any first screen of this snapshot may bring. A page that can be given one later has to allow them in its
 * policy, which is sent before it.
 */
export function firstScreenStyles({ snapshot: { remotes, offers } }: Release): string[] {
  const releases = [...Object.values(remotes), ...offers.map(({ release }) => release)];
  const hashes = releases.flatMap((release) => {
    if ('styles' in release) return release.styles;
    return 'first' in release ? stylesOfFirstScreens(release) : [];
  });
  return [...new Set(hashes)];
}

/** Names the builds that a page runs: pages with the same name run the same builds. */
export const releaseNameOf = ({ name }: Release, { host }: PageParts): string => `${name} ${host.version}`;

/**
 * The document's title; for readers that run no script, of the page itself. The shell titles every page the brand, and removes what is
 * marked when the visitor goes on to another page.
 */
function head(about: About | undefined, brand: string): string {
  if (!about) return `<title>${escapeHtml(brand)}</title>`;
  const { facts, url, image } = about;
  const title = `${facts.title} · ${brand}`;
  const meta = (name: string, content: string) => `<meta ${name} content="${escapeHtml(content)}" data-sent>`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name="description"', facts.description),
    `<link rel="canonical" href="${escapeHtml(url)}" data-sent>`,
    meta('property="og:title"', title),
    meta('property="og:description"', facts.description),
    meta('property="og:type"', 'website'),
    meta('property="og:site_name"', brand),
    meta('property="og:url"', url),
    image ? meta('property="og:image"', image) : '',
  ].join('');
}

const jsonBlock = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${escapeJson(JSON.stringify(value))}</script>`;

/** Not run by the browser, so no policy has to allow it; '<' is escaped, so nothing in it can end the block. */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

/**
 * The entry and the files of the screen that this address opens, but for the styles that are in the page. Attributes have to match the
 * shell's own requests. The shell's styles and scripts come first: it runs nothing of these before its own.
 */
export function preloadsOf({ opened }: PageParts, first?: FirstScreen, condition = ''): string {
  if (!opened) return '';
  const { remote, route } = opened;
  const inPage = new Set(first?.styles.map(({ path }) => path));
  return [remote.entry, ...(remote.modules[route.screen] ?? [])]
    .filter((file) => !inPage.has(remote.path + file))
    .map((file) => preload(remote.path + file, remote.integrity[file], condition))
    .join('');
}

function preload(path: string, integrity: string | undefined, condition: string): string {
  const kind = path.endsWith('.css') ? 'style' : 'script';
  const check = integrity ? ` integrity="${escapeHtml(integrity)}"` : '';
  return `<link rel="preload" as="${kind}" href="${escapeHtml(path)}" crossorigin="anonymous"${check} fetchpriority="low"${condition}>`;
}
