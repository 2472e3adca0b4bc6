/** The shell's page for one address: its configuration and snapshot inside, and the files of its screen asked for early. */
import type { SiteConfig } from 'shared-contracts/types';
import type { Release, Snapshot } from './live-release';

const PLACE = '<!--shell-data-->';

export interface PageOptions {
  release: Release;
  site: SiteConfig;
  pathname: string;
  /** A vendor's browser is not made to fetch what only customers see. */
  isVendor: boolean;
}

/** @param preloads of `preloadsFor` */
export function renderPage(release: Release, site: SiteConfig, preloads: string): string {
  const data = dataBlock('config', JSON.stringify(site)) + dataBlock('registry', release.text) + preloads;
  return release.html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(site.brand)}</title>`)
    .replace(PLACE, () => data);
}

/** Not run by the browser, so no policy has to allow it; '<' is escaped, so nothing in it can end the block. */
function dataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.trim().replaceAll('<', '\\u003c')}</script>`;
}

/** The entry and the files of the screen that this address opens. Attributes have to match the shell's own requests. */
export function preloadsFor(snapshot: Snapshot, pathname: string, isVendor: boolean): string {
  for (const { routes, path, entry, modules, integrity } of Object.values(snapshot.remotes)) {
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
