// npm run dev [remote…]: the shell and the named remotes from development servers with fast refresh, the other remotes
// prebuilt, the API and the payment sandbox as `npm start` runs them. All servers share this one process. Its page alone
// gets this working copy; what is live in dist is neither read nor changed.
// API_URL names an API that runs already and is taken in place of one of its own.
// npm run dev <remote…> -- --shell ADDRESS: the named remotes alone, for a deployed shell that allows it (OVERRIDE_ORIGINS).
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sign } from 'registry/node/signing';
import { emptySnapshot, textOf, withBuilds } from 'registry/node/snapshot';
import { signedPointer } from 'registry/node/store';
import { apps, directoryOf, isRemote, readJson, root } from '../build/apps';
import { buildApps, buildLine } from '../build/build-apps';
import { buildSentence } from '../build/build-errors';
import { provided } from '../build/provided';
import { readDataDir, readPort, requireFreePort, startSite } from '../site/site';
import { readOptions, runCommand } from './arguments';

const require = createRequire(import.meta.url);
const webpack = require('webpack');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const WebpackDevServer = require('webpack-dev-server');
const { hostConfig, remoteConfig } = require('../../../webpack.shared.js');

const local = { mode: 'development', serve: true, version: 'local' };

/** How the registry names a remote that a development server has; its manifest is read anew for every page. */
async function liveRelease(remote, port) {
  const { contract, routes, slots } = await readJson(directoryOf(remote), 'remote.json');
  return {
    version: local.version,
    path: `http://localhost:${port}/`,
    entry: 'remoteEntry.js',
    integrity: {},
    contract,
    packages: {},
    events: [],
    routes,
    slots,
    modules: {},
  };
}

/** The shell, and beside it the page of the primitives, which no release carries. */
function hostWithGallery() {
  const config = hostConfig(directoryOf('host'), local);
  const page = new HtmlWebpackPlugin({
    template: path.join(directoryOf('host'), 'src/gallery/gallery.html'),
    filename: 'gallery.html',
    chunks: ['gallery'],
    publicPath: '/',
  });
  return {
    ...config,
    stats: 'none',
    entry: { ...config.entry, gallery: './src/gallery/index.tsx' },
    plugins: [...config.plugins, page],
  };
}

/** Starts a server and resolves when its first build is there. One with errors is reported and served: a save mends it. */
async function serve(config, report, options) {
  const compiler = webpack(config);
  const server = new WebpackDevServer(
    { hot: true, liveReload: false, static: false, client: { overlay: false, logging: 'error' }, ...options },
    compiler,
  );
  const built = new Promise((resolve) => {
    compiler.hooks.done.tap('development', (stats) => {
      for (const error of stats.compilation.errors) report(buildSentence(error, stats.compilation));
      resolve();
    });
  });
  await server.start();
  await built;
  return server;
}

function requireRemotes(names) {
  const remotes = apps.filter(isRemote);
  if (names.includes('host')) throw new Error('The shell has fast refresh in any case: npm run dev');
  const unknown = names.find((name) => !remotes.includes(name));
  if (unknown) throw new Error(`There is no remote '${unknown}'. The remotes are ${remotes.join(', ')}.`);
}

/**
 * @param {string[]} live names of the remotes under development
 * @param {{port?: number, apiPort?: number, api?: string, dataDir?: string, out?: string, report?: (line: string) => void}} [options]
 *   `api`: address of an API that runs already; otherwise it is started on `apiPort`
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 * @throws for a remote that does not exist, or a prebuilt part that does not build
 */
