// The entry of a remote that Vite builds: a container of Module Federation, and the loader of the remote's files. Each file is requested as the
// recipe's own runtime requests one: the page gives its address and its hash (host/src/remotes/assets.ts), and a failure can be tried again.
// Vite builds this module into the entry. It imports nothing.

/**
 * @typedef {object} ContainerData
 * @property {string} name of the remote in federation, such as 'foodhall/loyalty-card'
 * @property {string} definition the file with the remote's definition
 * @property {Record<string, string[]>} needs the scripts and styles of each file that is imported when the code runs, itself included
 * @property {string[]} shared the modules of the shell that the remote takes
 * @property {number} timeout milliseconds after which a file has failed
 *
 * @typedef {Record<string, unknown>} Exports
 * @typedef {(exports: Exports, require: (file: string) => unknown, taken: (key: string, name: string) => unknown, address: (file: string) => string) => void} Factory
 * @typedef {{from?: string, lib?: () => Exports}} Shared
 * @typedef {Record<string, Record<string, Shared>>} ShareScope
 */

/** The name of the shell among those that share modules (host/src/remotes/provide.ts). */
const SHELL = 'foodhall/host';

/**
 * The error of a file that did not arrive, as webpack names it for scripts and for styles. The shell then requests it once more.
 * @param {string} file
 * @param {string} request
 */
function lost(file, request) {
  const error = new Error(`Loading ${file} failed.\n(${request})`);
  const isStyle = file.endsWith('.css');
  return Object.assign(
    error,
    { name: isStyle ? 'Error' : 'ChunkLoadError', request },
    isStyle && { code: 'CSS_CHUNK_LOAD_FAILED' },
  );
}

/**
 * Makes the container. It is called while the entry's script runs, which tells where the remote's files are.
 * @param {ContainerData} data
 */
export function createContainer({ name, definition, needs, shared, timeout }) {
  const page = /** @type {typeof globalThis & Record<string, Map<string, Factory> | undefined>} */ (globalThis);
  /** The code of the files. Two versions of a remote have it in common, since equal names have equal bytes. */
  const factories = page[name] ?? new Map();
  page[name] = factories;
  const base = new URL('.', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  /** @type {Map<string, Exports>} */
  const modules = new Map();
  /** @type {Map<string, Promise<void>>} */
  const requested = new Map();
  /** @type {Set<string>} */
  const arrived = new Set();
  /** @type {Map<string, Exports>} */
  const taken = new Map();
  /** @type {ShareScope} */
  let scope = {};

  /** @param {string} file */
  const address = (file) => base + file;

  /**
   * Adds the element of a file to the page. The shell fails a pending one by its handler (host/src/remotes/retry.ts).
   * @param {string} file
   * @returns {Promise<void>}
   */
  function request(file) {
    const { url, integrity } = self.foodhallAsset?.(address(file)) ?? { url: address(file), integrity: undefined };
    const isStyle = file.endsWith('.css');
    const tag = isStyle
      ? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url })
      : Object.assign(document.createElement('script'), { async: true, src: url });
    if (integrity) Object.assign(tag, { crossOrigin: 'anonymous', integrity });
    return new Promise((resolve, reject) => {
      /** @param {boolean} isThere */
      const settle = (isThere) => {
        clearTimeout(timer);
        tag.onload = null;
        tag.onerror = null;
        if (!isStyle || !isThere) tag.remove();
        if (isThere) resolve();
        else reject(lost(file, url));
      };
      const timer = setTimeout(() => settle(false), timeout);
      tag.onload = () => settle(isStyle || factories.has(file));
      tag.onerror = () => settle(false);
      document.head.append(tag);
    });
  }

  /** @param {string} file */
  function arrive(file) {
    const pending = requested.get(file) ?? request(file).then(() => void arrived.add(file));
    requested.set(file, pending);
    // The next attempt requests it again.
    pending.catch(() => requested.get(file) === pending && requested.delete(file));
    return pending;
  }

  /**
   * Runs a file once. A file that throws runs again at the next attempt.
   * @param {string} file
   */
  function run(file) {
    const known = modules.get(file);
    if (known) return known;
    /** @type {Exports} */
    const exports = {};
    modules.set(file, exports);
    try {
      factories.get(file)?.(exports, require, take, address);
      return exports;
    } catch (error) {
      modules.delete(file);
      throw error;
    }
  }

  /**
   * Returns the exports of a file, or a promise of them if the file has to be requested first. Only an import() meets a promise: what a file
   * imports at its top has arrived before it runs.
   * @param {string} specifier './card.screen.1f2e3d4c.js'
   */
  function require(specifier) {
    const file = specifier.replace(/^\.\//, '');
    const wanted = needs[file] ?? [];
    if (wanted.every((each) => arrived.has(each))) return run(file);
    return Promise.all(wanted.map(arrive)).then(() => run(file));
  }

  /** @param {string} key @param {string} exported */
  function take(key, exported) {
    const module = taken.get(key) ?? {};
    return exported === 'default' ? (module.default ?? module) : module[exported];
  }

  /** @param {string} key */
  function takeFromShell(key) {
    const offer = Object.values(scope[key] ?? {}).find(({ from }) => from === SHELL);
    if (!offer?.lib) throw new Error(`Can not get '${key}'`);
    taken.set(key, offer.lib());
  }

  return {
    /** @param {ShareScope} given */
    init(given) {
      scope = given;
    },
    /**
     * Loads the definition of the remote, the one module that it exposes.
     * @param {string} module
     */
    async get(module) {
      if (module !== './remote') throw new Error(`Module "${module}" does not exist in container.`);
      shared.forEach(takeFromShell);
      const exports = await require(definition);
      return () => exports;
    },
  };
}
