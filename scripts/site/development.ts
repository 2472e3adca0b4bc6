// Runs the site with the shell and the named remotes on development servers with fast refresh, the other remotes prebuilt, and the API and
// the payment sandbox as npm start runs them. All servers share this one process. Only its page gets this working copy: the live versions
// in dist are neither read nor changed.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { apps, directoryOf, isRemote, readPackage, root } from 'releases/build/apps';
import { buildApps, buildLine } from 'releases/build/build-apps';
import { provided } from 'releases/build/provided';
import { LOCAL, type Running, releaseInDevelopment, requireRemotes, serve } from 'releases/dev/dev-server';
import { requireFreePort } from 'releases/dev/ports';
import { sign } from 'releases/store/signing';
import { emptySnapshot, textOf, withBuilds } from 'releases/store/snapshot';
import { signedPointer } from 'releases/store/store';
import type { Configuration, EntryObject } from 'webpack';
import { hostConfig, remoteConfig } from '../../webpack.shared.js';
import { startSite } from './site';

const local = { mode: 'development', serve: true, version: LOCAL } as const;

/** The shell, together with the page of the primitives, which no release contains. */
function hostWithGallery(): Configuration {
  const config: Configuration = hostConfig(directoryOf('host'), local);
  const page = new HtmlWebpackPlugin({
    template: path.join(directoryOf('host'), 'src/gallery/gallery.html'),
    filename: 'gallery.html',
    chunks: ['gallery'],
    publicPath: '/',
  });
  return {
    ...config,
    entry: { ...(config.entry as EntryObject), gallery: './src/gallery/index.tsx' },
    plugins: [...(config.plugins ?? []), page],
  };
}

interface DevelopmentOptions {
  port?: number;
  /** The address of a running API. By default, one is started on `apiPort`. */
  api?: string | undefined;
  apiPort?: number;
  dataDir?: string;
  /** The dist folder. */
  out?: string;
  report?: (line: string) => void;
}

/**
 * @param remotes names of the remotes under development
 * @throws for a remote that does not exist, or a prebuilt app that does not build
 */
export async function startDevelopment(remotes: readonly string[], options: DevelopmentOptions = {}): Promise<Running> {
  const { port = 8080, apiPort = port + 10, dataDir, out = path.join(root, 'dist'), report = () => {} } = options;
  requireRemotes(remotes);
  const portOf = (remote: string) => port + 1 + remotes.indexOf(remote);
  for (const each of [port, ...remotes.map(portOf), ...(options.api ? [] : [apiPort, apiPort + 1])]) {
    await requireFreePort(each, 'PORT');
  }
  const prebuilt = await buildApps(
    apps.filter((app) => isRemote(app) && !remotes.includes(app)),
    { out, report: (progress) => report(buildLine(progress)) },
  );
  // The API serves the prebuilt files. Its own pages show the live versions, if there are any.
  await mkdir(path.join(out, 'registry'), { recursive: true });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.reverse()) await each();
  };
  try {
    let { api } = options;
    if (!api) {
      const site = await startSite({
        port: apiPort,
        sandboxPort: apiPort + 1,
        dataDir,
        distDir: out,
        restarts: true,
        report,
      });
      stops.push(site.stop);
      api = site.url;
    }
    for (const remote of remotes) {
      const server = await serve(remoteConfig(directoryOf(remote), local), report, {
        port: portOf(remote),
        headers: { 'Access-Control-Allow-Origin': '*' },
        allowedHosts: 'all',
        // The page belongs to the shell, but updates come from the remote's own server.
        client: { overlay: false, logging: 'error', webSocketURL: `ws://localhost:${portOf(remote)}/ws` },
      });
      stops.push(() => server.stop());
      report(`serving ${remote} with fast refresh`);
    }

    const { version } = await readPackage(directoryOf('host'));
    const registered = withBuilds(
      emptySnapshot(),
      prebuilt.map(({ record }) => record),
    );
    const host = {
      version: LOCAL,
      path: '/',
      html: 'index.html',
      embed: '',
      frame: '',
      integrity: {},
      worker: '',
      root: {},
      keys: [],
      paths: [],
      primitives: '',
      ...provided(),
    };
    const snapshot = async () => {
      const releases = await Promise.all(
        remotes.map(async (remote) => [remote, await releaseInDevelopment(remote, portOf(remote))] as const),
      );
      return textOf({ ...registered, host, remotes: { ...registered.remotes, ...Object.fromEntries(releases) } });
    };
    const hook = await readFile(path.join(root, 'releases/src/build/refresh-hook.js'));
    const server = await serve(hostWithGallery(), report, {
      port,
      static: path.join(directoryOf('host'), 'public'),
      historyApiFallback: { disableDotRule: true, rewrites: [{ from: /^\/gallery\/?$/, to: '/gallery.html' }] },
      proxy: [
        { context: ['/api', '/parts', '/media', '/config.json', '/manifest.webmanifest'], target: api },
        { context: ['/app'], target: api, ws: true },
      ],
      setupMiddlewares(middlewares, { app }) {
        app?.get('/refresh-hook.js', (_request, response) => response.type('js').send(hook));
        app?.get('/meta.json', (_request, response) => response.json({ version }));
        app?.get('/registry/pointer.json', (_request, response) =>
          response.json(signedPointer({ current: 'development', previous: null, at: '', recalled: [] })),
        );
        app?.get('/registry/development.json', (_request, response, next) =>
          snapshot().then((text) => response.type('json').send(text), next),
        );
        app?.get('/registry/development.sig', (_request, response, next) =>
          snapshot().then((text) => response.type('text').send(sign(text)), next),
        );
        return middlewares;
      },
    });
    stops.push(() => server.stop());
    return { url: `http://localhost:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
