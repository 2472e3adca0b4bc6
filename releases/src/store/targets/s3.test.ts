import { hostBuild, remoteBuild } from '../../testing/builds';
import { type S3Fault, type S3Store, type S3StoreOptions, s3Store } from '../../testing/s3-store';
import { prune } from '../prune';
import { readLive } from '../read-live';
import { goLive } from '../store';
import { type S3Target, s3Target } from './s3';

const DAY = 86_400_000;
const POINTER = 'registry/pointer.json';

let store: S3Store;
let target: S3Target;
afterEach(() => store.close());

async function opened(options?: S3StoreOptions): Promise<void> {
  store = await s3Store(options);
  target = s3Target('s3://hall', { ...store, pauseMs: 1 });
}
/** Makes the next requests of this name fail, each with one of these faults. */
function failing(name: string, ...faults: (S3Fault | undefined)[]): void {
  store.fault = (request) => (request === name ? faults.shift() : undefined);
}
const asked = (name: string) => store.requests.filter((each) => each === name).length;

describe('the settings', () => {
  const environment = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'word', AWS_REGION: 'eu-west-1' };
  beforeEach(() => opened());

  test.each([
    [{}, "--target is 's3://hall': AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set."],
    [
      { ...environment, AWS_SECRET_ACCESS_KEY: '' },
      "--target is 's3://hall': AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set.",
    ],
    [
      { ...environment, AWS_REGION: undefined },
      "--target is 's3://hall': AWS_REGION must be set, or AWS_ENDPOINT_URL_S3 for a store that is not of AWS.",
    ],
    [
      { ...environment, AWS_ENDPOINT_URL_S3: 'store.example' },
      "AWS_ENDPOINT_URL_S3 is 'store.example'; it must be an address with http:// or https://.",
    ],
  ])('with %j the error is: %s', (settings, sentence) => {
    expect(() => s3Target('s3://hall', { environment: settings })).toThrow(new Error(sentence));
  });

  test.each(['s3://', 's3://Hall', 's3://hall/a//b', 's3://hall/../b', 's3://hall/a b', 's3://hall?x=1', 's3://h'])(
    '%s is not the address of a site',
    (place) => {
      expect(() => s3Target(place, { environment })).toThrow(
        `--target is '${place}'; it must be s3://bucket or s3://bucket/folder, of letters, digits, dots and dashes.`,
      );
    },
  );
});

