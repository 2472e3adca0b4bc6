/** Serves a remote with mock data and without a site: its screens and slots on a plain page, and the gallery of primitives. */
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { EntryObject } from 'webpack';
import { mockConfig } from '../../../webpack.shared.js';
import { directoryOf, root } from '../build/apps';
import { usesVite } from '../build/vite/vite-remote';
import { type Running, serve } from '../dev/dev-server';
import { requireFreePort } from '../dev/ports';

/** The module with the data, in the remote's folder. */
const MOCK = 'src/testing/mock.ts';

type PageName = 'page' | 'gallery';

const htmlOf = (name: PageName) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${name}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/${name}.css">
  </head>
  <body>
    <div id="root"></div>
    <script src="/${name}.js"></script>
  </body>
</html>
`;

interface MockOptions {
  port: number;
  report: (line: string) => void;
}

/** @param pages the page of each address that is no file of the build: the last one has all others */
async function servePages(
  remote: string,
  pages: readonly [...PageName[], PageName],
  { port, report }: MockOptions,
): Promise<Running> {
  await requireFreePort(port, 'OVERRIDE_PORT');
  const config = mockConfig(directoryOf(remote), { project: root });
  const entries = Object.entries(config.entry as EntryObject).filter(([name]) => pages.some((page) => page === name));
  const send = (response: ServerResponse, name: PageName) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(htmlOf(name));
  };
  const server = await serve({ ...config, entry: Object.fromEntries(entries) }, report, {
    port,
    // The bundler shows the errors of a save on the page.
    client: { overlay: true, logging: 'error' },
    setupMiddlewares(middlewares, { app }) {
      for (const name of pages) app?.get(`/${name}`, (_request, response) => send(response, name));
      const rest = pages.at(-1) ?? 'page';
      const middleware = (_request: unknown, response: ServerResponse) => send(response, rest);
      return [...middlewares, { name: 'page', middleware }];
    },
  });
  return { url: `http://localhost:${port}`, stop: () => server.stop() };
}

/** @throws if the remote has no mock data */
export async function startMock(remote: string, options: MockOptions): Promise<Running> {
  if (!existsSync(path.join(directoryOf(remote), MOCK))) {
    throw new Error(
      `${MOCK} is missing: it exports the data as 'api', a fake API of shared-contracts/testing, 'site' and 'state'.`,
    );
  }
  if (usesVite(directoryOf(remote)))
    throw new Error('The page without a site is built by the recipe of webpack alone.');
  return await servePages(remote, ['gallery', 'page'], options);
}

/** The gallery beside a remote in a deployed shell. Building it takes seconds, so it starts with its first visitor. */
export function lazyGallery(
  remote: string,
  options: MockOptions,
): { url: () => Promise<string>; stop: () => Promise<void> } {
  let started: Promise<Running> | undefined;
  return {
    async url() {
      started ??= servePages(remote, ['gallery'], options);
      try {
        return (await started).url;
      } catch (error) {
        // The port may be free at the next visit.
        started = undefined;
        throw error;
      }
    },
    stop: async () => await (await started)?.stop(),
  };
}
