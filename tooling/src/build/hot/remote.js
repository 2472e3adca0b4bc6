// What a development server exposes in place of a remote's definition (webpack.shared.js, `hot`). A deployed shell has React
// for production, which cannot refresh a component in place. So a screen or slot whose code has changed is shown from its
// start, and the rest of the page goes on: its session, its cart, its data and the other remotes.
import { createElement, useSyncExternalStore } from 'react';
import definition from './definition';

/** @typedef {import('react').ComponentType} Component */

/** The name of the component in a module of each kind. */
const EXPORTS = /** @type {const} */ ({ screens: 'Screen', slots: 'Slot' });
const KINDS = /** @type {const} */ (['screens', 'slots']);

/** The present component of each screen and slot that was loaded, by kind and id. */
const loaded = {
  /** @type {Map<string, Component>} */
  screens: new Map(),
  /** @type {Map<string, Component>} */
  slots: new Map(),
};

/** @type {Set<() => void>} */
const listeners = new Set();
/** @param {() => void} listener */
const subscribe = (listener) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Loads the component as it is now.
 * @param {'screens' | 'slots'} kind
 * @param {string} id
 */
async function load(kind, id) {
  /** @type {Readonly<Record<string, () => Promise<object>>>} */
  const modules = definition[kind] ?? {};
  const module = /** @type {Record<string, Component> | undefined} */ (await modules[id]?.());
  const component = module?.[EXPORTS[kind]];
  if (component) loaded[kind].set(id, component);
}

/** @param {'screens' | 'slots'} kind */
const followed = (kind) =>
  Object.fromEntries(
    Object.keys(definition[kind] ?? {}).map((id) => [
      id,
      async () => {
        await load(kind, id);
        const Current = () => {
          const component = useSyncExternalStore(subscribe, () => loaded[kind].get(id));
          return component ? createElement(component) : null;
        };
        return { [EXPORTS[kind]]: Current };
      },
    ]),
  );

export default { screens: followed('screens'), slots: followed('slots') };

if (import.meta.webpackHot) {
  const hot = import.meta.webpackHot;
  /** @param {unknown} error */
  const reload = (error) => {
    console.warn('The page is loaded again for a change that could not be put in.', error);
    window.location.reload();
  };
  // An update brings federation's loader of shared modules again, without those that the page has. The first one knows them.
  const { consumes } = __webpack_require__.f;
  // Written out: webpack reads the specifier from this very call.
  import.meta.webpackHot.accept('./definition', () => {
    __webpack_require__.f.consumes = consumes;
    const loads = KINDS.flatMap((kind) => [...loaded[kind].keys()].map((id) => load(kind, id)));
    Promise.all(loads).then(() => {
      for (const listener of listeners) listener();
    }, reload);
  });
  // Not a socket: the policy of the page names the origin for requests alone.
  new EventSource(new URL('updates', __webpack_public_path__)).onmessage = () => {
    if (hot.status() === 'idle') hot.check(true).catch(reload);
  };
}
