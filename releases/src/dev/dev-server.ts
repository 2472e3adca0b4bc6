// Shared by the development servers: the shell's, the remotes', and those that override a deployed shell's remotes.

import type { RemoteManifest } from 'shared-contracts/remote';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer, { type Configuration as ServerOptions } from 'webpack-dev-server';
import { apps, directoryOf, isRemote, readJson } from '../build/apps';
import { buildSentence } from '../build/build-errors';
import { problemsOfManifest } from '../build/manifest';
import { translatedMenu } from '../build/translated-menu';
import type { RemoteRelease } from '../model/schemas';

/** The version of everything that a development server serves. */
export const LOCAL = 'local';

/** A running development server or site. */
export interface Running {
  url: string;
  stop: () => Promise<void>;
}

/** @throws for the shell, and for a remote that does not exist */
export function requireRemotes(names: readonly string[]): void {
  const remotes = apps.filter(isRemote);
  if (names.includes('host')) throw new Error('The shell has fast refresh in any case: npm run dev');
  const unknown = names.find((name) => !remotes.includes(name));
  if (unknown) throw new Error(`There is no remote '${unknown}'. The remotes are ${remotes.join(', ')}.`);
}

/**
 * Makes the registry's entry for a remote on a development server, from its present remote.json.
 * @throws with the mistakes in remote.json
 */
export async function releaseInDevelopment(remote: string, port: number): Promise<RemoteRelease> {
  const manifest: unknown = await readJson(directoryOf(remote), 'remote.json');
  const problems = problemsOfManifest(remote, manifest);
  if (problems.length > 0) throw new Error(`remotes/${remote}/remote.json: ${problems.join(' ')}`);
  const { contract, routes, slots, menu } = manifest as RemoteManifest;
  return {
    version: LOCAL,
    path: `http://localhost:${port}/`,
    entry: 'remoteEntry.js',
    integrity: {},
    contract,
    packages: {},
    events: [],
    routes,
    slots,
    ...translatedMenu(directoryOf(remote), { menu }),
    modules: {},
  };
}

/**
 * Starts a server and resolves after its first build. It reports errors of a build and goes on, since the next save may fix them. Pages do
 * not get a build with errors: they cannot apply it, and would reload at the next build.
 */
export async function serve(
  config: Configuration,
  report: (line: string) => void,
  options: ServerOptions,
): Promise<WebpackDevServer> {
  const compiler = webpack({ ...config, stats: 'none', optimization: { ...config.optimization, emitOnErrors: false } });
  if (!compiler) throw new Error('webpack has no configuration.');
  const server = new WebpackDevServer(
    { hot: true, liveReload: false, static: false, client: { overlay: false, logging: 'error' }, ...options },
    compiler,
  );
  const built = new Promise<void>((resolve) => {
    compiler.hooks.done.tap('development', ({ compilation }) => {
      for (const error of compilation.errors) report(buildSentence(error, compilation));
      resolve();
    });
  });
  await server.start();
  await built;
  return server;
}
