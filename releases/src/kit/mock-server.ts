/** Serves a remote with mock data and without a site: its screens and slots on a plain page, and the gallery of primitives. */
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { mockConfig } from '../../../webpack.shared.js';
import { directoryOf, root } from '../build/apps';
import { type Running, serve } from '../dev/dev-server';
import { requireFreePort } from '../dev/ports';

/** The module with the data, in the remote's folder. */
const MOCK = 'src/testing/mock.ts';

const page = (entry: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${entry}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/${entry}.css">
  </head>
  <body>
    <div id="root"></div>
    <script src="/${entry}.js"></script>
  </body>
</html>
`;

interface MockOptions {
  port: number;
  report: (line: string) => void;
}

/** @throws if the remote has no mock data */
export async function startMock(remote: string, { port, report }: MockOptions): Promise<Running> {
  const directory = directoryOf(remote);
  if (!existsSync(path.join(directory, MOCK))) {
    throw new Error(
      `${MOCK} is missing: it exports the data as 'api', a fake API of shared-contracts/testing, 'site' and 'state'.`,
    );
  }
  await requireFreePort(port, 'OVERRIDE_PORT');
  const server = await serve(mockConfig(directory, { project: root }), report, {
    port,
    // The bundler shows the errors of a save on the page.
    client: { overlay: true, logging: 'error' },
    setupMiddlewares(middlewares, { app }) {
      app?.get('/gallery', (_request, response) => response.type('html').send(page('gallery')));
      // Every other address that is no file of the build is one of the remote's.
      middlewares.push({
        name: 'page',
        middleware: (_request: unknown, response: ServerResponse) => {
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(page('page'));
        },
      });
      return middlewares;
    },
  });
  return { url: `http://localhost:${port}`, stop: () => server.stop() };
}