export async function startDevelopment(live, options = {}) {
  const { port = 8080, apiPort = port + 10, dataDir, out = path.join(root, 'dist'), report = () => {} } = options;
  requireRemotes(live);
  const portOf = (remote) => port + 1 + live.indexOf(remote);
  for (const each of [port, ...live.map(portOf), ...(options.api ? [] : [apiPort, apiPort + 1])]) {
    await requireFreePort(each, 'PORT');
  }
  const prebuilt = await buildApps(
    apps.filter((part) => isRemote(part) && !live.includes(part)),
    { out, report: (line) => report(buildLine(line)) },
  );
  // The API serves their files. Its own pages show what is live there, if anything is.
  await mkdir(path.join(out, 'registry'), { recursive: true });
  const stops = [];
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
    for (const remote of live) {
      const server = await serve({ ...remoteConfig(directoryOf(remote), local), stats: 'none' }, report, {
        port: portOf(remote),
        headers: { 'Access-Control-Allow-Origin': '*' },
        allowedHosts: 'all',
        // The page is the shell's; updates come from the remote's own server.
        client: { overlay: false, logging: 'error', webSocketURL: `ws://localhost:${portOf(remote)}/ws` },
      });
      stops.push(() => server.stop());
      report(`serving ${remote} with fast refresh`);
    }

    const { version } = await readJson(directoryOf('host'), 'package.json');
    const registered = withBuilds(
      emptySnapshot(),
      prebuilt.map(({ record }) => record),
    );
    const host = { version: local.version, path: '/', html: 'index.html', embed: '', integrity: {}, ...provided() };
    const snapshot = async () => {
      const releases = await Promise.all(live.map(async (name) => [name, await liveRelease(name, portOf(name))]));
      return textOf({ ...registered, host, remotes: { ...registered.remotes, ...Object.fromEntries(releases) } });
    };
    const hook = await readFile(path.join(root, 'tooling/src/build/refresh-hook.js'));
    const server = await serve(hostWithGallery(), report, {
      port,
      static: path.join(directoryOf('host'), 'public'),
      historyApiFallback: { disableDotRule: true, rewrites: [{ from: /^\/gallery\/?$/, to: '/gallery.html' }] },
      proxy: [
        { context: ['/api', '/parts', '/media', '/config.json'], target: api },
        { context: ['/app'], target: api, ws: true },
      ],
      setupMiddlewares(middlewares, { app }) {
        app.get('/refresh-hook.js', (_request, response) => response.type('js').send(hook));
        app.get('/meta.json', (_request, response) => response.json({ version }));
        app.get('/registry/pointer.json', (_request, response) =>
          response.json(signedPointer({ current: 'development', previous: null, at: '', recalled: [] })),
        );
        app.get('/registry/development.json', (_request, response, next) =>
          snapshot().then((text) => response.type('json').send(text), next),
        );
        app.get('/registry/development.sig', (_request, response, next) =>
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

/** The first of the ports that override the remotes of a deployed shell; OVERRIDE_PORT says otherwise. */
const OVERRIDE_PORT = 3001;

/**
 * Serves remotes as a release would be, but not signed and not minified, for a shell that runs elsewhere. Each save builds
 * anew; a reload of the page shows it.
 * @param {string[]} live names of remotes
 * @param {{shell: string, port: number, report: (line: string) => void}} options `shell`: its address
 * @returns {Promise<{url: string, stop: () => Promise<void>}>} `url`: the shell with the overrides
 * @throws for a remote that does not exist, or an address that is none
 */
async function startOverrides(live, { shell, port, report }) {
  requireRemotes(live);
  if (!URL.canParse(shell))
    throw new Error(`--shell is '${shell}'; it must be an address such as https://hall.example`);
  const url = new URL(shell);
  for (const index of live.keys()) await requireFreePort(port + index, 'OVERRIDE_PORT');
  const stops = [];
  for (const [index, remote] of live.entries()) {
    let entry = '';
    const config = remoteConfig(directoryOf(remote), { mode: 'production', version: local.version });
    config.plugins.push((compiler) =>
      compiler.hooks.done.tap('entry', ({ compilation }) => {
        entry = Object.keys(compilation.assets).find((file) => /^remoteEntry\.\w+\.js$/.test(file)) ?? '';
      }),
    );
    const origin = `http://localhost:${port + index}`;
    const server = await serve({ ...config, stats: 'none', optimization: { minimize: false } }, report, {
      port: port + index,
      hot: false,
      client: false,
      headers: { 'Access-Control-Allow-Origin': '*' },
      setupMiddlewares(middlewares, { app }) {
        app.get('/remote.json', async (_request, response, next) => {
          try {
            const release = await liveRelease(remote, port + index);
            response.set('Access-Control-Allow-Origin', '*').json({ ...release, name: remote, entry });
          } catch (error) {
            next(error);
          }
        });
        return middlewares;
      },
    });
    stops.push(() => server.stop());
    url.searchParams.append('remote', `${remote}@${origin}`);
    report(`serving ${remote} at ${origin}`);
  }
  const stop = async () => {
    for (const each of stops) await each();
  };
  return { url: url.href, stop };
}

function stopOnSignal(stop) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await stop();
      process.exit(0);
    });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { values, positionals } = readOptions(['shell']);
    const report = (line) => console.log(line);
    if (values.shell) {
      if (positionals.length === 0)
        throw new Error('Name the remote: npm run dev catalog -- --shell https://hall.example');
      const { url, stop } = await startOverrides(positionals, {
        shell: values.shell,
        port: readPort('OVERRIDE_PORT', OVERRIDE_PORT),
        report,
      });
      console.log(`\n${url}\nReload the page to see a change. Ctrl-C stops everything.`);
      stopOnSignal(stop);
      return;
    }
    // Signed for this run alone: a pointer of development is of no moment, and must be no site's.
    process.env.REGISTRY_KEY = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const port = readPort('PORT', 8080);
    const { API_URL: api } = process.env;
    if (api && !URL.canParse(api)) throw new Error(`API_URL is '${api}'; it must be an address.`);
    const { url, stop } = await startDevelopment(positionals, { port, api, dataDir: readDataDir(), report });
    console.log(`\n${url}\n${url}/gallery has every primitive in every state.\nCtrl-C stops everything.`);
    stopOnSignal(stop);
  });
}
