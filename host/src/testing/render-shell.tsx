/** Renders the whole shell at an address, with a fake API and remotes that show only their screens' names. */
import { act, type RenderResult, render } from '@testing-library/react';
import { type ComponentType, useEffect, useLayoutEffect } from 'react';
import { provideClient } from 'shared-contracts/client';
import { createEventStore, type EventStore, provideEventStore, type ShellState } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient } from 'shared-contracts/query';
import { provideSite } from 'shared-contracts/site';
import { aUser, aVenue, type FakeApi, fakeApi, TEST_SITE } from 'shared-contracts/testing';
import type { SiteConfig } from 'shared-contracts/types';
import { App } from '../app/app';
import { loadOwnScreens } from '../app/own-screens';
import { assembleRoutes } from '../app/route-table';
import { loadNotices } from '../chrome/notices-later';
import { loadPanels } from '../chrome/panels-later';
import type { Snapshot } from '../releases/snapshot';
import type { LoadedComponent } from '../remotes/components';
import type { Loader } from '../remotes/loader';
import { SNAPSHOT } from './snapshot';

export { sessionOf, signedIn } from 'shared-contracts/testing';

export const THANDI = aUser();

/** Holds a personal account and two vendors. */
export const MAI = aUser({
  id: 5,
  name: 'Mai Tanaka',
  email: 'mai@foodhall.test',
  vendors: {
    data: [
      { id: 7, name: 'Kumo Ramen' },
      { id: 8, name: 'Pico Taquería' },
    ],
  },
});

export interface FakeLoader extends Loader {
  /** The modules that the shell requested, oldest first: 'catalog/venues'. */
  requested: string[];
  /** From now on this remote loads. */
  repair(remote: string): void;
}

function ShowName(name: string) {
  return <p>{name}</p>;
}

/** Screens and slots by name, in place of the fake ones. */
export type FakeComponents = Readonly<Record<string, ComponentType>>;

function fakeLoader(components: FakeComponents, failed: readonly string[]): FakeLoader {
  const requested: string[] = [];
  const failing = new Set(failed);
  const show = async (name: string): Promise<LoadedComponent> => {
    requested.push(name);
    const [remote = ''] = name.split(/[/#]/);
    if (failing.has(remote)) return { status: 'failed', reason: 'unreachable', error: new Error(`${name} failed.`) };
    return { status: 'ready', Component: components[name] ?? ShowName.bind(null, name) };
  };
  return {
    requested,
    repair: (remote) => failing.delete(remote),
    loadRemote: async () => ({ status: 'ready', definition: { screens: {} } }),
    loadScreen: (remote, screen) => show(`${remote}/${screen}`),
    preloadScreen: (remote, screen) => void show(`${remote}/${screen}`),
    loadSlot: (remote, module) => show(`${remote}#${module}`),
    invalidate: () => {},
  };
}

/** Whether ThrowsWhileUnmounting throws; not while the test itself unmounts the page. */
export const unmounting = { throws: true };

/** A component whose effects, of both kinds, throw in their cleanup. */
export function ThrowsWhileUnmounting() {
  useEffect(() => fail, []);
  useLayoutEffect(() => fail, []);
  return <p>It works.</p>;
}

function fail(): void {
  if (unmounting.throws) throw new Error('It throws while unmounting.');
}

export interface ShellRender extends RenderResult {
  api: FakeApi;
  store: EventStore;
  loader: FakeLoader;
  /** Called with what a remote's boundaries caught. */
  onRenderError: jest.Mock;
}

export interface ShellRenderOptions {
  api?: FakeApi;
  snapshot?: Snapshot;
  state?: Partial<ShellState>;
  site?: SiteConfig;
  components?: FakeComponents;
  /** Names of the remotes that do not load. */
  failed?: readonly string[];
}

/** It responds to the calls that pages make without a user; `api.on` replaces a response. */
export function shellApi(): FakeApi {
  return fakeApi()
    .on('GET /venues', { data: [aVenue()] })
    .on('GET /venues/1', { data: aVenue() })
    .on('GET /vendors', { data: [] })
    .on('GET /vendors/2', { data: {} })
    .on('GET /vendors/7', { data: {} })
    .on('GET /items/9', { data: {} })
    .on('GET /me', { data: { ...THANDI, orders: { data: [] } } })
    .on('POST /logout', undefined);
}

/** Resolves when the page has rendered the responses to its first requests, and all code of the shell has arrived. */
export async function renderShell(
  at: string,
  {
    api = shellApi(),
    snapshot = SNAPSHOT,
    state,
    site = TEST_SITE,
    components = {},
    failed = [],
  }: ShellRenderOptions = {},
): Promise<ShellRender> {
  await Promise.all([loadPanels(), loadNotices(), loadOwnScreens()]);
  // Work after the first screen runs within the same `act`.
  Object.assign(window, { requestIdleCallback: queueMicrotask });
  window.history.replaceState(null, '', at);
  const store = createEventStore(state ? { initial: state } : {});
  provideEventStore(store);
  provideClient(api);
  provideSite(site);
  provideQueryClient(createQueryClient());
  const loader = fakeLoader(components, failed);
  const onRenderError = jest.fn();
  const remotes = { loader, snapshot, site: window.location.origin, onRenderError };
  const result = await act(async () => render(<App remotes={remotes} routes={assembleRoutes(snapshot)} />));
  return { ...result, api, store, loader, onRenderError };
}

/** Path and query of the page. */
export const address = (): string => window.location.pathname + window.location.search;
