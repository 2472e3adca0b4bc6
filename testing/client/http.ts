/** The site's API over HTTP, as every external test and bench calls it. */
import { errorSchema } from 'shared-contracts/schemas';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Call {
  method: Method;
  /** The path below the root, such as '/carts'. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** The response. `body` is JSON as a value, any other text unchanged, or null. */
export interface Reply {
  status: number;
  body: unknown;
}

/** Sends one call. @throws when no response arrives */
export type Send = (call: Call) => Promise<Reply>;

/** @param root such as 'http://localhost:8080/api/v1' */
export function overHttp(root: string): Send {
  return async ({ method, path, body, headers }) => {
    const response = await fetch(`${root}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: text === '' ? null : isJson ? JSON.parse(text) : text };
  };
}

/** The error code of a refusal, or null if the body has none. */
export const codeOf = ({ body }: Reply): string | null => errorSchema.safeParse(body).data?.code ?? null;

export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

/** Calls that must succeed. Each throws with method, path, status and body when it is refused or when the response has another shape. */
export interface Client {
  send: Send;
  get: <T>(path: string, schema: z.ZodType<T>) => Promise<T>;
  post: <T>(path: string, body: unknown, schema: z.ZodType<T>) => Promise<T>;
  put: (path: string, body: unknown) => Promise<void>;
}

/** @param token the token of a session; without it a visitor calls */
export function clientOf(send: Send, token?: string): Client {
  const sendAs: Send = token
    ? (call) => send({ ...call, headers: { authorization: `Bearer ${token}`, ...call.headers } })
    : send;
  const succeed = async (call: Call): Promise<unknown> => {
    const reply = await sendAs(call);
    if (isSuccess(reply)) return reply.body;
    throw new Error(`${call.method} ${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  };
  const read = async <T>(call: Call, schema: z.ZodType<T>): Promise<T> => {
    const parsed = schema.safeParse(await succeed(call));
    if (parsed.success) return parsed.data;
    throw new Error(`${call.method} ${call.path}: ${parsed.error.message}`);
  };
  return {
    send: sendAs,
    get: (path, schema) => read({ method: 'GET', path }, schema),
    post: (path, body, schema) => read({ method: 'POST', path, body }, schema),
    put: async (path, body) => void (await succeed({ method: 'PUT', path, body })),
  };
}
