/** Renders the shell's page for one address. It contains its configuration and snapshot, and preloads for the files of its screen. */

import type { Reader } from 'core/http/language';
import { escapeHtml } from 'core/texts/escape-html';
import type { LiveSnapshot, Release } from 'releases/live/live-release';
import { choose, hostFor } from 'releases/model/choose';
import type { Cohort } from 'releases/model/cohort';
import { catalogKey } from 'releases/model/languages';
import { bySpecificity, isMatch } from 'releases/model/paths';
import { type HostRelease, type RemoteRelease, stylesOfFirstScreens } from 'releases/model/schemas';
import { directionOf, SOURCE_LANGUAGE } from 'shared-contracts/language';
import type { SiteConfig } from 'shared-contracts/types';
import type { About, FirstScreen } from './first-screen';
import { pageLanguage } from './page-language';

/** Matches the end of an address that may name a file. */
export const EXTENSION = /\.[a-z][a-z0-9]{0,10}$/i;
const PLACE = '<!--shell-data-->';
const FIRST_SCREEN = '<!--first-screen-->';
/** Marks the shell's own scripts. They are preloads until start.js runs them. */
const RUN = ' data-run ';
/**
 * Keeps the browser from fetching a preload, because no medium matches. The worker has the files in its cache, so an early request would
 * not make them faster and would delay the frame with the first screen. start.js requests the files after that frame.
 */
const NOT_YET = ' media="not all"';
/** The data comes last: the styles and the first screen are sent before it, and the scripts run after the whole page. */
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
  /** A vendor's browser does not load files of screens that only customers see. */
  isVendor: boolean;
  cohort: Cohort;
  reader: Reader;
  /** The languages of the hall that the page is in, its first language first; undefined outside of halls. */
  hall?: readonly string[] | undefined;
}

/** The parts of a page in which two visitors of one address may differ: the shell, and the screen that it opens. */
export interface PageParts {
  host: HostRelease;
  /** The language of the page. */
  language: string;
  /** True if a remote or the shell has a page for the address. */
  isKnown: boolean;
  /** The page that the address opens for this visitor, as far as the server knows; undefined if it may be a different one. */
  opened: Opened | undefined;
}

export function partsOf({ release: { snapshot }, pathname, isVendor, cohort, reader, hall }: PageOptions): PageParts {
  const host = hostFor(snapshot, cohort);
  const isSpoken = (wanted: string) => wanted === SOURCE_LANGUAGE || host.catalogs?.[wanted] !== undefined;
  const language = pageLanguage(reader, isSpoken, hall);
  const claimed = openedBy(remotesFor(snapshot, host, cohort), pathname);
  const opened = isVendor && claimed?.route.audience === 'customer' ? undefined : claimed;
  return { host, language, isKnown: claimed !== undefined || isOwn(host, pathname), opened };
}

/** A shell whose build does not list its pages may have one at each address that does not look like a file. */
const isOwn = ({ paths }: HostRelease, pathname: string): boolean =>
  paths ? paths.some((path) => isMatch(path, pathname)) : !EXTENSION.test(pathname);

/** Returns the releases that the shell will choose, by the same rules. This process does not know the files of a previous release. */
function remotesFor(snapshot: LiveSnapshot, host: HostRelease, cohort: Cohort): NamedRemote[] {
  return Object.keys(snapshot.remotes).flatMap((name) => {
    const { release } = choose(snapshot, name, cohort, host);
    return release && 'entry' in release ? [{ ...release, name }] : [];
  });
}

/** Chooses the route in the same order as the shell. */
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
 * Renders the page. The shell and the worker read its blocks of data (host/src/worker/shell-page.ts).
 * @returns the page. Without a first screen it keeps a place for one, where the worker puts the result of `renderFirstScreen`
 */
