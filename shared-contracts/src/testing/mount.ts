/** Helpers for the tests of a screen or slot without React: they need no library of React. */
import { provideClient } from '../client';
import { createEventStore, type EventStore, provideEventStore, type ShellState } from '../events';
import { createQueryClient, provideQueryClient } from '../query';
import type { Mount, MountProps } from '../remote';
import { provideSite } from '../site';
import { type FakeApi, fakeApi } from './fake-api';
import { TEST_SITE } from './test-site';

export { type FakeApi, type FakeRequest, fakeApi } from './fake-api';

export interface MountOptions {
  api?: FakeApi;
  params?: MountProps['params'];
  state?: Partial<ShellState>;
}

export interface MountedScreen {
  /** The element in the page that has the content. */
  element: HTMLElement;
  /** Removes the content, as the shell does when the visitor goes on. */
  unmount: () => void;
  api: FakeApi;
  store: EventStore;
  /** The paths that it has opened by `navigate`, oldest first. */
  paths: string[];
  /** The errors that it has handed to `fail`, oldest first. */
  errors: unknown[];
}

/**
 * Mounts a screen or slot as the shell would: with an event store, a query client and a fake API.
 * @example
 * const { element, unmount } = mountScreen(mount, { api: fakeApi().on('GET /venues', { data: [] }) });
 */
export function mountScreen(mount: Mount, { api = fakeApi(), params = {}, state }: MountOptions = {}): MountedScreen {
  const store = createEventStore(state ? { initial: state } : {});
  provideEventStore(store);
  provideClient(api);
  provideSite(TEST_SITE);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  provideQueryClient(client);
  const element = document.body.appendChild(document.createElement('div'));
  const paths: string[] = [];
  const errors: unknown[] = [];
  const remove = mount(element, {
    params,
    navigate: (path) => void paths.push(path),
    fail: (error) => void errors.push(error),
  });
  return {
    element,
    api,
    store,
    paths,
    errors,
    unmount() {
      remove();
      element.remove();
    },
  };
}
