// Shows the screens and slots of a remote under development in the page of a deployed shell, each as it was last saved.
import { Component, createElement, useSyncExternalStore } from 'react';

/** @typedef {import('react').ComponentType} Shown */
/** @typedef {import('shared-contracts/remote').Mount} Mount */
/** @typedef {{Screen?: Shown, Slot?: Shown, mount?: Mount}} Module */
/** @typedef {'screens' | 'slots'} Kind */
/** @typedef {import('shared-contracts/remote').AnyRemoteDefinition} Definition */

/** The name of the component in a module of each kind. */
const COMPONENTS = /** @type {const} */ ({ screens: 'Screen', slots: 'Slot' });
const KINDS = /** @type {const} */ (['screens', 'slots']);

/**
 * Finds the component or `mount` of a module by the name of its export. It is undefined where the module exports neither.
 * @param {Kind} kind
 * @param {Module | undefined} module
 */
function formOf(kind, module) {
  const component = COMPONENTS[kind];
  if (module?.[component]) return component;
  return module?.mount && 'mount';
}

/** @param {Mount} mount @param {Parameters<Mount>} given */
function mounted(mount, given) {
  const unmount = mount(...given);
  if (typeof unmount !== 'function') throw new Error("'mount' returned no function that removes what it shows.");
  return unmount;
}

/**
 * A boundary for a component that throws. It stays in the page until the next change. The shell's boundary would remove the component, and
 * with it the code that follows the changes.
 * @extends {Component<{shown: Shown}, {error: Error | null, of: Shown | null}>}
 */
class UntilSaved extends Component {
  /** @param {Error} error */
  static getDerivedStateFromError(error) {
    return { error };
  }

  /** @param {{shown: Shown}} props @param {{of: Shown | null}} state */
  static getDerivedStateFromProps({ shown }, { of }) {
    return shown === of ? null : { error: null, of: shown };
  }

  /** @override @type {{error: Error | null, of: Shown | null}} */
  state = { error: null, of: null };

  /** @override */
  render() {
    const { error } = this.state;
    if (!error) return createElement(this.props.shown);
    return createElement('p', { role: 'alert' }, `It threw '${error.message}'. It is shown again once it is saved.`);
  }
}

/**
 * @param {() => Definition} definitionOf the remote's definition as it is now
 * @param {(reason: unknown) => void} reload loads the page again, for a change that cannot be applied in place
 * @returns the definition for the shell, and `renew`, which shows what has changed
 */
export function follow(definitionOf, reload) {
  /** The present module of each screen and slot that was loaded, by kind and id. */
  const loaded = {
    /** @type {Map<string, Module>} */
    screens: new Map(),
    /** @type {Map<string, Module>} */
    slots: new Map(),
  };
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** The number of changes that the page knows. A module requested before the last change is out of date when it arrives. */
  let changes = 0;

  /** @param {() => void} listener */
  const subscribe = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  /**
   * Loads the module in its present state.
   * @param {Kind} kind
   * @param {string} id
   */
  async function load(kind, id) {
    for (;;) {
      const before = changes;
      const request = definitionOf()[kind]?.[id];
      const module = /** @type {Module | undefined} */ (
        await request?.().catch((/** @type {unknown} */ error) => {
          if (before === changes) throw error;
        })
      );
      if (before !== changes) continue;
      if (module) loaded[kind].set(id, module);
      return module;
    }
  }

  /** @param {Kind} kind @param {string} id */
  const componentOf = (kind, id) =>
    function Current() {
      const component = useSyncExternalStore(subscribe, () => loaded[kind].get(id)?.[COMPONENTS[kind]]);
      return component ? createElement(UntilSaved, { shown: component }) : null;
    };

  /**
   * @param {Kind} kind
   * @param {string} id
   * @returns {Mount}
   */
  const mountOf =
    (kind, id) =>
    (...given) => {
      const presentOf = () => loaded[kind].get(id)?.mount;
      let present = presentOf();
      let unmount = present && mounted(present, given);
      const unsubscribe = subscribe(() => {
        const next = presentOf();
        if (!next || next === present) return;
        unmount?.();
        present = next;
        unmount = mounted(next, given);
      });
      return () => {
        unsubscribe();
        unmount?.();
      };
    };

  /** @param {Kind} kind @returns {Record<string, () => Promise<Module>>} */
  const followed = (kind) =>
    Object.fromEntries(
      Object.keys(definitionOf()[kind] ?? {}).map((id) => [
        id,
        async () => {
          const form = formOf(kind, await load(kind, id));
          // Without one, the shell reports the missing export.
          if (!form) return {};
          return { [form]: form === 'mount' ? mountOf(kind, id) : componentOf(kind, id) };
        },
      ]),
    );

  /**
   * Shows the new state of one screen or slot.
   * @param {Kind} kind
   * @param {string} id
   */
  async function renewOne(kind, id) {
    const before = formOf(kind, loaded[kind].get(id));
    const after = formOf(kind, await load(kind, id));
    if (before && after !== before) throw new Error(`${id} was a ${before} and is now ${after ?? 'nothing'}.`);
  }

  return {
    definition: { screens: followed('screens'), slots: followed('slots') },
    async renew() {
      changes += 1;
      try {
        await Promise.all(KINDS.flatMap((kind) => [...loaded[kind].keys()].map((id) => renewOne(kind, id))));
        for (const listener of listeners) listener();
      } catch (error) {
        reload(error);
      }
    },
  };
}
