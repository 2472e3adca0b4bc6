/** The shell's page for one address: its configuration and snapshot inside, and the files of its screen asked for early. */
import { choose, hostFor } from 'registry/choose';
import type { Cohort } from 'registry/cohort';
import type { HostRelease, RemoteRelease } from 'registry/model';
import { isMatch } from 'registry/paths';
import type { SiteConfig } from 'shared-contracts/types';
import type { LiveSnapshot, Release } from './live-release';

const PLACE = '<!--shell-data-->';

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
}

export function partsOf({ release: { snapshot }, pathname, isVendor, cohort }: PageOptions): PageParts {
  const host = hostFor(snapshot, cohort);
  const remotes = remotesFor(snapshot, host, cohort);
  const isClaimed = remotes.some(({ routes }) => routes.some(({ path }) => isMatch(path, pathname)));
  return { host, preloads: preloadsFor(remotes, pathname, isVendor), isClaimed };
}

/** The releases that the shell will choose, by the same rules. Of one that is only kept, the files are not known here. */
function remotesFor(snapshot: LiveSnapshot, host: HostRelease, cohort: Cohort): RemoteRelease[] {
  return Object.keys(snapshot.remotes).flatMap((name) => {
    const { release } = choose(snapshot, name, cohort, host);
    return release && 'entry' in release ? [release] : [];
  });
}

export async function renderPage(release: Release, site: SiteConfig, { host, preloads }: PageParts): Promise<string> {
  const config = `<script type="application/json" id="config">${escapeJson(JSON.stringify(site))}</script>`;
  const { name, signature, text } = release;
  // Byte for byte, since it is signed; a release writes no '<' into it.
  if (text.includes('<')) throw new Error(`The registry's snapshot ${name} would end its place in the page.`);
  const registry = `<script type="application/json" id="registry" data-name="${name}" data-signature="${escapeHtml(signature)}">${text}</script>`;
  const html = await release.pageOf(host);
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(site.brand)}</title>`)
    .replace(PLACE, () => config + registry + preloads);
}

/** Not run by the browser, so no policy has to allow it; '<' is escaped, so nothing in it can end the block. */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

/** The entry and the files of the screen that this address opens. Attributes have to match the shell's own requests. */
function preloadsFor(remotes: readonly RemoteRelease[], pathname: string, isVendor: boolean): string {
  for (const { routes, path, entry, modules, integrity } of remotes) {
    const route = routes.find((candidate) => isMatch(candidate.path, pathname));
    if (!route) continue;
    if (isVendor && route.audience === 'customer') return '';
    const links = [entry, ...(modules[route.screen] ?? [])].map((file) => {
      const kind = file.endsWith('.css') ? 'style' : 'script';
      const check = integrity[file] ? ` integrity="${escapeHtml(integrity[file])}"` : '';
      return `<link rel="preload" as="${kind}" href="${escapeHtml(path + file)}" crossorigin="anonymous"${check}>`;
    });
    return links.join('');
  }
  return '';
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
