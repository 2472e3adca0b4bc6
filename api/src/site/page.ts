/** The shell's page for one address: its configuration and snapshot inside, and the files of its screen asked for early. */
import { satisfy } from '@module-federation/runtime';
import { choose, hostFor, type Visit } from 'shared-contracts/registry-rules';
import type { SiteConfig } from 'shared-contracts/types';
import type { Host, Release, Remote, Snapshot } from './live-release';

const PLACE = '<!--shell-data-->';

export interface PageOptions {
  release: Release;
  site: SiteConfig;
  pathname: string;
  /** A vendor's browser is not made to fetch what only customers see. */
  isVendor: boolean;
  visit: Visit;
}

/** What two visitors of one address may get differently: the shell, and what it asks for early. */
export interface PageParts {
  host: Host;
  preloads: string;
}

export function partsOf({ release: { snapshot }, pathname, isVendor, visit }: PageOptions): PageParts {
  const host = hostFor(snapshot, visit);
  return { host, preloads: preloadsFor(remotesFor(snapshot, host, visit), pathname, isVendor) };
}

/** The releases that the shell will choose, by the same rules. Of one that is only kept, the files are not known here. */
function remotesFor(snapshot: Snapshot, host: Host, visit: Visit): Remote[] {
  return Object.keys(snapshot.remotes).flatMap((name) => {
    const { release } = choose(snapshot, name, visit, host, satisfy);
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
function preloadsFor(remotes: readonly Remote[], pathname: string, isVendor: boolean): string {
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

/** Of the router's syntax what routes use: literal segments and ':name'. Literals are compared as the router does, without case. */
function isMatch(pattern: string, pathname: string): boolean {
  const wanted = segments(pattern);
  const found = segments(pathname);
  return (
    wanted.length === found.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment.toLowerCase() === found[index]?.toLowerCase())
  );
}

const segments = (path: string): string[] => path.split('/').filter(Boolean);

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
