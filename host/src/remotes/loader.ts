/**
 * Loads remotes. Loading never rejects: a remote is ready, or it failed for a reason that names it, and whoever asked
 * shows that in its own place. A failure is not remembered, so asking again tries again.
 */
import type { ModuleFederation } from '@module-federation/runtime';
import type { ComponentType } from 'react';
import { describeMismatch, mismatchesOf, type Provided } from 'registry/compatibility';
import type { RemoteRelease } from 'registry/model';
import type { RemoteDefinition } from 'shared-contracts/remote';
import type { Snapshot } from '../releases/snapshot';
import { createAssets, RETRY_PARAM } from './assets';
import { hasOtherBytes } from './integrity-mismatch';
import { preloadFiles } from './preload';

export type FailureReason =
  /** No remote of this name is in the snapshot, or it has no such screen or slot. */
  | 'unknown'
  /** It needs a contract, package, event or slot that this shell does not have; nothing of it was requested. */
  | 'incompatible'
  /** A file did not arrive, or arrived too late. */
  | 'unreachable'
  /** A file has other bytes than were released; the browser did not run them. */
  | 'altered'
  /** It arrived and does not work. */
  | 'broken';

export interface Failed {
  status: 'failed';
  reason: FailureReason;
  /** For developers and logs; visitors get the screen's own words. */
  error: Error;
}

export type LoadedRemote = { status: 'ready'; definition: RemoteDefinition } | Failed;
export type LoadedComponent = { status: 'ready'; Component: ComponentType } | Failed;

export interface Loader {
  loadRemote(name: string): Promise<LoadedRemote>;
  loadScreen(remote: string, screen: string): Promise<LoadedComponent>;
  /** For whoever may open it: what fails is told to nobody, and asked for again when somebody does. */
  preloadScreen(remote: string, screen: string): void;
  loadSlot(remote: string, module: string): Promise<LoadedComponent>;
  /**
   * What is asked of this remote from now on is requested anew, at new addresses. Requests that hang have failed, and
   * whoever waits for one waits for the new one.
   */
  askAnew(remote: string): void;
}

/** A part that is to fail on purpose, or whose component is spoilt. */
export type Interference = Failed | { status: 'spoilt'; spoil: (Part: ComponentType) => ComponentType };

export interface LoaderOptions {
  snapshot: Snapshot;
  /** The shell's federation instance. */
  federation: ModuleFederation;
  /** Origin that serves the parts; the page's own unless another site embeds a remote. */
  site?: string;
  /** What the running shell provides. */
  provides: Provided;
  /**
   * 'Loading chunk {id} failed.', twice: the page may be older than what is served. A slot's loss is its own place's.
   * @returns whether the page reloads for it
   */
  onScreenLost?: ((screen: string) => Promise<boolean>) | undefined;
  /** The fault switch of the devtools, where they are allowed: asked before each part of a remote. */
  interfere?: ((remote: string) => Promise<Interference | undefined>) | undefined;
}

/** What is not there by then has failed for the place that waits for it. */
const PLACE_TIMEOUT_MS = 10_000;
/** Longer, because a place may wait for a file that another asked for before it. */
const ENTRY_TIMEOUT_MS = 30_000;

function failed(reason: FailureReason, message: string, cause?: unknown): Failed {
  return { status: 'failed', reason, error: new Error(message, { cause }) };
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

/** 'Loading chunk {id} failed.' is what webpack says of a script; of a style it has a code. */
function isLostChunk(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return cause.name === 'ChunkLoadError' || (cause as { code?: unknown }).code === 'CSS_CHUNK_LOAD_FAILED';
}

/** Webpack names the address that failed; a second request has its own. */
function isOfFirstRequest(cause: unknown): boolean {
  const { request } = cause as { request?: unknown };
  return typeof request === 'string' && !new URL(request, window.location.href).searchParams.has(RETRY_PARAM);
}

/** Webpack and the federation runtime mark a file that did not come; everything else is the remote's own fault. */
function reasonOf(cause: unknown): FailureReason {
  const isMissingFile = isLostChunk(cause) || /ScriptNetworkError/.test(messageOf(cause));
  return isMissingFile ? 'unreachable' : 'broken';
}

/** Tells whoever requested a file under this address, and has no answer, that there will be none. */
function failHanging(address: string): void {
  for (const tag of document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
    'script[src], link[rel="stylesheet"]',
  )) {
    const href = tag instanceof HTMLScriptElement ? tag.src : tag.href;
    // Webpack and federation take their handlers away when a file is there.
    if (href.startsWith(address)) tag.onerror?.(new Event('error'));
  }
}

