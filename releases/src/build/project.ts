/** The project that the commands work on: this repository. In the kit, kit/project.ts takes the place of this file. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export interface Project {
  /** The folder with package-lock.json, dist and .cache. Messages name files relative to it. */
  root: string;
  /** The folder of shared-contracts. */
  contracts: string;
  /** The deployable apps. The shell takes longest to build, so it comes first. */
  apps: readonly string[];
  /** The folder with the sources of an app. */
  directoryOf(app: string): string;
  /** Files and folders that every app is built with. A change in them makes another version. */
  recipe: readonly string[];
  /** The folder whose package.json names the oldest browsers, and which has the recipe's files in releases/src/build. */
  browsers: string;
}

const root = path.resolve(import.meta.dirname, '../../..');
const remotes = path.join(root, 'remotes');
const host = 'host';

/** The files at the top of the repository that a build reads: the recipe, and the settings for declarations. */
const TOP = ['webpack.shared.js', 'tsconfig.json'];
const RECIPE = [
  'app-calls.ts',
  'build-app.ts',
  'bundled-remote.ts',
  'bundled-sources.ts',
  'calls',
  'components.ts',
  'declaration-hashes.ts',
  'declarations.ts',
  'first-screens.ts',
  'manifest.ts',
  'primitives.ts',
  'provided.ts',
  'sbom.ts',
  'shared-names.ts',
  'shell-page.ts',
  'source-maps.ts',
  'sources.ts',
  'styles.ts',
  'surface.ts',
  'translated-facts.ts',
  'loaders',
  'plugins',
  'vite',
];

export const project: Project = {
  root,
  contracts: path.join(root, 'shared-contracts'),
  apps: [
    host,
    ...readdirSync(remotes)
      .filter((name) => existsSync(path.join(remotes, name, 'remote.json')))
      .sort(),
  ],
  directoryOf: (app) => (app === host ? path.join(root, host) : path.join(remotes, app)),
  recipe: [
    ...TOP.map((name) => path.join(root, name)),
    ...RECIPE.map((name) => path.join(root, 'releases/src/build', name)),
  ],
  browsers: root,
};
