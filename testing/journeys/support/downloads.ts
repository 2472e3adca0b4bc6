/** Counts the downloads of each app in a browser, by its pages, their preloads, and its worker. */
import type { BrowserContext } from '@playwright/test';

export interface Downloads {
  /** The files of this app that were requested so far, including those that did not arrive. */
  filesOf: (app: string) => string[];
  /** Describes the transferred bytes: 'host 181.2 KB in 9 files, catalog …'. */
  toString: () => string;
}

/** Must be called before the first page opens. */
export function downloadsOf(context: BrowserContext): Downloads {
  const requested = new Map<string, string[]>();
  const bytes = new Map<string, number>();
  const appOf = (address: string) => /^\/parts\/([\w-]+)\//.exec(new URL(address).pathname)?.[1];
  context.on('request', (request) => {
    const app = appOf(request.url());
    if (app) requested.set(app, [...(requested.get(app) ?? []), new URL(request.url()).pathname]);
  });
  context.on('requestfinished', async (request) => {
    const app = appOf(request.url());
    const response = app && (await request.response().catch(() => null));
    // The worker has requested or cached its response before.
    if (!app || !response || response.fromServiceWorker()) return;
    // The browser may close while the last requests end. Then nothing reads the total any more.
    const sizes = await request.sizes().catch(() => null);
    if (sizes) bytes.set(app, (bytes.get(app) ?? 0) + sizes.responseBodySize + sizes.responseHeadersSize);
  });
  return {
    filesOf: (app) => [...new Set(requested.get(app))],
    toString: () =>
      [...bytes]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([app, count]) => `${app} ${(count / 1000).toFixed(1)} KB in ${new Set(requested.get(app)).size} files`)
        .join(', '),
  };
}
