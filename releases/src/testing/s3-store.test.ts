// Tests that the stand-in is as strict as the store that AWS documents, with AWS's published examples and AWS's own client.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { s3Target } from '../store/targets/s3';
import { type S3Store, s3Store, signatureOf } from './s3-store';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

interface Example {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  signature: string;
}

/** The examples of 'Signature Calculations for the Authorization Header' in the Amazon S3 API Reference. */
const S3_EXAMPLES: Record<string, Example> = {
  'GET Object': {
    url: 'https://examplebucket.s3.amazonaws.com/test.txt',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  'PUT Object': {
    method: 'PUT',
    url: 'https://examplebucket.s3.amazonaws.com/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  'GET Bucket Lifecycle': {
    url: 'https://examplebucket.s3.amazonaws.com/?lifecycle',
    headers: { 'x-amz-content-sha256': EMPTY },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  'GET Bucket (List Objects)': {
    url: 'https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J',
    headers: { 'x-amz-content-sha256': EMPTY },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
};

/** Examples of the test suite for Signature Version 4. */
const SUITE: Record<string, Example> = {
  'get-vanilla': {
    url: 'https://example.amazonaws.com/',
    signature: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  },
  'get-vanilla-query-order-key-case': {
    url: 'https://example.amazonaws.com/?Param2=value2&Param1=value1',
    signature: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  },
  'get-vanilla-utf8-query': {
    url: 'https://example.amazonaws.com/?%E1%88%B4=bar',
    signature: '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
  },
  'get-utf8': {
    url: 'https://example.amazonaws.com/%E1%88%B4',
    signature: '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85',
  },
  'post-vanilla': {
    method: 'POST',
    url: 'https://example.amazonaws.com/',
    signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  },
};

const PUBLISHED = [
  {
    examples: S3_EXAMPLES,
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    service: 's3',
    datetime: '20130524T000000Z',
  },
  {
    examples: SUITE,
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    service: 'service',
    datetime: '20150830T123600Z',
  },
].flatMap(({ examples, ...common }) =>
  Object.entries(examples).map(([name, example]) => [name, { ...common, ...example }] as const),
);

test.each(PUBLISHED)('the signature of %s is the one that AWS publishes', (_name, example) => {
  const { method = 'GET', url, headers = {}, signature, secretAccessKey, service, datetime } = example;
  const { host, pathname, search } = new URL(url);
  const all: Record<string, string> = { ...headers, host, 'x-amz-date': datetime };
  const found = signatureOf({
    method,
    url: pathname + search,
    headers: all,
    signedHeaders: Object.keys(all).sort().join(';'),
    scope: `${datetime.slice(0, 8)}/us-east-1/${service}/aws4_request`,
    secretAccessKey,
    payload: headers['x-amz-content-sha256'] ?? EMPTY,
  });
  expect(found).toBe(signature);
});

describe("AWS's own client", () => {
  let store: S3Store;
  let client: S3Client;
  const Bucket = 'hall';
  beforeEach(async () => {
    store = await s3Store({ pageSize: 2, sessionToken: 'token==' });
    const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_REGION } = store.environment;
    client = new S3Client({
      endpoint: store.endpoint,
      region: AWS_REGION,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: {
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
        sessionToken: 'token==',
      },
    });
  });
  afterEach(async () => {
    client.destroy();
    await store.close();
  });
  const refused = (command: Promise<unknown>) =>
    command.then(
      () => 'not refused',
      ({ name, $metadata }) => `${$metadata.httpStatusCode} ${name}`,
    );

  test('reads the files of a release, with type, cache header and tag', async () => {
    const target = s3Target('s3://hall/north', store);
    await target.writeIfAbsent('catalog/1.0.0-a/e.js', 'one');
    const file = await client.send(new GetObjectCommand({ Bucket, Key: 'north/parts/catalog/1.0.0-a/e.js' }));
    expect(await file.Body?.transformToString()).toBe('one');
    expect(file).toMatchObject({
      ContentType: 'text/javascript; charset=utf-8',
      CacheControl: 'public, max-age=31536000, immutable',
      ETag: (await target.read('catalog/1.0.0-a/e.js'))?.tag,
    });
  });

  test('writes files that a release reads, lists and removes', async () => {
    const target = s3Target('s3://hall', store);
    for (const name of ['build.json', "a b+c&'(ü).js", 'main.js'])
      await client.send(new PutObjectCommand({ Bucket, Key: `parts/deals/1.0.0-a/${name}`, Body: name }));
    const { IsTruncated, Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'parts/' }));
    expect([IsTruncated, Contents?.length]).toEqual([true, 2]);
    expect((await target.read('deals/1.0.0-a/build.json'))?.text).toBe('build.json');
    expect((await target.builds()).map(({ version }) => version)).toEqual(['1.0.0-a']);
    await target.remove({ part: 'deals', version: '1.0.0-a' });
    expect(store.files.size).toBe(0);
  });

  test('is refused where its condition is not met', async () => {
    const put = (more: { IfNoneMatch?: string; IfMatch?: string }, Key = 'page') =>
      client.send(new PutObjectCommand({ Bucket, Key, Body: 'page', ...more }));
    const { ETag } = await put({ IfNoneMatch: '*' });
    expect(await refused(put({ IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
    await put({ IfMatch: ETag });
    expect(await refused(put({ IfMatch: '"another"' }))).toBe('412 PreconditionFailed');
    expect(await refused(put({ IfMatch: ETag }, 'missing'))).toBe('404 NoSuchKey');
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'page' }));
    expect(await refused(client.send(new GetObjectCommand({ Bucket, Key: 'page' })))).toBe('404 NoSuchKey');
  });

  test('is refused while another write of the object is not finished', async () => {
    const put = () =>
      refused(client.send(new PutObjectCommand({ Bucket, Key: 'page', Body: 'page', IfNoneMatch: '*' })));
    let finish = () => {};
    const begun = new Promise<void>((hasBegun) => {
      store.writeTime = () => {
        hasBegun();
        return new Promise((resolve) => {
          finish = resolve;
        });
      };
    });
    const first = put();
    await begun;
    expect(await put()).toBe('409 ConditionalRequestConflict');
    finish();
    expect(await first).toBe('not refused');
  });

  test('is refused with another secret', async () => {
    const { AWS_ACCESS_KEY_ID = '', AWS_REGION } = store.environment;
    const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: 'another', sessionToken: 'token==' };
    const stranger = new S3Client({ endpoint: store.endpoint, region: AWS_REGION, forcePathStyle: true, credentials });
    const read = stranger.send(new GetObjectCommand({ Bucket, Key: 'page' }));
    expect(await refused(read)).toBe('403 SignatureDoesNotMatch');
    stranger.destroy();
  });
});

