/**
 * The API client: one for the whole page, configured by the shell. It carries the bearer and the socket id, turns every failure
 * into an ApiError, and tells the shell of a 401; what a 401 means is the shell's policy. The code that sends requests is in
 * http.ts, which is loaded with the first request.
 */
import { ApiError, type ApiErrorShape, notAnAnswer, unreachable } from './api-error';
import type { Http } from './http';

export { ApiError, type ApiErrorShape, fieldError, isApiError, notAnAnswer } from './api-error';
export { followServerClock, hasClockJumped, isServerTimeKnown, minutesAhead, serverNow } from './server-clock';

export interface ClientOptions {
  /** Root of the API, such as '/api/v1'. */
  baseUrl: string;
  token: () => string | undefined;
  socketId: () => string | undefined;
  /**
   * Called with the token of the refused request, so that the shell can ignore a late response of a session that has ended, and with the code of the
   * refusal.
   */
  onUnauthorized: (token: string | undefined, code: string) => void;
  /**
   * Called when a request needs a second factor: a recent proof, or one that the account does not have yet. After `true`, the request is sent once
   * more, with the same headers; otherwise it fails as it did.
   */
  onProofRequired?: (error: ApiErrorShape) => Promise<boolean>;
  /** Milliseconds; 30 000 by default. */
  timeout?: number;
}

export interface RequestOptions {
  params?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Each verb resolves with the body as it came, or rejects with an ApiError. */
export interface ApiClient {
  get<T>(path: string, options?: RequestOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  delete<T>(path: string, options?: RequestOptions): Promise<T>;
}

/** The codes of a 403 that a second factor answers. */
const NEEDS_PROOF = ['PROOF_REQUIRED', 'SECOND_FACTOR_REQUIRED'];

/** If the code fails to load, the next call requests it again. */
let code: Promise<typeof import('./http')> | undefined;

/**
 * Loads the code that sends requests before the first request needs it.
 * @example
 * void loadHttp(); // while the page starts
 */
export function loadHttp(): Promise<typeof import('./http')> {
  const loading = code ?? import(/* webpackChunkName: "http" */ './http');
  code = loading;
  loading.catch(() => {
    code = undefined;
  });
  return loading;
}

/**
 * Makes the client of an API. The shell does so once, and tests do for a fake API.
 * @example
 * provideClient(createClient({ baseUrl: '/api/v1', token: sessionToken, socketId, onUnauthorized }));
 */
export function createClient({
  baseUrl,
  token,
  socketId,
  onUnauthorized,
  onProofRequired,
  timeout = 30_000,
}: ClientOptions): ApiClient {
  let http: Http | undefined;

  async function httpClient(): Promise<Http> {
    const { createHttp } = await loadHttp().catch((cause: unknown) => {
      throw unreachable(cause);
    });
    http ??= createHttp({ baseUrl, timeout });
    return http;
  }

  /** After a proof the request is repeated, unless another account is signed in by then. */
  async function send<T>(method: string, url: string, data: unknown, options?: RequestOptions): Promise<T> {
    const bearer = token();
    try {
      return await sendOnce(method, url, data, options);
    } catch (cause) {
      const error = cause as ApiError;
      if (!onProofRequired || !NEEDS_PROOF.includes(error.code)) throw error;
      if (!(await onProofRequired(error)) || token() !== bearer) throw error;
      return sendOnce(method, url, data, options);
    }
  }

  async function sendOnce<T>(method: string, url: string, data: unknown, options: RequestOptions = {}): Promise<T> {
    const bearer = token();
    const socket = socketId();
    try {
      const request = await httpClient();
      const { status, body } = await request({
        method,
        url,
        data,
        ...options,
        headers: {
          ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
          ...(socket ? { 'X-Socket-Id': socket } : {}),
          ...options.headers,
        },
      });
      if (!isAnswer(status, body)) throw notAnAnswer();
      return body as T;
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError(0, { code: 'UNKNOWN' }, undefined, cause);
      if (error.status === 401) onUnauthorized(bearer, error.code);
      throw error;
    }
  }

  return {
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body ?? {}, options),
    put: (path, body, options) => send('PUT', path, body ?? {}, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
  };
}

/** The API responds with JSON objects, or with 204 and no body. Anything else comes from a network in between. */
function isAnswer(status: number, body: unknown): boolean {
  return status === 204 || (typeof body === 'object' && body !== null);
}

let current: ApiClient | undefined;

/** Sets the client that `api()` returns. The shell and tests call it. */
export function provideClient(client: ApiClient): void {
  current = client;
}

/**
 * Returns the page's client. It throws when no shell has provided one yet.
 * @example
 * const { data } = await api().get<Envelope<Vendor>>('/vendors/7');
 */
export function api(): ApiClient {
  if (!current)
    throw new Error('The API client is not provided yet: the shell calls provideClient before any remote runs.');
  return current;
}
