/**
 * A stand-in for tests: an S3-compatible store with one bucket, which keeps its objects in memory. It checks signatures, hashes of bodies
 * and conditions as AWS documents them. Its code is its own, since the tested target signs with AWS's client.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const hash = (body: Buffer | string) => createHash('sha256').update(body).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const tagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

/** Encodes as RFC 3986 does: of ASCII, letters, digits and -._~ stay as they are. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signed part of a request. */
export interface SignedParts {
  method: string;
  /** The path and query as they were sent. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The names of the signed headers, sorted, with ; between them. */
  signedHeaders: string;
  /** '20130524/us-east-1/s3/aws4_request' */
  scope: string;
  secretAccessKey: string;
  /** The SHA-256 of the body, or the word that stands for it. */
  payload: string;
}

/** Computes the signature of AWS Signature Version 4, in hex. */
export function signatureOf(parts: SignedParts): string {
  const { method, url, headers, signedHeaders, scope, secretAccessKey, payload } = parts;
  const [path = '', query = ''] = url.split('?');
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('='))
    .map((pair) => pair.map(decodeURIComponent).map(encode))
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
    .map(([name, value = '']) => `${name}=${value}`);
  const request = [
    method,
    path.split('/').map(decodeURIComponent).map(encode).join('/'),
    pairs.join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(request)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

/**
 * A fault of a request. 'unanswered': it is carried out but gets no response. 'silent': it never gets a response. Otherwise this refusal is
 * the response.
 */
export type S3Fault = 'unanswered' | 'silent' | { status: number; code: string };

export interface S3StoreOptions {
  bucket?: string;
  region?: string;
  /** Credentials that last for a session. */
  sessionToken?: string;
  /** The number of objects in one page of a list. */
  pageSize?: number;
  /** True if the store honours the conditions of a PUT. */
  hasConditions?: boolean;
  /** True if anyone may read an object. */
  isPublic?: boolean;
}

export interface S3Store {
  bucket: string;
  /** The store's address, without a slash at the end. */
  endpoint: string;
  /** The settings for a target that uses the store. */
  environment: Record<string, string>;
  /** The objects by key. */
  files: Map<string, { body: Buffer; headers: Record<string, string>; at: number }>;
  text: (key: string) => string | undefined;
  /** The method and key of each request, 'PUT registry/pointer.json'. */
  requests: string[];
  /** Called before each request. It returns undefined if nothing goes wrong. */
  fault: (request: string) => S3Fault | undefined;
  /** Called when the store has read a request that it never answers. */
  onSilence: () => void;
  /** The store's clock, in ms. */
  now: () => number;
  /** Each write waits for it. Two simultaneous writes of one object are a conflict. */
  writeTime: () => Promise<void>;
  close: () => Promise<void>;
}

interface Refusal {
  status: number;
  code: string;
  /** Further elements of the response's body. */
  more?: string;
}

const WRITE_MS = 2;
const LARGEST_SKEW_MS = 15 * 60_000;
const STORED_HEADERS = ['content-type', 'cache-control'];

/** Converts '20130524T000000Z' to ms. */
const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export async function s3Store(options: S3StoreOptions = {}): Promise<S3Store> {
  const {
    bucket = 'hall',
    region = 'eu-west-1',
    sessionToken,
    pageSize = 1000,
    hasConditions = true,
    isPublic = false,
  } = options;
  const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';
  const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const files: S3Store['files'] = new Map();
  const writing = new Set<string>();

  /** Explains why the request is not signed by its sender, or was changed after that. */
  function problemOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Refusal | null {
    if (!headers.authorization)
      return isPublic && /^(GET|HEAD)$/.test(method) && !url.includes('?')
        ? null
        : { status: 403, code: 'AccessDenied' };
    const [, keyId, scope = '', named, signedHeaders = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/([\w-]+)\/s3\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers.authorization,
      ) ?? [];
    if (!signature) return { status: 400, code: 'AuthorizationHeaderMalformed' };
    if (named !== region)
      return { status: 400, code: 'AuthorizationHeaderMalformed', more: `<Region>${region}</Region>` };
    if (keyId !== accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
    if (headers['x-amz-security-token'] !== sessionToken) return { status: 400, code: 'InvalidToken' };
    const date = String(headers['x-amz-date']);
    if (!scope.startsWith(date.slice(0, 8))) return { status: 403, code: 'SignatureDoesNotMatch' };
    if (!(Math.abs(timeOf(date) - store.now()) <= LARGEST_SKEW_MS))
      return { status: 403, code: 'RequestTimeTooSkewed' };
    const signed = signedHeaders.split(';');
    const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
    if (needed.some((name) => !signed.includes(name))) return { status: 403, code: 'AccessDenied' };
    const payload = String(headers['x-amz-content-sha256']);
    if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hash(body))
      return { status: 400, code: 'XAmzContentSHA256Mismatch' };
    const expected = signatureOf({ method, url, headers, signedHeaders, scope, secretAccessKey, payload });
    return signature === expected ? null : { status: 403, code: 'SignatureDoesNotMatch' };
  }

  function refuse(response: ServerResponse, { status, code, more = '' }: Refusal): void {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message>${more}</Error>`;
    response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
    const keys = [...files.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const size = Math.min(pageSize, Number(query.get('max-keys') ?? pageSize));
    const page = keys.slice(0, size);
    const isTruncated = keys.length > page.length;
    const contents = page.map((key) => {
      const { at, body } = files.get(key) ?? { at: 0, body: Buffer.alloc(0) };
      return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${new Date(at).toISOString()}</LastModified><ETag>${escapeXml(tagOf(body))}</ETag><Size>${body.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const next = Buffer.from(page.at(-1) ?? '').toString('base64');
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${size}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
      );
  }

  function unmet({ 'if-none-match': none, 'if-match': match }: IncomingHttpHeaders, key: string): Refusal | null {
    const known = files.get(key);
    if (match && !known) return { status: 404, code: 'NoSuchKey' };
    const isMet = (!none || !known) && (!match || (known && tagOf(known.body) === match));
    return isMet ? null : { status: 412, code: 'PreconditionFailed' };
  }

  async function put({ headers }: IncomingMessage, key: string, body: Buffer, response: ServerResponse): Promise<void> {
    const isConditional = headers['if-none-match'] !== undefined || headers['if-match'] !== undefined;
    const early = hasConditions ? unmet(headers, key) : null;
    if (early) {
      refuse(response, early);
      return;
    }
    if (hasConditions && isConditional && writing.has(key)) {
      refuse(response, { status: 409, code: 'ConditionalRequestConflict' });
      return;
    }
    writing.add(key);
    await store.writeTime();
    writing.delete(key);
    const refusal = hasConditions ? unmet(headers, key) : null;
    if (refusal) {
      refuse(response, refusal);
      return;
    }
    const stored = STORED_HEADERS.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []));
    files.set(key, { body, headers: Object.fromEntries(stored), at: store.now() });
    response.writeHead(200, { etag: tagOf(body) }).end();
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    const body = Buffer.concat(await request.toArray());
    const [path = '', query] = url.split('?');
    const [, asked, ...rest] = path.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const name = `${method} ${key}`;
    store.requests.push(name);
    const fault = store.fault(name);
    response.setHeader('date', new Date(store.now()).toUTCString());
    if (fault === 'silent') return store.onSilence();
    // The request is carried out, and the connection is cut before the response.
    if (fault === 'unanswered') response.writeHead = () => response.destroy() as unknown as ServerResponse;
    else if (fault) return refuse(response, fault);
    const problem = problemOf(request, body);
    if (problem) return refuse(response, problem);
    if (asked !== bucket) return refuse(response, { status: 404, code: 'NoSuchBucket' });
    if (method === 'GET' && key === '') return list(new URLSearchParams(query), response);
    if (method === 'PUT') return await put(request, key, body, response);
    const file = files.get(key);
    if (method === 'DELETE') {
      files.delete(key);
      response.writeHead(204).end();
    } else if (!file) refuse(response, { status: 404, code: 'NoSuchKey' });
    else response.writeHead(200, { ...file.headers, etag: tagOf(file.body) }).end(file.body);
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: S3Store = {
    bucket,
    endpoint,
    environment: {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_S3: endpoint,
      ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
    },
    files,
    text: (key) => files.get(key)?.body.toString(),
    requests: [],
    fault: () => undefined,
    onSilence: () => undefined,
    now: Date.now,
    writeTime: () => pause(WRITE_MS),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return store;
}
