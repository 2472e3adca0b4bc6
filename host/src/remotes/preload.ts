import { catalogKey } from 'releases/model/languages';
import type { RemoteRelease } from 'releases/model/schemas';
import { currentLanguage } from 'shared-contracts/language';

/**
 * Requests the entry and the files of a screen or slot together, except for styles that the page contains. Without this, the
 * browser finds each file only when the one before it has run. The server's page does the same for the route that it is opened
 * at.
 */
export function preloadFiles(release: RemoteRelease, module: string, site: string): void {
  const catalog = release.modules[catalogKey(currentLanguage())];
  for (const file of [release.entry, ...(release.modules[module] ?? []), ...(catalog ?? [])]) {
    const path = release.path + file;
    // The page's own links have addresses without the site.
    if (document.querySelector(`[rel="preload"][href$="${path}"], style[data-href$="${path}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    link.href = new URL(path, site).href;
    const integrity = release.integrity[file];
    if (integrity) {
      // Both must match the request that follows, or the file is transferred twice.
      link.crossOrigin = 'anonymous';
      link.integrity = integrity;
    }
    document.head.append(link);
  }
}
