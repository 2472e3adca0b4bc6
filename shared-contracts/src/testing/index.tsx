/** Helpers for a remote's tests: a fake API with the real client's shapes, a fresh store, and a render with both. */
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type ApiClient, ApiError, provideClient, type RequestOptions } from '../client';
import { unreachable } from '../client/api-error';
import { noteServerTime } from '../client/server-clock';
import { createEventStore, type EventStore, provideEventStore, type ShellState } from '../events';
import { createQueryClient, provideQueryClient, QueryClientProvider } from '../query';
import { MemoryRouter, Route, Routes, useLocation } from '../router';
import { provideSite } from '../site';
import type { SiteConfig } from '../types';

export * from './builders';
export { failedLoads } from './failed-loads';
export { speakEnglish, speakLanguage } from './speak';
export { translatePage } from './translation';

export interface FakeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  params: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string>;
}

type FakeResponse = unknown | ((request: FakeRequest) => unknown);

export interface FakeApi extends ApiClient {
  /** `on('GET /venues', {data: []})`; a function responds by request, an ApiError refuses. The last response given for a call holds. */
  on(call: string, response: FakeResponse): FakeApi;
  /** Every request so far, oldest first. */
  requests: FakeRequest[];
}

/** A call that no `on` has given a response fails with an error that names it. */
export function fakeApi(): FakeApi {
  const responses = new Map<string, FakeResponse>();
  const requests: FakeRequest[] = [];

  async function send<T>(
    method: FakeRequest['method'],
    path: string,
    body: unknown,
    options: RequestOptions = {},
  ): Promise<T> {
    const request = { method, path, body, params: options.params ?? {}, headers: options.headers ?? {} };
    requests.push(request);
    const call = `${method} ${path}`;
    if (!responses.has(call))
      throw new ApiError(404, { code: 'NOT_FAKED', message: `No response was given for ${call}` });
    const response = responses.get(call);
    const given: unknown =
      typeof response === 'function' ? (response as (request: FakeRequest) => unknown)(request) : response;
    const value = await (given instanceof Promise ? untilAborted(given, options.signal) : given);
    if (value instanceof ApiError) throw value;
    return value as T;
  }

  const fake: FakeApi = {
    requests,
    on(call, response) {
      responses.set(call, response);
      return fake;
    },
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    put: (path, body, options) => send('PUT', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
  };
  return fake;
}

/** Ends a request that its caller aborts like one without a network, as the client does. */
function untilAborted(response: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  if (!signal) return response;
  return new Promise((resolve, reject) => {
    response.then(resolve, reject);
    signal.addEventListener('abort', () => reject(unreachable(signal.reason)));
  });
}

export const TEST_SITE: SiteConfig = {
  brand: 'Foodhall',
  product: 'Foodhall',
  phone: '+1 416 555 0142',
  website: 'https://foodhall.example',
  support_url: 'https://foodhall.example/support',
  logo_url: '/logo.svg',
  notification_icon_url: '/logo-192.png',
  api: '/api/v1',
  realtime: null,
  scripts: {},
  flags: { phone: true, update_check: { enabled: false, reload_on_downgrade: false } },
};

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
