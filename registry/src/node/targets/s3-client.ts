/** Signed requests to one bucket of an S3-compatible store. Addresses are path-style, which every such store has. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { TargetFailed } from './target';

/** An answer of the store. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
  /** What the store calls its refusal, 'NoSuchKey'; empty where it says none. */
  code: string;
  /** An attempt before this one had no answer: the store may have carried it out. */
  isRepeated: boolean;
}

export interface S3Request {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
}

export interface S3ClientOptions {
  bucket: string;
  /** 'https://s3.eu-west-1.amazonaws.com' */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  /** Of one attempt, until its last byte. */
  timeoutMs?: number;
  /** Before the second attempt; each further pause is twice as long. */
  pauseMs?: number;
}

const ATTEMPTS = 4;

const xml = new XMLParser({
  // A name of digits stays a name.
  parseTagValue: false,
  ignoreDeclaration: true,
  isArray: (name) => name === 'Contents',
});

/** @returns the elements of an XML body below its root; empty for a body of another kind */
export function elementsOf(body: Buffer): Record<string, unknown> {
  try {
    const [elements] = Object.values(xml.parse(body));
    return typeof elements === 'object' && elements !== null ? (elements as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Neither carried out nor refused for good: the store asks for a later attempt, or another write of the file is under way. */
const isPassing = ({ status, code }: Answer) =>
  status === 429 || (status >= 500 && status !== 501) || (status === 409 && code === 'ConditionalRequestConflict');

/** Where another store than the one of the bucket answers, or the signature names another region. */
const isElsewhere = ({ status, code }: Answer) =>
  (status >= 300 && status < 400) || code === 'AuthorizationHeaderMalformed';

/**
 * Sends requests to a bucket.
 * Every request may be repeated: reads, lists and deletions are idempotent, and a write has a condition.
 */
export class S3Client {
  constructor(private readonly options: S3ClientOptions) {}

  /** 'https://s3.eu-west-1.amazonaws.com/hall/registry/pointer.json' */
  addressOf(key: string): string {
    const { endpoint, bucket } = this.options;
    return `${endpoint.replace(/\/$/, '')}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  }

  /**
   * Repeats a request that has no answer, or one that asks for a later attempt, up to four times in all.
   * @param key of the object; '' for the bucket
   * @throws {TargetFailed} if no attempt has an answer
   */
  async request(method: 'GET' | 'PUT' | 'DELETE', key: string, request: S3Request = {}): Promise<Answer> {
    const { pauseMs = 200 } = this.options;
    let isRepeated = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.attempt(method, key, request);
        if (attempt === ATTEMPTS || !isPassing(answer)) return { ...answer, isRepeated };
        // A failure of the server says nothing about what it has done.
        isRepeated ||= answer.status >= 500;
      } catch (error) {
        if (attempt === ATTEMPTS) throw new TargetFailed(`${this.addressOf(key)} did not respond (${reasonOf(error)})`);
        isRepeated = true;
      }
      await pause(pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  private async attempt(method: string, key: string, { query, headers, body }: S3Request): Promise<Answer> {
    const { accessKeyId, secretAccessKey, sessionToken, region, timeoutMs = 60_000 } = this.options;
    const url = new URL(this.addressOf(key));
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      // The store compares the body with its hash, and refuses what was changed on the way.
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken && { sessionToken }),
      // The content type too.
      allHeaders: true,
    }).sign();
    // Not signed, since proxies change it. A compressed body would have another ETag.
    signed.headers.set('accept-encoding', 'identity');
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      // A Buffer; its type also allows shared memory, which no file is read into.
      ...(body && { body: body as BodyInit }),
      // A signature is for one address.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const received = Buffer.from(await response.arrayBuffer());
    const code = response.ok ? '' : elementsOf(received).Code;
    return {
      status: response.status,
      headers: response.headers,
      body: received,
      code: typeof code === 'string' ? code : '',
      isRepeated: false,
    };
  }

  /** The error for an answer that is a refusal, with what to do about it. */
  refusal(answer: Answer, key: string): TargetFailed {
    const { status, code } = answer;
    return new TargetFailed(
      `${this.addressOf(key)} responded with ${code ? `${status} ${code}` : status}`,
      this.hintOf(answer),
    );
  }

  private hintOf(answer: Answer): string {
    const { bucket, endpoint, region } = this.options;
    const { status, code, headers, body } = answer;
    if (isElsewhere(answer)) {
      const named = headers.get('x-amz-bucket-region') ?? elementsOf(body).Region;
      const wanted = typeof named === 'string' ? named : "the bucket's region";
      return ` AWS_REGION is ${region}; it must be ${wanted}.`;
    }
    if (code === 'RequestTimeTooSkewed') {
      const apart = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) / 60_000;
      const by = Number.isFinite(apart) ? ` by ${Math.round(apart)} minutes` : '';
      return ` The clock of this machine differs from the store's${by}: set it.`;
    }
    const hints: Readonly<Record<string, string>> = {
      NoSuchBucket: ` There is no bucket ${bucket} at ${endpoint}.`,
      InvalidAccessKeyId: ' AWS_ACCESS_KEY_ID is not known there.',
      SignatureDoesNotMatch: ' AWS_SECRET_ACCESS_KEY must be the secret of AWS_ACCESS_KEY_ID.',
      ExpiredToken: ' AWS_SESSION_TOKEN has expired: get new credentials.',
      InvalidToken: ' AWS_SESSION_TOKEN must be the token of AWS_ACCESS_KEY_ID, and empty for a key that has none.',
      NotImplemented: ' Conditional writes are needed: without them, simultaneous releases would overwrite each other.',
    };
    const hint = hints[code];
    if (hint) return hint;
    return status === 403
      ? ' AWS_ACCESS_KEY_ID must be allowed s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket there.'
      : '';
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'the time limit was reached';
  return cause?.code ?? cause?.message ?? message;
}
