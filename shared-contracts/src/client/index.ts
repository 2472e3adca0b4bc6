/**
 * The API client: one axios instance for the whole page, configured by the shell. It carries the bearer and the socket
 * id, turns every failure into an ApiError, and tells the shell of a 401; what a 401 means is the shell's policy.
 */
import axios, { AxiosError, type AxiosInstance } from 'axios';
import type { ErrorBody } from '../types';
import { ApiError, notAnAnswer } from './api-error';

export { ApiError, type ApiErrorShape, fieldError, isApiError, notAnAnswer } from './api-error';

export interface ClientOptions {
  /** Root of the API, such as '/api/v1'. */
  baseUrl: string;
  token: () => string | undefined;
  socketId: () => string | undefined;
  /** Called with the token that the refused request carried, so that a late response of an ended session is told apart. */
  onUnauthorized: (token: string | undefined) => void;
  /** Milliseconds; 30 000 unless told. */
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

export function createClient({ baseUrl, token, socketId, onUnauthorized, timeout = 30_000 }: ClientOptions): ApiClient {
  const http: AxiosInstance = axios.create({ baseURL: baseUrl, timeout, headers: { Accept: 'application/json' } });

  async function send<T>(method: string, url: string, data: unknown, options: RequestOptions = {}): Promise<T> {
    const bearer = token();
    const socket = socketId();
    try {
      const response = await http.request<T>({
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
      if (!isAnswer(response.status, response.data)) throw notAnAnswer();
      return response.data;
    } catch (cause) {
      const error = apiErrorFrom(cause);
      if (error.status === 401) onUnauthorized(bearer);
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

function apiErrorFrom(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  if (!(cause instanceof AxiosError)) return new ApiError(0, { code: 'UNKNOWN' }, undefined, cause);
  if (!cause.response) {
    const hasTimedOut = cause.code === 'ECONNABORTED' || cause.code === 'ETIMEDOUT';
    const message = hasTimedOut
      ? 'The site took too long to respond. Please try again.'
      : 'The site could not be reached. Check your internet connection and try again.';
    return new ApiError(0, { code: hasTimedOut ? 'TIMEOUT' : 'NETWORK', message }, undefined, cause);
  }
  const body: unknown = cause.response.data;
  const retryAfter = Number(cause.response.headers['retry-after']);
  return new ApiError(
    cause.response.status,
    isErrorBody(body) ? body : {},
    Number.isFinite(retryAfter) ? retryAfter : undefined,
    cause,
  );
}

function isErrorBody(body: unknown): body is ErrorBody & { data?: unknown } {
  return typeof body === 'object' && body !== null && typeof (body as { message?: unknown }).message === 'string';
}

let current: ApiClient | undefined;

/** For the shell, and for tests. */
export function provideClient(client: ApiClient): void {
  current = client;
}

/** Throws when no shell has provided it yet. */
export function api(): ApiClient {
  if (!current)
    throw new Error('The API client is not provided yet: the shell calls provideClient before any remote runs.');
  return current;
}
