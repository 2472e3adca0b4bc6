/** The API of one site, as an operator uses it. */
import { CommandError, LostResponseError, RefusedError } from './errors';

/** The body of a refusal; see core/src/errors.ts. */
interface Refusal {
  message?: unknown;
  code?: unknown;
  errors?: Record<string, string[]>;
}

export interface SiteClient {
  /** The site's name in sentences. By default its address, such as 'http://localhost:8080'. */
  name: string;
  /**
   * @param path below /api/v1
   * @param body sent as JSON; bytes are sent unchanged
   * @returns the body of the response, or undefined if it has none
   * @throws {LostResponseError} if no site responds, or it fails (5xx); the site may have done the work
   * @throws {RefusedError} with the sentences of a refusal
   */
  request<Body>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Body>;
  /**
   * Reads a file of the site, such as a picture.
   * @param address a path of the site, or an address elsewhere
   * @returns null if there is none
   */
  file(address: string): Promise<SiteFile | null>;
  /** Ends the processes that were started for the command. */
  close(): Promise<void>;
}

export interface SiteFile {
  /** Its media type. */
  type: string;
  bytes: Buffer;
}

export interface ClientOptions {
  url: string;
  /** Null means not signed in. */
  token: string | null;
  /** By default, the address. */
  name?: string;
  close?: () => Promise<void>;
  fetch?: typeof fetch;
}

/** The longest time for a response, in milliseconds. A long import is one request. */
const PATIENCE_MS = 600_000;
/** The longest time for a file, in milliseconds. Another site may serve the file. */
const FILE_PATIENCE_MS = 30_000;

export function siteClient({
  url,
  token,
  name = url,
  close = async () => {},
  fetch = globalThis.fetch,
}: ClientOptions): SiteClient {
  return {
    name,
    close,
    async file(address) {
      try {
        const response = await fetch(new URL(address, url).href, {
          method: 'GET',
          signal: AbortSignal.timeout(FILE_PATIENCE_MS),
        });
        if (!response.ok) return null;
        const type = response.headers.get('content-type') ?? '';
        return { type, bytes: Buffer.from(await response.arrayBuffer()) };
      } catch {
        return null;
      }
    },
    async request<Body>(
      method: string,
      path: string,
      body?: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Body> {
      let response: Response;
      let text: string;
      try {
        response = await fetch(`${url}/api/v1${path}`, {
          method,
          headers: {
            accept: 'application/json',
            ...(token !== null && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && {
              'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
            }),
            ...headers,
          },
          ...(body !== undefined && {
            body: body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
          }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        text = await response.text();
      } catch {
        throw notThere(url);
      }
      if (response.ok) return (text === '' ? undefined : parsed(text, name)) as Body;
      if (response.status === 401) {
        throw new CommandError(
          `You are not signed in to ${name}. Sign in first: npm run foodhall -- login --site ${url}`,
        );
      }
      const { sentences, fields } = refusalOf(response.status, text, name);
      throw response.status >= 500 ? new LostResponseError(sentences) : new RefusedError(sentences, fields);
    },
  };
}

const notThere = (url: string): LostResponseError =>
  new LostResponseError(
    `No site responds at ${url}. Start it, name another one with --site, or use --offline for the database of a stopped site.`,
  );

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LostResponseError(`${name} did not respond as a site of Foodhall does.`);
  }
}

/** The message of a refusal, and the parts of its fields that the message leaves out. */
function refusalOf(
  status: number,
  text: string,
  name: string,
): { sentences: string; fields: Record<string, string[]> } {
  let body: Refusal = {};
  try {
    body = JSON.parse(text) as Refusal;
  } catch {
    // A proxy in front of the site may respond with a page of its own, which has no message.
  }
  if (body.code === 'PROOF_REQUIRED') {
    // A sign-in with the second factor is a proof for 15 minutes.
    const sentences = `${name} asks for your second factor again. Sign in first: npm run foodhall -- login`;
    return { sentences, fields: {} };
  }
  const message = typeof body.message === 'string' ? body.message : `${name} responded with ${status}.`;
  const fields = Object.entries(body.errors ?? {}).flatMap(([field, sentences]) =>
    sentences.filter((sentence) => sentence !== message).map((sentence) => `${field}: ${sentence}`),
  );
  return { sentences: [message, ...fields].join('\n'), fields: body.errors ?? {} };
}
