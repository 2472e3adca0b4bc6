/** Sends requests with axios. It is a file of its own, since a page that contains its first data does not need it at first. */
import axios, { AxiosError, type AxiosResponse } from 'axios';
import { currentLanguage } from '../language';
import type { ErrorBody } from '../types';
import { t } from '../words';
import { ApiError, unreachable } from './api-error';
import { noteServerTime } from './server-clock';

export interface HttpRequest {
  method: string;
  /** Path below the API's root. */
  url: string;
  data: unknown;
  params?: Record<string, string | number | boolean | undefined>;
  headers: Record<string, string>;
  signal?: AbortSignal;
}

/** Resolves with a success as it came, or rejects with an ApiError. */
export type Http = (request: HttpRequest) => Promise<{ status: number; body: unknown }>;

/**
 * Makes the function that sends requests.
 * @param timeout milliseconds
 */
export function createHttp({ baseUrl, timeout }: { baseUrl: string; timeout: number }): Http {
  // On a page of another site the browser's own languages may be others than the page's.
  const headers = { Accept: 'application/json', 'Accept-Language': currentLanguage() };
  const http = axios.create({ baseURL: baseUrl, timeout, headers });
  return async (request) => {
    const sentAt = performance.now();
    const note = ({ data, headers }: AxiosResponse<unknown>) => {
      // Pages of a Wi-Fi network have a date of their own.
      const isJson = typeof data === 'object' && data !== null;
      if (isJson && !isCached(http.getUri(request), sentAt)) {
        noteServerTime(headers.date, sentAt, performance.now());
      }
    };
    try {
      const response = await http.request<unknown>(request);
      note(response);
      return { status: response.status, body: response.data };
    } catch (cause) {
      if (cause instanceof AxiosError && cause.response) note(cause.response);
      throw apiErrorFrom(cause);
    }
  };
}

/**
 * Whether a response came from the browser's cache. On the way back to a page, browsers use cached responses without a
 * request, and their `Date` may be hours old.
 */
function isCached(uri: string, sentAt: number): boolean {
  if (typeof document === 'undefined') return false;
  const requests = performance.getEntriesByName?.(new URL(uri, document.baseURI).href) ?? [];
  return requests.some(
    (each) =>
      each instanceof PerformanceResourceTiming &&
      each.startTime >= sentAt &&
      each.transferSize === 0 &&
      each.encodedBodySize > 0,
  );
}

function apiErrorFrom(cause: unknown): ApiError {
  if (!(cause instanceof AxiosError)) return new ApiError(0, { code: 'UNKNOWN' }, undefined, cause);
  if (!cause.response) {
    if (cause.code !== 'ECONNABORTED' && cause.code !== 'ETIMEDOUT') return unreachable(cause);
    const message = t('The site took too long to respond. Please try again.');
    return new ApiError(0, { code: 'TIMEOUT', message }, undefined, cause);
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