describe('a release that does not go live', () => {
  const release = () => goLive(target, [hostBuild()]);
  const urlOf = (key: string) => `${store.endpoint}/hall/${key}`;

  test.each([
    [
      'a secret of another key',
      { AWS_SECRET_ACCESS_KEY: 'another' },
      '403 SignatureDoesNotMatch',
      'AWS_SECRET_ACCESS_KEY must be the secret of AWS_ACCESS_KEY_ID.',
    ],
    [
      'an unknown key',
      { AWS_ACCESS_KEY_ID: 'AKIA' },
      '403 InvalidAccessKeyId',
      'AWS_ACCESS_KEY_ID is not known there.',
    ],
    [
      'the token of another session',
      { AWS_SESSION_TOKEN: 'x' },
      '400 InvalidToken',
      'AWS_SESSION_TOKEN must be the token of AWS_ACCESS_KEY_ID, and empty for a key that has none.',
    ],
    [
      'another region',
      { AWS_REGION: 'us-east-1' },
      '400 AuthorizationHeaderMalformed',
      'AWS_REGION is us-east-1; it must be eu-west-1.',
    ],
  ])('is refused with a remedy for %s', async (_what, changes, answer, hint) => {
    await opened();
    target = s3Target('s3://hall', { environment: { ...store.environment, ...changes } });
    await expect(release()).rejects.toThrow(`${urlOf(POINTER)} responded with ${answer}; nothing went live. ${hint}`);
    expect(store.files.size).toBe(0);
  });

  test('is refused with a remedy for a bucket that does not exist', async () => {
    await opened();
    target = s3Target('s3://market', store);
    await expect(release()).rejects.toThrow(
      `${store.endpoint}/market/${POINTER} responded with 404 NoSuchBucket; nothing went live. There is no bucket market at ${store.endpoint}.`,
    );
    await expect(target.swap('index.html', '', null)).rejects.toThrow('NoSuchBucket');
    await expect(target.builds()).rejects.toThrow('NoSuchBucket');
  });

  test('is refused with a remedy for a wrong clock', async () => {
    await opened();
    store.now = () => Date.now() + 3 * 3_600_000;
    await expect(release()).rejects.toThrow(
      "403 RequestTimeTooSkewed; nothing went live. The clock of this machine differs from the store's by 180 minutes: set it.",
    );
  });

  test.each([
    [
      'a key without the right to write',
      { status: 403, code: 'AccessDenied' },
      'AWS_ACCESS_KEY_ID must be allowed s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket there.',
    ],
    [
      'a store without conditional writes',
      { status: 501, code: 'NotImplemented' },
      'Conditional writes are needed: without them, simultaneous releases would overwrite each other.',
    ],
    [
      'a bucket elsewhere',
      { status: 301, code: 'PermanentRedirect' },
      "AWS_REGION is eu-west-1; it must be the bucket's region.",
    ],
  ])('is refused with a remedy for %s', async (_what, fault, hint) => {
    await opened();
    failing(`PUT ${POINTER}`, fault);
    await expect(release()).rejects.toThrow(
      `${urlOf(POINTER)} responded with ${fault.status} ${fault.code}; nothing went live. ${hint}`,
    );
    expect(asked(`PUT ${POINTER}`)).toBe(1);
    expect((await readLive(target)).pointer).toBeNull();
  });
});

describe('a request without a response', () => {
  let limit: AbortController;
  beforeEach(async () => {
    await opened();
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      limit = new AbortController();
      return limit.signal;
    });
    // The time limit is reached once the store has read a request that it does not answer, whether the machine is fast or slow.
    store.onSilence = () => limit.abort();
  });
  afterEach(() => jest.restoreAllMocks());

  test.each<[string, S3Fault]>([
    ['the connection ends', 'unanswered'],
    ['the time limit is reached', 'silent'],
    ['the server fails', { status: 500, code: 'InternalError' }],
    ['the store asks for fewer requests', { status: 503, code: 'SlowDown' }],
    ['another write of the file is under way', { status: 409, code: 'ConditionalRequestConflict' }],
  ])('is repeated after %s', async (_what, fault) => {
    failing('PUT parts/catalog/1.0.0-a/e.js', fault);
    expect(await target.writeIfAbsent('catalog/1.0.0-a/e.js', 'one')).toBe(true);
    failing(`PUT ${POINTER}`, fault);
    await goLive(target, [hostBuild()]);
    failing(`GET ${POINTER}`, fault);
    expect((await readLive(target)).snapshot.host?.version).toBe(hostBuild().version);
  });

  test('a swap whose response was lost counts as made, unless another release has overtaken it', async () => {
    failing('PUT index.html', 'unanswered');
    await target.swap('index.html', 'one', null);
    expect(store.text('index.html')).toBe('one');
    expect(asked('PUT index.html')).toBe(2);

    const tag = (await target.read('index.html'))?.tag ?? '';
    store.fault = (request) => {
      if (request !== 'PUT index.html') return undefined;
      store.fault = () => undefined;
      store.files.set('index.html', { body: Buffer.from('another'), headers: {}, at: Date.now() });
      return 'unanswered';
    };
    await expect(target.swap('index.html', 'two', tag)).rejects.toThrow('Another release went live at the same moment');
    expect(store.text('index.html')).toBe('another');
  });

  test('a failure while the conditions are tested only fails that release', async () => {
    failing('PUT registry/conditions', ...Array<S3Fault>(4).fill('unanswered'));
    await expect(goLive(target, [hostBuild()])).rejects.toThrow('registry/conditions did not respond');
    expect((await readLive(target)).pointer).toBeNull();
    await goLive(target, [hostBuild()]);
    await goLive(target, [remoteBuild('catalog')]);
    expect(asked('PUT registry/conditions')).toBe(5);
  });

  test('after four attempts, a read reports that there is no response, and a swap that its outcome is unknown', async () => {
    store.fault = () => 'silent';
    await expect(target.read(POINTER)).rejects.toThrow(
      `${store.endpoint}/hall/${POINTER} did not respond (the time limit was reached); nothing went live.`,
    );
    expect(store.requests).toHaveLength(4);
    expect(AbortSignal.timeout).toHaveBeenCalledWith(60_000);
    const unknown = 'Whether it was written is not known: npm run releases says what is live.';
    const whenPut = (fault: S3Fault) => (request: string) => (request === `PUT ${POINTER}` ? fault : undefined);
    store.fault = whenPut('silent');
    await expect(target.swap(POINTER, 'one', null)).rejects.toThrow(
      `${store.endpoint}/hall/${POINTER} did not respond (the time limit was reached). ${unknown}`,
    );
    store.fault = whenPut({ status: 503, code: 'SlowDown' });
    await expect(target.swap(POINTER, 'one', null)).rejects.toThrow(`responded with 503 SlowDown. ${unknown}`);
    await store.close();
    // In Jest's realm, AWS's client wraps Node's error. Outside of it, the reason is the code alone.
    await expect(target.read(POINTER)).rejects.toThrow(/did not respond \(.*ECONNREFUSED/);
  });
});

