/** A site in a bucket of an S3-compatible store: a static host that also lists its files. */
import type { Build } from '../snapshot';
import { type Answer, elementsOf, S3Client, type S3ClientOptions } from './s3-client';
import { addressOf, BUILDS, conditionCheck, headersOf } from './static-files';
import { PointerMoved, type Target, type TargetFailed, type TargetFile } from './target';

type Environment = Readonly<Record<string, string | undefined>>;

/** What stores of other vendors take where they have no regions. */
const ANY_REGION = 'us-east-1';
/** Deletions at once. */
const DELETED_AT_ONCE = 8;

/** A prune takes what was left beside its builds with them: they have one folder. */
export type S3Target = Omit<Required<Target>, 'snapshots' | 'removeLeftovers'>;

interface S3TargetOptions extends Pick<S3ClientOptions, 'timeoutMs' | 'pauseMs'> {
  environment?: Environment;
}

/** @throws in a sentence for what is missing or wrong; values of secrets are not in it */
function settingsFor(place: string, environment: Environment): Omit<S3ClientOptions, 'bucket'> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_REGION: region,
    AWS_ENDPOINT_URL_S3: endpoint,
  } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`--target is '${place}': AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set.`);
  if (endpoint && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new Error(`AWS_ENDPOINT_URL_S3 is '${endpoint}'; it must be an address with http:// or https://.`);
  if (!endpoint && !region)
    throw new Error(
      `--target is '${place}': AWS_REGION must be set, or AWS_ENDPOINT_URL_S3 for a store that is not of AWS.`,
    );
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: sessionToken || undefined,
    region: region || ANY_REGION,
    endpoint: endpoint || `https://s3.${region}.amazonaws.com`,
  };
}

/** 's3://hall/site' as its bucket and the beginning of its keys, 'site/'. @throws for an address of another form */
function partsOf(place: string): { bucket: string; prefix: string } {
  const [, bucket, folder = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)?\/?)?$/.exec(place) ?? [];
  if (!bucket)
    throw new Error(
      `--target is '${place}'; it must be s3://bucket or s3://bucket/folder, of letters, digits, dots and dashes.`,
    );
  return { bucket, prefix: folder && `${folder}/` };
}

/**
 * A bucket, or a folder of one. Its settings are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION and
 * AWS_ENDPOINT_URL_S3. The store must honour `If-None-Match: *` and `If-Match` of a PUT.
 * @param place 's3://hall' or 's3://hall/site'
 * @throws for a place or a setting of the wrong form
 */
export function s3Target(place: string, options: S3TargetOptions = {}): S3Target {
  const { environment = process.env, timeoutMs, pauseMs } = options;
  const { bucket, prefix } = partsOf(place);
  const client = new S3Client({ bucket, ...settingsFor(place, environment), timeoutMs, pauseMs });
  const keyOf = (name: string) => prefix + addressOf(name);

  const put = (name: string, content: string | Buffer, condition: Record<string, string>) =>
    client.request('PUT', keyOf(name), {
      body: Buffer.from(content),
      headers: { ...headersOf(name), ...condition },
    });

  async function read(name: string): Promise<TargetFile | null> {
    const answer = await client.request('GET', keyOf(name));
    if (answer.status === 404 && answer.code !== 'NoSuchBucket') return null;
    if (answer.status !== 200) throw client.refusal(answer, keyOf(name));
    const tag = answer.headers.get('etag');
    if (!tag) throw new Error(`${client.addressOf(keyOf(name))} has no ETag: this store cannot compare and swap.`);
    return { body: answer.body, text: answer.body.toString(), tag };
  }

  const requireConditions = conditionCheck(place, async (name, condition) => {
    const { status } = await put(name, '', condition);
    return status === 200;
  });

  /** Whether a write that had no answer has become the file. */
  const hasLanded = async ({ isRepeated }: Answer, name: string, content: string | Buffer) =>
    isRepeated && (await read(name))?.body.equals(Buffer.from(content)) === true;

  /** Key and time of every object whose key begins with this, in pages of 1,000. */
  async function* objectsBelow(start: string): AsyncGenerator<{ key: string; at: number }> {
    let page: string | undefined;
    do {
      const query = { 'list-type': '2', prefix: start, ...(page && { 'continuation-token': page }) };
      const answer = await client.request('GET', '', { query });
      if (answer.status !== 200) throw client.refusal(answer, '');
      const { Contents: contents = [], NextContinuationToken: next } = elementsOf(answer.body);
      for (const { Key: key, LastModified: at } of contents as { Key: string; LastModified: string }[])
        yield { key, at: Date.parse(at) };
      page = typeof next === 'string' && next !== '' ? next : undefined;
    } while (page);
  }

  return {
    place: place.replace(/\/$/, ''),
    isStaticHost: true,
    read,
    async writeIfAbsent(name, content) {
      const answer = await put(name, content, { 'if-none-match': '*' });
      // A caller that needs to know whose bytes are there compares them.
      if (answer.status === 412) return await hasLanded(answer, name, content);
      if (answer.status !== 200) throw client.refusal(answer, keyOf(name));
      return true;
    },
    async swap(name, content, tag) {
      await requireConditions();
      const condition: Record<string, string> = tag === null ? { 'if-none-match': '*' } : { 'if-match': tag };
      const unknown = (reason: string, cause?: unknown) =>
        new Error(`${reason} Whether it was written is not known: npm run releases says what is live.`, { cause });
      const answer = await put(name, content, condition).catch((error: TargetFailed) => {
        throw unknown(error.reason, error);
      });
      const { status, code } = answer;
      if (status === 200 || (await hasLanded(answer, name, content))) return;
      if (status === 412 || status === 409 || (status === 404 && code !== 'NoSuchBucket')) throw new PointerMoved();
      const refusal = client.refusal(answer, keyOf(name));
      throw answer.isRepeated ? unknown(refusal.reason) : refusal;
    },
    /** Also those without a build.json, which a release or a prune that was ended has left. */
    async builds() {
      const builds = new Map<string, Build & { builtAt: number }>();
      const start = `${prefix}${BUILDS}`;
      for await (const { key, at } of objectsBelow(start)) {
        const [part, version, file] = key.slice(start.length).split('/');
        if (!part || !version || !file) continue;
        const builtAt = Math.max(at, builds.get(`${part}/${version}`)?.builtAt ?? 0);
        builds.set(`${part}/${version}`, { part, version, builtAt });
      }
      return [...builds.values()];
    },
    async remove({ part, version }) {
      const start = keyOf(`${part}/${version}/`);
      const record = keyOf(`${part}/${version}/build.json`);
      const remove = async (key: string) => {
        const answer = await client.request('DELETE', key);
        if (answer.status >= 300 && answer.status !== 404) throw client.refusal(answer, key);
      };
      // Without its record a build is incomplete: no release takes it for whole if this ends half-way.
      await remove(record);
      const others: string[] = [];
      for await (const { key } of objectsBelow(start)) if (key !== record) others.push(key);
      for (let index = 0; index < others.length; index += DELETED_AT_ONCE)
        await Promise.all(others.slice(index, index + DELETED_AT_ONCE).map(remove));
    },
  };
}
