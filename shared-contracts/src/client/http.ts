/** Sends requests with axios. A file of its own: a page whose first data is in its document needs none of it at first. */
import axios, { AxiosError } from 'axios';
import type { ErrorBody } from '../types';
import { ApiError, unreachable } from './api-error';

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

/** @param timeout milliseconds */
export function createHttp({ baseUrl, timeout }: { baseUrl: string; timeout: number }): Http {
  const http = axios.create({ baseURL: baseUrl, timeout, headers: { Accept: 'application/json' } });
  return async (request) => {
    try {
      const { status, data } = await http.request<unknown>(request);
      return { status, body: data };
    } catch (cause) {
      throw apiErrorFrom(cause);
    }
  };
}

function apiErrorFrom(cause: unknown): ApiError {
  if (!(cause instanceof AxiosError)) return new ApiError(0, { code: 'UNKNOWN' }, undefined, cause);
  if (!cause.response) {
    if (cause.code !== 'ECONNABORTED' && cause.code !== 'ETIMEDOUT') return unreachable(cause);
    const message = 'The site took too long to respond. Please try again.';
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