describe('pruning a bucket', () => {
  /** Writes a build whose files are a year old. */
  async function built(part: string, version: string, ...names: string[]): Promise<void> {
    const { now } = store;
    store.now = () => Date.now();
    for (const name of names) await target.writeIfAbsent(`${part}/${version}/${name}`, '{}');
    for (const [key, file] of store.files)
      if (key.startsWith(`parts/${part}/${version}/`)) file.at = Date.now() - 365 * DAY;
    store.now = now;
  }
  const keysOf = (part: string) => [...store.files.keys()].filter((key) => key.startsWith(`parts/${part}/`)).sort();

  test('deletes unneeded builds, also from a list of several pages, and the rest of an interrupted release', async () => {
    await opened({ pageSize: 3 });
    await built('host', hostBuild().version, 'a.js', 'build.json');
    await goLive(target, [hostBuild()]);
    await built('catalog', '1.0.0-live', 'a.js', 'b.js', 'build.json');
    await goLive(target, [remoteBuild('catalog', { version: '1.0.0-live' })]);
    await built('catalog', '1.0.0-old', 'a.js', 'b.js', 'c.js', 'd.js', 'build.json');
    await built('catalog', '1.0.0-half', 'a.js');
    await target.writeIfAbsent('catalog/1.0.0-new/build.json', '');

    const deleted = await prune(target);
    expect(deleted.map(({ version }) => version).sort()).toEqual(['1.0.0-half', '1.0.0-old']);
    expect(keysOf('catalog')).toEqual([
      'parts/catalog/1.0.0-live/a.js',
      'parts/catalog/1.0.0-live/b.js',
      'parts/catalog/1.0.0-live/build.json',
      'parts/catalog/1.0.0-new/build.json',
    ]);
    expect(keysOf('host')).toHaveLength(2);
    expect(await prune(target)).toEqual([]);
  });

  test('deletes the record of a build first, so that an incomplete rest goes with the next prune', async () => {
    await opened();
    await built('host', hostBuild().version, 'build.json');
    await goLive(target, [hostBuild()]);
    await built('catalog', '1.0.0-old', 'a.js', 'build.json');
    failing('DELETE parts/catalog/1.0.0-old/a.js', { status: 403, code: 'AccessDenied' });
    await expect(prune(target)).rejects.toThrow('403 AccessDenied');
    expect(keysOf('catalog')).toEqual(['parts/catalog/1.0.0-old/a.js']);
    expect((await prune(target)).map(({ version }) => version)).toEqual(['1.0.0-old']);
    expect(keysOf('catalog')).toEqual([]);
  });
});
