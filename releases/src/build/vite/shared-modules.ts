/** A plugin of Vite that takes the shared modules from the shell (container.js), and reads what the remote takes of each. */
import path from 'node:path';
import type { Plugin } from 'vite';
import { compiledCatalog, readCatalog } from '../../words/catalogs';
import { copiedBy } from '../plugins/carry-no-copies';

/** Vite's ids of the shared modules begin with this. No file has such a name. */
const PREFIX = '\0foodhall:';

/** Files whose code the build reads as it is written: calls of the API, events and messages. */
const READ = /\.[cm]?[jt]sx?$/;
const STYLE = /\.(css|less|s[ac]ss|styl|stylus|p(ost)?css)$/;

/** The file of a module. Vite's plugins add parameters to the name of a component's parts. */
export const fileOf = (id: string) => id.split('?')[0] ?? '';
const isStyle = (id: string) => STYLE.test(id) || STYLE.test(fileOf(id));

/** The source of a shared module: each name, as the shell has it. The bundler drops the names that no one takes. */
function sourceOf(key: string, names: readonly string[]): string {
  const take = (name: string) => `/* @__PURE__ */ foodhallTake(${JSON.stringify(key)}, ${JSON.stringify(name)})`;
  return names
    .map((name) => (name === 'default' ? `export default ${take(name)};` : `export const ${name} = ${take(name)};`))
    .join('\n');
}

export interface SharedModulesPlugin {
  plugin: Plugin;
  /** The shared module that a module of the bundle stands for. */
  keyOf(id: string): string | undefined;
  /** The compiled code of the remote's components, once they are built. */
  components(): string[];
}

/**
 * @param directory the remote's folder
 * @param names the exports of each shared module
 * @param hasOwnReact whether the remote brings a React of its own
 */
export function sharedModules(
  directory: string,
  names: ReadonlyMap<string, readonly string[]>,
  hasOwnReact: boolean,
): SharedModulesPlugin {
  const compiled = new Map<string, string>();
  const nameOf = (id: string) => path.relative(directory, fileOf(id));
  const isOwn = (id: string) => path.isAbsolute(id) && !/^\.\.|(^|[\\/])node_modules[\\/]/.test(nameOf(id));
  const isComponent = (id: string) => isOwn(id) && !READ.test(fileOf(id)) && !isStyle(id);
  const keyOf = (id: string) => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined);
  const words = path.join(directory, 'src/words.ts');
  const catalogs = path.join(directory, 'src/locales');
  const plugin: Plugin = {
    name: 'foodhall-shared-modules',
    enforce: 'pre',
    resolveId: (source) => (names.has(source) ? { id: PREFIX + source, moduleSideEffects: false } : undefined),
    load(id) {
      const key = keyOf(id);
      if (key !== undefined) return sourceOf(key, names.get(key) ?? []);
      if (path.dirname(id) !== catalogs || !id.endsWith('.json')) return undefined;
      // Vite makes a module of the JSON.
      return JSON.stringify(compiledCatalog(readCatalog(directory, path.basename(id, '.json'))));
    },
    transform: {
      // After the plugins of frameworks, whose output is JavaScript.
      order: 'post',
      handler(code, id) {
        if (isComponent(id) && !id.endsWith('.json')) compiled.set(id, code);
      },
    },
    buildEnd(error) {
      if (error) return;
      for (const id of this.getModuleIds()) {
        const copied = copiedBy(fileOf(id), hasOwnReact);
        const importers = this.getModuleInfo(id)?.importers ?? [];
        if (copied) this.error(`${nameOf(importers[0] ?? '')} would bring its own copy of ${copied}.`);
        if (keyOf(id) === undefined && id !== words) continue;
        const component = importers.find(isComponent);
        if (component === undefined) continue;
        this.error(
          `${nameOf(component)} imports ${keyOf(id) ?? 'words.ts'}. The build reads calls of the API, events and messages in TypeScript files alone: import it in a .ts file, and that file here.`,
        );
      }
    },
  };
  return {
    plugin,
    keyOf,
    components: () => [...compiled.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, code]) => code),
  };
}
