/**
 * Sends requests to one bucket of an S3-compatible store, with AWS's client. The addresses are path-style, which every such store supports.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { S3 } from '@aws-sdk/client-s3';
import { TargetFailed } from './target';

export interface BucketOptions {
  bucket: string;
  /** 'https://s3.eu-west-1.amazonaws.com' */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  /** The pause before the second attempt; each further pause is twice as long. */
  pauseMs?: number | undefined;
}

/** The fields of an AWS client's error that are read here. Without `$response`, the store has not responded. */
interface ClientError extends Error {
  $response?: { statusCode: number; headers: Record<string, string> };
  /** The store's name of its refusal, 'NoSuchKey'. */
  Code?: string;
  /** The region that the store names in place of ours. */
  Region?: string;
  /** The code of a failed connection, 'ECONNREFUSED'. */
  code?: string;
}

/** The store has responded, but has not done what it was asked to. */
export class StoreRefused extends TargetFailed {
  constructor(
    reason: string,
    hint: string,
    readonly status: number,
    /** The store's name of the refusal, 'NoSuchKey'; empty where it gives none. */
    readonly code: string,
    /** True if an attempt before this one had no response. The store may have carried it out. */
    readonly isRepeated: boolean,
  ) {
    super(reason, hint);
  }

  /** True if the object does not exist but its bucket does. */
  get isMissing(): boolean {
    return this.status === 404 && this.code !== 'NoSuchBucket';
  }
}

const ATTEMPTS = 4;
/** The time limit of one attempt, in milliseconds, until its last byte. */
const LIMIT_MS = 60_000;

/** Tells whether a later attempt may succeed: the store asks for one, or another write of the object is under way. */
const isPassing = (status: number, code: string) =>
  status === 429 || (status >= 500 && status !== 501) || (status === 409 && code === 'ConditionalRequestConflict');

/**
 * Sends requests to a bucket, and repeats them.
 * Every request may be repeated: reads, lists and deletions are idempotent, and a write has a condition.
 */
export class Bucket {
  private client: Promise<S3> | undefined;

  constructor(private readonly options: BucketOptions) {}

  /** 'https://s3.eu-west-1.amazonaws.com/hall/registry/pointer.json' */
  addressOf(key: string): string {
    const { endpoint, bucket } = this.options;
    return `${endpoint.replace(/\/$/, '')}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  }

  /**
   * Repeats a request that gets no response, or whose response asks for a later attempt, up to four times in all.
   * @param key of the object; '' for the bucket
   * @param attempt sends the request with these options and reads its whole response
   * @throws {StoreRefused} if the last response is a refusal
   * @throws {TargetFailed} if no attempt has a response
   */
  async request<T>(
    key: string,
    attempt: (client: S3, options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const { pauseMs = 200 } = this.options;
    this.client ??= this.load();
    const client = await this.client;
    let isRepeated = false;
    for (let attempts = 1; ; attempts += 1) {
      const abortSignal = AbortSignal.timeout(LIMIT_MS);
      try {
        return await attempt(client, { abortSignal });
      } catch (thrown) {
        const error = thrown as ClientError;
        const { $response: response, Code: code = '' } = error;
        const status = response?.statusCode ?? 0;
        if (response && (attempts === ATTEMPTS || !isPassing(status, code))) throw this.refusal(key, error, isRepeated);
        if (attempts === ATTEMPTS) {
          const reason = abortSignal.aborted ? 'the time limit was reached' : (error.code ?? error.message);
          throw new TargetFailed(`${this.addressOf(key)} did not respond (${reason})`);
        }
        // A failure of the server says nothing about what it has done.
        isRepeated ||= !response || status >= 500;
      }
      await pause(pauseMs * 2 ** (attempts - 1) * (0.5 + Math.random()));
    }
  }

  /** Loads AWS's client with the first request, so that other targets save its start time and memory. */
  private async load(): Promise<S3> {
    const { endpoint, region, accessKeyId, secretAccessKey, sessionToken } = this.options;
    const { S3 } = await import('@aws-sdk/client-s3');
    return new S3({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      // The attempts are counted above: AWS's own rules do not repeat a conflict of two writes.
      maxAttempts: 1,
      // Not every store knows the newer checksums. The signature has the SHA-256 of the body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  private refusal(key: string, error: ClientError, isRepeated: boolean): StoreRefused {
    const { $response: response, Code: code = '' } = error;
    const status = response?.statusCode ?? 0;
    const reason = `${this.addressOf(key)} responded with ${code ? `${status} ${code}` : status}`;
    return new StoreRefused(reason, this.hintOf(error, status, code), status, code, isRepeated);
  }

  /** @returns the remedy for a refusal, or an empty text if none is known */
  private hintOf({ $response: response, Region: named }: ClientError, status: number, code: string): string {
    const { bucket, endpoint, region } = this.options;
    if ((status >= 300 && status < 400) || code === 'AuthorizationHeaderMalformed') {
      const wanted = response?.headers['x-amz-bucket-region'] ?? named ?? "the bucket's region";
      return ` AWS_REGION is ${region}; it must be ${wanted}.`;
    }
    if (code === 'RequestTimeTooSkewed') {
      const apart = Math.abs(Date.parse(response?.headers.date ?? '') - Date.now()) / 60_000;
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