export async function renderPage(
  release: Release,
  site: SiteConfig,
  parts: PageParts,
  { first, isForWorker = false }: RenderOptions = {},
): Promise<string> {
  const config = jsonBlock('config', site);
  const { name, signature, text } = release;
  // The text is inserted unchanged, because it is signed. A release writes no '<' into it.
  if (text.includes('<')) throw new Error(`The registry's snapshot ${name} would end its place in the page.`);
  const registry = `<script type="application/json" id="registry" data-name="${name}" data-signature="${escapeHtml(signature)}">${text}</script>`;
  const blocks = config + jsonBlock('page-release', releaseNameOf(release, parts)) + registry;
  const html = await release.pageOf(parts.host);
  const { language } = parts;
  return (isForWorker ? html.replaceAll(RUN, `${NOT_YET}${RUN}`) : html)
    .replace('<html lang="en">', `<html lang="${language}" dir="${directionOf(language)}">`)
    .replace(/<title>[^<]*<\/title>/, () => head(first?.about, site.brand))
    .replace(PLACE, () => (first ? stylesOf(first) : ''))
    .replace('</head>', () => `${preloadsOf(parts, first)}</head>`)
    .replace(FIRST_SCREEN, (place) => first?.html ?? place)
    .replace(END, (end) => blocks + (first ? knownOf(first) : '') + dataOf(first?.about) + end);
}

/** Renders a first screen for a page that has started already: the page from the worker, which has no address. */
export function renderFirstScreen(first: FirstScreen, parts: PageParts): string {
  return preloadsOf(parts, first, NOT_YET) + stylesOf(first) + first.html + knownOf(first);
}

/** Each style has the remote's name, by which the shell removes it when the remote is left, and the address of the file that it replaces. */
const stylesOf = ({ styles }: FirstScreen) =>
  styles
    .map(
      ({ remote, path, text }) =>
        `<style data-remote="${escapeHtml(remote)}" data-href="${escapeHtml(path)}">${text}</style>`,
    )
    .join('');
const knownOf = ({ known }: FirstScreen) => (known.length > 0 ? jsonBlock('known-data', known) : '');

/** Writes the structured data. It comes last, because its readers wait for the whole page. */
const dataOf = (about: About | undefined) =>
  about ? `<script type="application/ld+json" data-sent>${escapeJson(JSON.stringify(about.data))}</script>` : '';

/**
 * Returns the hashes of the styles that any first screen of this snapshot may contain. A page that can get a first screen later must allow
 * these styles in its policy, which is sent before the first screen.
 */
export function firstScreenStyles({ snapshot: { remotes, offers } }: Release): string[] {
  const releases = [...Object.values(remotes), ...offers.map(({ release }) => release)];
  const hashes = releases.flatMap((release) => {
    if ('styles' in release) return release.styles;
    return 'first' in release ? stylesOfFirstScreens(release) : [];
  });
  return [...new Set(hashes)];
}

/** Names the builds that a page runs, and its language. Pages with the same name differ only in their address. */
export const releaseNameOf = ({ name }: Release, { host, language }: PageParts): string =>
  [name, host.version, ...(language === SOURCE_LANGUAGE ? [] : [language])].join(' ');

/** Returns the language in the name of a page's builds. */
export const languageInName = (name: string): string => name.split(' ')[2] ?? SOURCE_LANGUAGE;

/**
 * Writes the document's title and description, for readers that run no scripts. The shell's title for every page is the brand, and it removes
 * the marked elements when the visitor goes to another page.
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

/**
 * Writes JSON for a data block. The browser does not run it, so it needs no entry in the policy. '<' is escaped, so no text can end the
 * block.
 */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

/**
 * Writes preloads for the entry and the files of the screen that this address opens, except the styles in the page. Their attributes must match
 * the shell's requests. The shell's styles and scripts come first, because the shell runs no file of the screen before its own.
 */
export function preloadsOf({ host, opened, language }: PageParts, first?: FirstScreen, condition = ''): string {
  const inPage = new Set(first?.styles.map(({ path }) => path));
  const preloads = ({ path, integrity }: Pick<RemoteRelease, 'path' | 'integrity'>, files: readonly string[] = []) =>
    [...new Set(files)]
      .filter((file) => !inPage.has(path + file))
      .map((file) => preload(path + file, integrity[file], condition))
      .join('');
  const words = preloads(host, host.catalogs?.[language]);
  if (!opened) return words;
  const { remote, route } = opened;
  const { entry, modules } = remote;
  return words + preloads(remote, [entry, ...(modules[route.screen] ?? []), ...(modules[catalogKey(language)] ?? [])]);
}

function preload(path: string, integrity: string | undefined, condition: string): string {
  const kind = path.endsWith('.css') ? 'style' : 'script';
  const check = integrity ? ` integrity="${escapeHtml(integrity)}"` : '';
  return `<link rel="preload" as="${kind}" href="${escapeHtml(path)}" crossorigin="anonymous"${check} fetchpriority="low"${condition}>`;
}
