/** The shell's page for one address: its configuration and snapshot inside, and the files of its screen asked for early. */
import { choose, hostFor } from 'registry/choose';
import type { Cohort } from 'registry/cohort';
import type { HostRelease, RemoteRelease } from 'registry/model';
import { isMatch } from 'registry/paths';
import type { FactsManifest } from 'shared-contracts/remote';
import type { SiteConfig } from 'shared-contracts/types';
import type { FirstScreen } from './first-screen';
import type { LiveSnapshot, Release } from './live-release';

const PLACE = '<!--shell-data-->';
const FIRST_SCREEN = '<!--first-screen-->';

type NamedRemote = RemoteRelease & { name: string };

/** The remote's screen that an address opens. */
export interface Opened {
  remote: NamedRemote;
  route: RemoteRelease['routes'][number];
}

export interface PageOptions {
  release: Release;
  site: SiteConfig;
  pathname: string;
  /** A vendor's browser is not made to fetch what only customers see. */
  isVendor: boolean;
  cohort: Cohort;
}

/** What two visitors of one address may get differently: the shell, and what it asks for early. */
export interface PageParts {
  host: HostRelease;
  preloads: string;
  /** A remote has a route for the address. */
  isClaimed: boolean;
  /** What the address opens for this visitor, as far as the server knows; undefined if it may be another page. */
  opened: Opened | undefined;
}

export function partsOf({ release: { snapshot }, pathname, isVendor, cohort }: PageOptions): PageParts {
  const host = hostFor(snapshot, cohort);
  const claimed = openedBy(remotesFor(snapshot, host, cohort), pathname);
  const opened = isVendor && claimed?.route.audience === 'customer' ? undefined : claimed;
  return { host, preloads: opened ? preloadsFor(opened) : '', isClaimed: claimed !== undefined, opened };
}

/** The releases that the shell will choose, by the same rules. The files of a previous release are not known here. */
function remotesFor(snapshot: LiveSnapshot, host: HostRelease, cohort: Cohort): NamedRemote[] {
  return Object.keys(snapshot.remotes).flatMap((name) => {
    const { release } = choose(snapshot, name, cohort, host);
    return release && 'entry' in release ? [{ ...release, name }] : [];
  });
}

function openedBy(remotes: readonly NamedRemote[], pathname: string): Opened | undefined {
  for (const remote of remotes) {
    const route = remote.routes.find(({ path }) => isMatch(path, pathname));
    if (route) return { remote, route };
  }
  return undefined;
}

export async function renderPage(
  release: Release,
  site: SiteConfig,
  { host, preloads }: PageParts,
  first?: FirstScreen,
): Promise<string> {
  const config = jsonBlock('config', site);
  const { name, signature, text } = release;
  // Byte for byte, since it is signed; a release writes no '<' into it.
  if (text.includes('<')) throw new Error(`The registry's snapshot ${name} would end its place in the page.`);
  const registry = `<script type="application/json" id="registry" data-name="${name}" data-signature="${escapeHtml(signature)}">${text}</script>`;
  const html = await release.pageOf(host);
  const styles = (first?.styles ?? []).map(({ text }) => `<style>${text}</style>`).join('');
  const known = first && first.known.length > 0 ? jsonBlock('known-data', first.known) : '';
  return html
    .replace(/<title>[^<]*<\/title>/, () => head(first?.facts, site.brand))
    .replace(PLACE, () => styles + config + registry + known + preloads)
    .replace(FIRST_SCREEN, () => first?.html ?? '');
}

/** The document's title; for readers that run no script, of the page itself. The shell removes what is marked, and titles every page the brand. */
function head(facts: FactsManifest | undefined, brand: string): string {
  if (!facts) return `<title>${escapeHtml(brand)}</title>`;
  const title = escapeHtml(`${facts.title} · ${brand}`);
  const description = escapeHtml(facts.description);
  const meta = (name: string, content: string) => `<meta ${name} content="${content}" data-sent>`;
  return [
    `<title>${title}</title>`,
    meta('name="description"', description),
    meta('property="og:title"', title),
    meta('property="og:description"', description),
  ].join('');
}

const jsonBlock = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${escapeJson(JSON.stringify(value))}</script>`;

/** Not run by the browser, so no policy has to allow it; '<' is escaped, so nothing in it can end the block. */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

/** The entry and the files of the screen that this address opens. Attributes have to match the shell's own requests. */
function preloadsFor({ remote: { path, entry, modules, integrity }, route }: Opened): string {
  const links = [entry, ...(modules[route.screen] ?? [])].map((file) => {
    const kind = file.endsWith('.css') ? 'style' : 'script';
    const check = integrity[file] ? ` integrity="${escapeHtml(integrity[file])}"` : '';
    return `<link rel="preload" as="${kind}" href="${escapeHtml(path + file)}" crossorigin="anonymous"${check}>`;
  });
  return links.join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