describe('a request that differs from its signature is refused', () => {
  let store: S3Store;
  beforeEach(async () => {
    store = await s3Store();
  });
  afterEach(() => store.close());

  /** Signs a PUT request, changes it, and sends it. */
  async function sent(change: (request: { url: URL; headers: Headers; body: string }) => unknown): Promise<string> {
    const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_REGION } = store.environment;
    const url = new URL(`${store.endpoint}/hall/page?x-id=PutObject`);
    const date = new Date(store.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    const signed: Record<string, string> = {
      host: url.host,
      'if-none-match': '*',
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': date,
    };
    const signedHeaders = Object.keys(signed).join(';');
    const scope = `${date.slice(0, 8)}/${AWS_REGION}/s3/aws4_request`;
    const signature = signatureOf({
      method: 'PUT',
      url: url.pathname + url.search,
      headers: signed,
      signedHeaders,
      scope,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      payload: EMPTY,
    });
    const headers = new Headers(signed);
    const credential = `${AWS_ACCESS_KEY_ID}/${scope}`;
    headers.set(
      'authorization',
      `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    );
    const request = { url, headers, body: '' };
    change(request);
    const response = await fetch(request.url, { method: 'PUT', headers: request.headers, body: request.body });
    return `${response.status} ${/<Code>(\w+)/.exec(await response.text())?.[1] ?? ''}`.trim();
  }

  test.each([
    ['nothing changed', () => {}, '200'],
    ['another path', ({ url }: { url: URL }) => (url.pathname = '/hall/pages'), '403 SignatureDoesNotMatch'],
    ['another query', ({ url }: { url: URL }) => (url.search = '?x-id=GetObject'), '403 SignatureDoesNotMatch'],
    ['another body', (request: { body: string }) => (request.body = 'more'), '400 XAmzContentSHA256Mismatch'],
    [
      'another condition',
      ({ headers }: { headers: Headers }) => headers.set('if-none-match', '"a"'),
      '403 SignatureDoesNotMatch',
    ],
    [
      'a header of AWS that is not signed',
      ({ headers }: { headers: Headers }) => headers.set('x-amz-acl', 'public-read'),
      '403 AccessDenied',
    ],
    ['no signature', ({ headers }: { headers: Headers }) => headers.delete('authorization'), '403 AccessDenied'],
  ])('%s: %s', async (_what, change, answer) => {
    expect(await sent(change)).toBe(answer);
  });
});