export function createLoader({
  snapshot,
  federation,
  site = window.location.origin,
  provides,
  onScreenLost,
  interfere,
}: LoaderOptions): Loader {
  const assets = createAssets(snapshot, site);
  window.foodhallAsset = assets.assetOf;
  federation.registerPlugins([
    {
      name: 'foodhall-entries',
      createScript({ url }) {
        const asset = assets.assetOf(url);
        const script = document.createElement('script');
        script.src = asset?.url ?? url;
        script.async = true;
        script.fetchPriority = 'high';
        if (asset?.integrity) {
          script.crossOrigin = 'anonymous';
          script.integrity = asset.integrity;
        }
        return { script, timeout: ENTRY_TIMEOUT_MS };
      },
    },
  ]);

  const registered = new Set<string>();
  const remotes = new Map<string, Promise<LoadedRemote>>();
  const inFederation = new Map<string, Promise<unknown>>();
  const preloaded = new Set<string>();
  /** How often each remote was asked for anew. */
  const rounds = new Map<string, number>();
  const roundOf = (name: string) => rounds.get(name) ?? 0;

  /** Says, whenever asked, whether the remote was asked for anew since this moment. */
  function sinceNow(name: string): () => boolean {
    const round = roundOf(name);
    return () => round !== roundOf(name);
  }

  function incompatibility(name: string, release: RemoteRelease): string | undefined {
    const [first, ...others] = mismatchesOf(release, provides).map((mismatch) =>
      describeMismatch(name, release.version, mismatch, 'this shell'),
    );
    return first && [first, ...others, `Rebuild ${name} or roll it back.`].join(' ');
  }

  /** What to say of a file that did not come: with its name, and whether it was not the one that was released. */
  async function lost(release: RemoteRelease, what: string, cause: unknown): Promise<Failed> {
    const reason = reasonOf(cause);
    if (reason === 'unreachable') {
      const address = (cause as { request?: unknown }).request ?? new URL(release.path + release.entry, site).href;
      const { pathname } = new URL(String(address), site);
      const integrity = release.integrity[pathname.slice(release.path.length)];
      if (integrity && (await hasOtherBytes(new URL(pathname, site), integrity))) {
        return failed('altered', `${what} was blocked: ${pathname} has other bytes than were released.`, cause);
      }
    }
    return failed(reason, `${what} could not be loaded: ${messageOf(cause)}`, cause);
  }

  /**
   * A chunk that did not come is asked for once more, at another address, before anybody hears of it. Each of several: one
   * that was still on its way when the first was lost may fail while the first is asked for again. A file of a developer's
   * own build is in no snapshot, and has the same address each time.
   */
  async function twice<T>(name: string, load: () => Promise<T>): Promise<T> {
    const isOver = sinceNow(name);
    const lostAt = new Set<unknown>();
    for (;;) {
      try {
        return await load();
      } catch (cause) {
        const { request } = cause as { request?: unknown };
        const isLastTime = lostAt.has(request) || (lostAt.size > 0 && !isOfFirstRequest(cause));
        if (!isLostChunk(cause) || isOver() || isLastTime) throw cause;
        lostAt.add(request);
        assets.renew(name);
      }
    }
  }

  /** In turn: federation answers a second call with the request that runs, and that may be one that was given up. */
  function exposedModule(name: string): Promise<{ default?: RemoteDefinition } | null> {
    const load = () => federation.loadRemote<{ default?: RemoteDefinition }>(`${name}/remote`);
    const module = (inFederation.get(name) ?? Promise.resolve()).then(load);
    inFederation.set(
      name,
      module.catch(() => {}),
    );
    return module;
  }

  async function request(name: string, release: RemoteRelease): Promise<LoadedRemote> {
    const isOver = sinceNow(name);
    try {
      if (!registered.has(name)) {
        const entry = new URL(release.path + release.entry, site).href;
        federation.registerRemotes([{ name, entry, entryGlobalName: `${name}@${release.version}` }]);
        registered.add(name);
      }
      const module = await twice(name, () => exposedModule(name));
      const definition = module?.default;
      if (!definition?.screens) {
        return failed(
          'broken',
          `Remote '${name}' ${release.version} exposes no definition. Its remote.ts must export defineRemote({…}) as default.`,
        );
      }
      return { status: 'ready', definition };
    } catch (cause) {
      const what = `Remote '${name}' ${release.version}`;
      return isOver() ? failed('unreachable', `${what} was asked for anew.`, cause) : await lost(release, what, cause);
    }
  }

  async function loadRemote(name: string, module?: string): Promise<LoadedRemote> {
    const release = snapshot.remotes[name];
    if (!release) return failed('unknown', `No remote '${name}' is released. Release it, or take its links away.`);
    const mismatch = incompatibility(name, release);
    if (mismatch) return failed('incompatible', mismatch);
    if (module && !preloaded.has(`${name}/${module}`)) preloadFiles(release, module, site);
    preloaded.add(`${name}/${module}`);
    const running = remotes.get(name) ?? request(name, release);
    remotes.set(name, running);
    const result = await running;
    if (result.status === 'failed' && remotes.get(name) === running) {
      remotes.delete(name);
      assets.renew(name);
    }
    return result;
  }

  type Pick = (definition: RemoteDefinition) => (() => Promise<ComponentType>) | undefined;

  const pickScreen =
    (screen: string): Pick =>
    ({ screens }) => {
      const load = screens[screen];
      return load && (async () => (await load()).Screen);
    };

  async function loadComponent(
    remote: string,
    kind: 'screen' | 'slot',
    id: string,
    pick: Pick,
    onLost?: () => Promise<boolean>,
  ): Promise<LoadedComponent> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Failed>((resolve) => {
      const seconds = PLACE_TIMEOUT_MS / 1000;
      const message = `The ${kind} '${id}' of remote '${remote}' did not arrive within ${seconds} seconds.`;
      timer = setTimeout(() => resolve(failed('unreachable', message)), PLACE_TIMEOUT_MS);
    });
    // The page that comes is not late for this one, whose scripts run until it is there.
    const onLostInTime = async () => {
      const isReloading = (await onLost?.()) ?? false;
      if (isReloading) clearTimeout(timer);
      return isReloading;
    };
    try {
      return await Promise.race([tryComponent(remote, kind, id, pick, onLostInTime), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function tryComponent(
    remote: string,
    kind: 'screen' | 'slot',
    id: string,
    pick: Pick,
    onLost: () => Promise<boolean>,
  ): Promise<LoadedComponent> {
    const isOver = sinceNow(remote);
    const interference = await interfere?.(remote);
    if (interference?.status === 'failed') return interference;
    const loaded = await loadRemote(remote, id);
    // Somebody else asked anew while this waited: the new request is this one's as well.
    if (loaded.status === 'failed') return isOver() ? tryComponent(remote, kind, id, pick, onLost) : loaded;
    const load = pick(loaded.definition);
    if (!load) return failed('unknown', `Remote '${remote}' has no ${kind} '${id}'. Its remote.json names one.`);
    try {
      const Component = await twice(remote, load);
      if (Component) return { status: 'ready', Component: interference ? interference.spoil(Component) : Component };
      const wanted = kind === 'screen' ? 'Screen' : 'Slot';
      return failed('broken', `The ${kind} '${id}' of remote '${remote}' exports no component named ${wanted}.`);
    } catch (cause) {
      if (isOver()) return tryComponent(remote, kind, id, pick, onLost);
      assets.renew(remote);
      // This page ends. Whether the screen is lost is the next one's to find out, and to say.
      if (isLostChunk(cause) && (await onLost())) return await new Promise(() => {});
      const release = snapshot.remotes[remote];
      const what = `The ${kind} '${id}' of remote '${remote}' ${release?.version ?? ''}`;
      return release
        ? await lost(release, what, cause)
        : failed(reasonOf(cause), `${what} could not be loaded: ${messageOf(cause)}`, cause);
    }
  }

  return {
    loadRemote: (name) => loadRemote(name),
    loadScreen: (remote, screen) =>
      loadComponent(
        remote,
        'screen',
        screen,
        pickScreen(screen),
        onScreenLost && (() => onScreenLost(`${remote}/${screen}`)),
      ),
    preloadScreen(remote, screen) {
      void loadComponent(remote, 'screen', screen, pickScreen(screen));
    },
    loadSlot: (remote, module) =>
      loadComponent(remote, 'slot', module, ({ slots }) => {
        const load = slots?.[module];
        return load && (async () => (await load()).Slot);
      }),
    askAnew(name) {
      rounds.set(name, roundOf(name) + 1);
      remotes.delete(name);
      assets.renew(name);
      const release = snapshot.remotes[name];
      if (release) failHanging(new URL(release.path, site).href);
    },
  };
}
