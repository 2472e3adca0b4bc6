/**
 * The real federation runtime over a fake network: jsdom fetches no scripts, so a test says what each script delivers.
 */
import { createInstance, type ModuleFederation } from '@module-federation/runtime';
import type { RemoteRelease } from 'releases/model/schemas';
import type { AnyRemoteDefinition } from 'shared-contracts/remote';
import type { Snapshot } from '../releases/snapshot';

/** The behaviour of a remote's script when it is requested. */
export type Delivery =
  | { kind: 'ready'; definition: Partial<AnyRemoteDefinition> }
  /** The script arrives and its module throws when it starts. */
  | { kind: 'throws'; error: Error }
  /** 404, a dropped connection, or bytes that do not match their integrity. */
  | { kind: 'missing' }
  /** Arrives and defines no container. */
  | { kind: 'garbage' }
  | { kind: 'hangs' };

export interface FakeNetwork {
  federation: ModuleFederation;
  /** Every script that was requested, oldest first. */
  requested: HTMLScriptElement[];
  /** From now on, `remote` is delivered like this. */
  deliver(remote: string, delivery: Delivery): void;
  close(): void;
}

let count = 0;

export function fakeNetwork(snapshot: Snapshot): FakeNetwork {
  count += 1;
  const deliveries = new Map<string, Delivery>();
  const requested: HTMLScriptElement[] = [];

  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLScriptElement)) continue;
      requested.push(node);
      const [name, release] =
        Object.entries(snapshot.remotes).find(([, { path }]) => new URL(node.src).pathname.startsWith(path)) ?? [];
      const delivery = deliveries.get(name ?? '') ?? { kind: 'missing' };
      if (delivery.kind === 'hangs') continue;
      if (delivery.kind === 'ready' || delivery.kind === 'throws') {
        const container = {
          init: () => undefined,
          get: async () => () => {
            if (delivery.kind === 'throws') throw delivery.error;
            return { default: delivery.definition };
          },
        };
        Object.defineProperty(window, `${name}@${release?.version}`, { value: container, configurable: true });
      }
      node.dispatchEvent(new Event(delivery.kind === 'missing' ? 'error' : 'load'));
    }
  });
  observer.observe(document.head, { childList: true });

  return {
    federation: createInstance({ name: `test-shell-${count}`, remotes: [] }),
    requested,
    deliver: (remote, delivery) => deliveries.set(remote, delivery),
    close() {
      observer.disconnect();
      document.head.replaceChildren();
      for (const [name, { version }] of Object.entries(snapshot.remotes)) {
        Reflect.deleteProperty(window, `${name}@${version}`);
      }
    },
  };
}

export function release(name: string, changes: Partial<RemoteRelease> = {}): RemoteRelease {
  count += 1;
  const version = `1.0.0-${String(count).padStart(8, '0')}`;
  return {
    version,
    path: `/parts/${name}/${version}/`,
    entry: 'remoteEntry.aaaaaaaa.js',
    integrity: { 'remoteEntry.aaaaaaaa.js': 'sha384-entry', '1.js': 'sha384-one', '1.css': 'sha384-style' },
    contract: '^1.0.0',
    packages: { react: '^19.0.0' },
    events: [],
    routes: [],
    slots: [],
    modules: { menu: ['1.css', '1.js'] },
    ...changes,
  };
}

export function snapshotOf(remotes: Snapshot['remotes']): Snapshot {
  return {
    host: {
      version: '2.2.63-00000000',
      path: '/parts/host/2.2.63-00000000/',
      html: 'index.html',
      embed: 'embed.js',
      frame: 'frame.html',
      integrity: {},
      worker: '',
      root: {},
      keys: [],
      paths: [],
      primitives: '',
      contract: '1.2.0',
      packages: { react: '19.3.1' },
      events: [],
      slots: [],
    },
    remotes,
  };
}
