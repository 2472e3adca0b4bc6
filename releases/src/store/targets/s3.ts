/** A site in a bucket of an S3-compatible store: a static host that also lists its files. */
import { type Environment, processEnv } from 'settings/environment';
import type { Build } from '../snapshot';
import { Bucket, type BucketOptions, StoreRefused } from './s3-bucket';
import { addressOf, BUILDS, conditionCheck, headersOf } from './static-files';
import { PointerMoved, type Target, TargetFailed, type TargetFile } from './target';

/** The region that stores without regions accept. */
const ANY_REGION = 'us-east-1';
/** The number of simultaneous deletions. */
const DELETED_AT_ONCE = 8;

/**
 * A bucket needs no `removeLeftovers`: the files that an ended process left are in the folder of their build, and a prune deletes them with
 * it.
 */
export type S3Target = Omit<Required<Target>, 'snapshots' | 'removeLeftovers' | 'linkIfAbsent'>;

interface S3TargetOptions extends Pick<BucketOptions, 'pauseMs'> {
  environment?: Environment;
}

/** @throws with a sentence about each missing or invalid setting, which never contains the value of a secret */
function settingsFor(place: string, environment: Environment): Omit<BucketOptions, 'bucket'> {
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

/** Splits 's3://hall/site' into its bucket and the beginning of its keys, 'site/'. @throws for an address of another form */
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
  const { environment = processEnv, pauseMs } = options;
  const { bucket: name, prefix } = partsOf(place);
  const bucket = new Bucket({ bucket: name, ...settingsFor(place, environment), pauseMs });
  const keyOf = (file: string) => prefix + addressOf(file);

  const put = (file: string, content: string | Buffer, condition: Record<string, string>) => {
    const { 'content-type': ContentType, 'cache-control': CacheControl } = headersOf(file);
    const { 'if-match': IfMatch, 'if-none-match': IfNoneMatch } = condition;
    const Key = keyOf(file);
    const object = { Bucket: name, Key, Body: Buffer.from(content), ContentType, CacheControl, IfMatch, IfNoneMatch };
    return bucket.request(Key, (client, options) => client.putObject(object, options));
  };

  async function read(file: string): Promise<TargetFile | null> {
    const Key = keyOf(file);
    try {
      const { body, tag } = await bucket.request(Key, async (client, options) => {
        const { Body, ETag } = await client.getObject({ Bucket: name, Key }, options);
        return { body: Buffer.from((await Body?.transformToByteArray()) ?? ''), tag: ETag };
      });
      if (!tag) throw new Error(`${bucket.addressOf(Key)} has no ETag: this store cannot compare and swap.`);
      return { body, text: body.toString(), tag };
    } catch (error) {
      if (error instanceof StoreRefused && error.isMissing) return null;
      throw error;
    }
  }

  const requireConditions = conditionCheck(place, async (file, condition) => {
    try {
      await put(file, '', condition);
      return true;
    } catch (error) {
      if (error instanceof StoreRefused) return false;
      throw error;
    }
  });

  /** Tells whether a write that got no response has been carried out. */
  const hasLanded = async ({ isRepeated }: StoreRefused, file: string, content: string | Buffer) =>
    isRepeated && (await read(file))?.body.equals(Buffer.from(content)) === true;

  /** Lists the key and the time of every object whose key begins with this text, in pages of 1,000. */
  async function* objectsBelow(start: string): AsyncGenerator<{ key: string; at: number }> {
    let page: string | undefined;
    do {
      const query = { Bucket: name, Prefix: start, ContinuationToken: page };
      const list = await bucket.request('', (client, options) => client.listObjectsV2(query, options));
      for (const { Key: key = '', LastModified: at } of list.Contents ?? []) yield { key, at: at?.getTime() ?? 0 };
      page = list.NextContinuationToken;
    } while (page);
  }

  async function removeObject(Key: string): Promise<void> {
    try {
      await bucket.request(Key, (client, options) => client.deleteObject({ Bucket: name, Key }, options));
    } catch (error) {
      if (!(error instanceof StoreRefused && error.isMissing)) throw error;
    }
  }

  return {
    place: place.replace(/\/$/, ''),
    isStaticHost: true,
    read,
    async writeIfAbsent(file, content) {
      try {
        await put(file, content, { 'if-none-match': '*' });
        return true;
      } catch (error) {
        // A caller that needs to know which bytes are there compares them.
        if (error instanceof StoreRefused && error.status === 412) return await hasLanded(error, file, content);
        throw error;
      }
    },
    async swap(file, content, tag) {
      await requireConditions();
      try {
        await put(file, content, tag === null ? { 'if-none-match': '*' } : { 'if-match': tag });
      } catch (error) {
        if (!(error instanceof TargetFailed)) throw error;
        const refused = error instanceof StoreRefused ? error : null;
        if (refused && (await hasLanded(refused, file, content))) return;
        if (refused?.status === 412 || refused?.status === 409 || refused?.isMissing) throw new PointerMoved();
        if (refused && !refused.isRepeated) throw refused;
        const unknown = 'Whether it was written is not known: npm run releases says what is live.';
        throw new Error(`${error.reason} ${unknown}`, { cause: error });
      }
    },
    /** Also lists builds without a build.json, which an ended release or prune has left. */
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
      const record = keyOf(`${part}/${version}/build.json`);
      // The record is deleted first. Without it a build counts as incomplete, so no release uses the rest if this process ends half-way.
      await removeObject(record);
      const others: string[] = [];
      for await (const { key } of objectsBelow(keyOf(`${part}/${version}/`))) if (key !== record) others.push(key);
      for (let index = 0; index < others.length; index += DELETED_AT_ONCE)
        await Promise.all(others.slice(index, index + DELETED_AT_ONCE).map(removeObject));
    },
  };
}
