// Serves remotes under development for a shell that is deployed elsewhere and allows it: for this browser, by the team's token, or for
// every visitor's (OVERRIDE_ORIGINS).
import type { ServerResponse } from 'node:http';
import type { Compiler, Configuration } from 'webpack';
import { remoteConfig, replaceable, singletons } from '../../../webpack.shared.js';
import { directoryOf, root } from '../build/apps';
import { buildSentence } from '../build/build-errors';
import { usesVite } from '../build/vite/vite-remote';
import { LOCAL, type Running, releaseInDevelopment, requireRemotes, serve } from './dev-server';
import { askForOverride } from './override-grants';
import { requireFreePort } from './ports';
import { serveWithVite } from './vite-server';

interface OverrideOptions {
  /** The address of the shell. */
  shell: string;
  /** The port of the first remote. Each further one takes the next. */
  port: number;
  /** The release token of the team. With it, the shell lets this browser run the remotes of this computer. */
  token?: string | undefined;
  /** The address at which the browser finds the one remote, if it runs on another computer. */
  origin?: string | undefined;
  /** Finds the address of the gallery of primitives, to which `/gallery` leads. */
  gallery?: () => Promise<string>;
  report: (line: string) => void;
}

interface RunningOverrides extends Pick<Running, 'stop'> {
  /** The addresses for the developer to open, each once. */
  addresses: string[];
}

/**
 * Serves remotes like a release, but not signed and not minified. Each save builds again, and the pages that run the remote replace the
 * changed parts.
 * @param remotes the names of the remotes
 * @throws for a missing remote or an invalid address, and with the reason of a shell that refuses
 */
export async function startOverrides(
  remotes: readonly string[],
  { shell, port: first, token, origin, gallery, report }: OverrideOptions,
): Promise<RunningOverrides> {
  requireRemotes(remotes);
  if (!URL.canParse(shell))
    throw new Error(`--shell is '${shell}'; it must be an address such as https://hall.example`);
  if (origin !== undefined && (remotes.length > 1 || !URL.canParse(origin)))
    throw new Error(`--origin is '${origin}'; it is the address of one remote, such as https://preview.hall.example`);
  const originOf = (port: number) => (origin ? new URL(origin).origin : `http://localhost:${port}`);
  for (const index of remotes.keys()) await requireFreePort(first + index, 'OVERRIDE_PORT');
  const addresses = await addressesOf(
    remotes.map((app, index) => ({ app, origin: originOf(first + index) })),
    { shell, token },
  );
  const stops: (() => Promise<void>)[] = [];
  for (const [index, remote] of remotes.entries()) {
    const port = first + index;
    if (usesVite(directoryOf(remote))) {
      stops.push(await serveWithVite({ remote, port, shared: [...singletons, ...replaceable], gallery, report }));
      report(`serving ${remote} at ${originOf(port)}`);
      continue;
    }
    /** The pages that wait for a build. */
    const pages = new Set<ServerResponse>();
    let build = '';
    /** The reasons why the last save was not built. */
    let problems: string[] = [];
    const config: Configuration = remoteConfig(directoryOf(remote), {
      mode: 'development',
      version: LOCAL,
      project: root,
      hot: true,
    });
    const tell = (page: ServerResponse) => {
      page.write(`event: problems\ndata: ${JSON.stringify({ remote, problems })}\n\n`);
      // Before the first build, the tab has no version to update to.
      if (build) page.write(`data: ${build}\n\n`);
    };
    const tellPages = (compiler: Compiler) =>
      compiler.hooks.done.tap('pages', ({ hash, compilation }) => {
        problems = compilation.errors.map((error) => buildSentence(error, compilation));
        // A build with errors is not written, so the pages stay with the one before.
        if (problems.length === 0) build = hash ?? '';
        for (const page of pages) tell(page);
      });
    const plugins = [...(config.plugins ?? []), tellPages];
    const optimization = { ...config.optimization, emitOnErrors: false };
    const server = await serve({ ...config, plugins, optimization }, report, {
      port,
      ...(origin && { allowedHosts: [new URL(origin).hostname] }),
      // The pages have another origin, so build/hot/remote.js asks for updates itself.
      hot: false,
      client: false,
      // Compression would delay the event that the pages wait for.
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
        app?.get('/gallery', (_request, response, next) => {
          if (gallery) gallery().then((url) => response.redirect(url), next);
          else next();
        });
        app?.get('/updates', (request, response) => {
          response.set({ 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/event-stream' }).flushHeaders();
          pages.add(response);
          // The page may have missed a build.
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
    report(`serving ${remote} at ${originOf(port)}`);
  }
  const stop = async () => {
    for (const each of stops) await each();
  };
  return { addresses, stop };
}

/**
 * Returns the addresses for the developer to open. With a token, each remote has an address of its own, where the developer confirms it.
 */
async function addressesOf(
  wanted: readonly { app: string; origin: string }[],
  { shell, token }: Pick<OverrideOptions, 'shell' | 'token'>,
): Promise<string[]> {
  const granted: string[] = [];
  for (const each of token ? wanted : []) {
    const address = await askForOverride(shell, token ?? '', each);
    if (address) granted.push(address);
  }
  if (granted.length > 0) return granted;
  const url = new URL(shell);
  for (const { app, origin } of wanted) url.searchParams.append('remote', `${app}@${origin}`);
  return [url.href];
}
