/** A fake API with the shapes of the real client. */
import { type ApiClient, ApiError, type RequestOptions } from '../client';
import { unreachable } from '../client/api-error';

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
