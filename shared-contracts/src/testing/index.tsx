/** Helpers for a remote's tests: a fake API with the real client's shapes, a fresh store, and a render with both. */
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { provideClient } from '../client';
import { noteServerTime } from '../client/server-clock';
import { createEventStore, type EventStore, provideEventStore, type ShellState } from '../events';
import { createQueryClient, provideQueryClient, QueryClientProvider } from '../query';
import { MemoryRouter, Route, Routes, useLocation } from '../router';
import { provideSite } from '../site';
import { type FakeApi, fakeApi } from './fake-api';
import { TEST_SITE } from './test-site';

export * from './builders';
export { failedLoads } from './failed-loads';
export { type FakeApi, type FakeRequest, fakeApi } from './fake-api';
export { speakEnglish, speakLanguage } from './speak';
export { TEST_SITE } from './test-site';
export { translatePage } from './translation';

/**
 * Acts as if a response had just shown that the device's clock is ahead of the server's by so many minutes, or behind
 * if the number is negative.
 */
export function setMinutesAhead(minutes: number): void {
  const now = performance.now();
  noteServerTime(new Date(Date.now() - minutes * 60_000).toUTCString(), now, now);
}

export interface RenderOptions {
  api?: FakeApi;
  /** The address; `/venues` by default. */
  at?: string;
  /** The route's pattern where the screen reads parameters. */
  path?: string;
  state?: Partial<ShellState>;
}

/** Renders a screen as the shell would: router, query client, store and a fake API. */
export function renderScreen(
  screen: ReactNode,
  { api = fakeApi(), at = '/venues', path = '*', state }: RenderOptions = {},
): RenderResult & { api: FakeApi; store: EventStore } {
  const store = createEventStore(state ? { initial: state } : {});
  provideEventStore(store);
  provideClient(api);
  provideSite(TEST_SITE);
  const client = createQueryClient();
  client.setDefaultOptions({
    queries: { ...client.getDefaultOptions().queries, retry: false, gcTime: Number.POSITIVE_INFINITY },
  });
  provideQueryClient(client);
  const result = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={path} element={screen} />
          <Route path="*" element={null} />
        </Routes>
        <CurrentAddress />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...result, api, store };
}

/** Shows the router's address, for a test to read: `screen.getByTestId('address')`. */
function CurrentAddress() {
  const { pathname, search } = useLocation();
  return <output data-testid="address" hidden>{`${pathname}${search}`}</output>;
}
