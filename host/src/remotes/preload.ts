import type { RemoteRelease } from 'registry/model';

/**
 * Asks for the entry and the files of a screen or slot at once. Without this the browser finds each one only when the
 * one before it has run. The server does the same, in the page, for the route that a visit starts with.
 */
export function preloadFiles(release: RemoteRelease, module: string, site: string): void {
  for (const file of [release.entry, ...(release.modules[module] ?? [])]) {
    const path = release.path + file;
    const { href } = new URL(path, site);
    if (document.head.querySelector(`link[rel="preload"]:is([href="${href}"], [href="${path}"])`)) continue;
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    link.href = href;
    const integrity = release.integrity[file];
    if (integrity) {
      // Both have to match the request that follows, or the file comes twice.
      link.crossOrigin = 'anonymous';
      link.integrity = integrity;
    }
    document.head.append(link);
  }
}
