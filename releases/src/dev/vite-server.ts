// Serves a remote that Vite builds, for a shell that is deployed elsewhere. Each save builds again, and the pages that run the remote are loaded
// again: the shell's runtime of a release loads the files, so there is no replacement in place.
import { watch } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { directoryOf } from '../build/apps';
import { bundleWithVite } from '../build/vite/vite-remote';
import { LOCAL, releaseInDevelopment } from './dev-server';

interface ViteServerOptions {
  remote: string;
  port: number;
  /** The modules that a shell provides. */
  shared: readonly string[];
  /** Starts the gallery of primitives. @returns its address */
  gallery?: (() => Promise<string>) | undefined;
  report: (line: string) => void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const OPEN = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };

/** An editor writes a file in several steps. */
const QUIET_MS = 50;

/**
 * Resolves after the first build. It reports errors of a build and goes on, since the next save may fix them.
 * @returns a function that stops the server
 */
export async function serveWithVite({
  remote,
  port,
  shared,
  gallery,
  report,
}: ViteServerOptions): Promise<() => Promise<void>> {
  const directory = directoryOf(remote);
  const outputPath = await mkdtemp(path.join(os.tmpdir(), 'foodhall-vite-'));
  const pages = new Set<ServerResponse>();
  let build = 0;
  /** The reason why the last save was not built. */
  let problems: string[] = [];
  const tell = (page: ServerResponse) => {
    page.write(`event: problems\ndata: ${JSON.stringify({ remote, problems })}\n\n`);
    // Before its first build, the page has nothing to load.
    if (build > 0) page.write(`data: ${build}\n\n`);
  };

  async function buildAgain(): Promise<void> {
    try {
      await bundleWithVite({ app: remote, version: LOCAL, directory, outputPath, shared, isDevelopment: true });
      build += 1;
      problems = [];
    } catch (error) {
      // The pages stay with the build before.
      problems = [error instanceof Error ? error.message : String(error)];
      report(problems.join());
    }
    for (const page of pages) tell(page);
  }

  /** One build after the other. A save during a build starts another one. */
  let building = buildAgain();
  await building;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = watch(path.join(directory, 'src'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(buildAgain);
    }, QUIET_MS);
  });

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/updates') {
      response.writeHead(200, { ...OPEN, 'Content-Type': 'text/event-stream' });
      pages.add(response);
      // The page may have missed a build.
      tell(response);
      request.on('close', () => pages.delete(response));
      return;
    }
    try {
      if (pathname === '/gallery' && gallery) {
        response.writeHead(302, { Location: await gallery() }).end();
        return;
      }
      const file = path.join(outputPath, path.normalize(pathname));
      const body =
        pathname === '/remote.json'
          ? JSON.stringify({ ...(await releaseInDevelopment(remote, port)), name: remote })
          : await readFile(file);
      response.writeHead(200, { ...OPEN, 'Content-Type': TYPES[path.extname(pathname)] ?? 'application/octet-stream' });
      response.end(body);
    } catch (error) {
      response.writeHead(404, { ...OPEN, 'Content-Type': 'text/plain' });
      response.end(error instanceof Error ? error.message : '');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });

  return async () => {
    clearTimeout(timer);
    watcher.close();
    for (const page of pages) page.end();
    await new Promise((resolve) => server.close(resolve));
    await building;
    await rm(outputPath, { recursive: true, force: true });
  };
}
