// Remotes under development for a shell that is deployed elsewhere and allows it (OVERRIDE_ORIGINS).
import type { ServerResponse } from 'node:http';
import type { Compiler, Configuration } from 'webpack';
import { remoteConfig } from '../../../webpack.shared.js';
import { directoryOf, root } from '../build/apps';
import { LOCAL, type Running, releaseInDevelopment, requireRemotes, serve } from './dev-server';
import { requireFreePort } from './site';

interface OverrideOptions {
  /** Address of the shell. */
  shell: string;
  /** Of the first remote; each further one takes the next. */
  port: number;
  report: (line: string) => void;
}

/**
 * Serves remotes as a release would be, but not signed and not minified. Each save builds again, and the pages that run the
 * remote replace what has changed.
 * @param remotes their names
 * @returns `url`: the shell with the overrides
 * @throws for a remote that does not exist, or an invalid address
 */
export async function startOverrides(
  remotes: readonly string[],
  { shell, port: first, report }: OverrideOptions,
): Promise<Running> {
  requireRemotes(remotes);
  if (!URL.canParse(shell))
    throw new Error(`--shell is '${shell}'; it must be an address such as https://hall.example`);
  const url = new URL(shell);
  for (const index of remotes.keys()) await requireFreePort(first + index, 'OVERRIDE_PORT');
  const stops: (() => Promise<void>)[] = [];
  for (const [index, remote] of remotes.entries()) {
    const port = first + index;
    /** Those that wait for a build. */
    const pages = new Set<ServerResponse>();
    let build = '';
    const config: Configuration = remoteConfig(directoryOf(remote), {
      mode: 'development',
      version: LOCAL,
      project: root,
      hot: true,
    });
    const tell = (page: ServerResponse) => page.write(`data: ${build}\n\n`);
    const tellPages = (compiler: Compiler) =>
      compiler.hooks.done.tap('pages', ({ hash }) => {
        build = hash ?? '';
        for (const page of pages) tell(page);
      });
    const plugins = [...(config.plugins ?? []), tellPages];
    const origin = `http://localhost:${port}`;
    const server = await serve({ ...config, plugins }, report, {
      port,
      // The pages are of another origin: build/hot/remote.js asks for updates by itself.
      hot: false,
      client: false,
      // It would hold back what the pages wait for.
      compress: false,
      headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' },
      setupMiddlewares(middlewares, { app }) {
        app?.get('/remote.json', async (_request, response, next) => {
          try {
            const release = await releaseInDevelopment(remote, port);
            response.set('Access-Control-Allow-Origin', '*').json({ ...release, name: remote });
          } catch (error) {
            next(error);
          }
        });
        app?.get('/updates', (request, response) => {
          response.set({ 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/event-stream' }).flushHeaders();
          pages.add(response);
          // It may have missed one.
          tell(response);
          request.on('close', () => pages.delete(response));
        });
        return middlewares;
      },
    });
    stops.push(async () => {
      for (const page of pages) page.end();
      await server.stop();
    });
    url.searchParams.append('remote', `${remote}@${origin}`);
    report(`serving ${remote} at ${origin}`);
  }
  const stop = async () => {
    for (const each of stops) await each();
  };
  return { url: url.href, stop };
}
