import { generateKeyPairSync, sign } from 'node:crypto';
import { fetchPointer, fetchSnapshot, openRegistry, openSnapshot } from './registry-source';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEYS = [publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')];
const SITE = 'https://hall.test';
const SNAPSHOT = '{"schema":2,"at":"2026-03-14T08:00:00.000Z"}';
const signatureOf = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');

let files: Record<string, string>;

/** jsdom has no Response. */
function responseOf(text: string | undefined): Response {
  const chunks = text === undefined ? [] : [new TextEncoder().encode(text)];
  const read = async () => ({ done: chunks.length === 0, value: chunks.shift() });
  const body = { getReader: () => ({ read, cancel: async () => {} }) };
  return { ok: text !== undefined, status: text === undefined ? 404 : 200, body } as unknown as Response;
}
const original = window.fetch;

function live(at: string, current = 'aaaa', site?: string): void {
  const pointer = { current, previous: null, at, recalled: [], ...(site && { site }) };
  const signature = signatureOf(JSON.stringify(pointer));
  files['/registry/pointer.json'] = JSON.stringify({ ...pointer, signature }, null, 2);
}

beforeEach(() => {
  files = { '/registry/aaaa.json': SNAPSHOT, '/registry/aaaa.sig': signatureOf(SNAPSHOT) };
  live('2026-03-14T08:00:00.000Z');
  window.localStorage.clear();
  window.fetch = async (address) => {
    const text = files[new URL(String(address)).pathname];
    return responseOf(text);
  };
});
afterEach(() => {
  window.fetch = original;
});

test('a page of a static host uses the snapshot that the pointer names', async () => {
  const published = await fetchSnapshot(SITE, KEYS);
  expect(published.name).toBe('aaaa');
  expect(await openSnapshot(published, KEYS)).toEqual(JSON.parse(SNAPSHOT));
});

test('an older snapshot under the name of the live one is refused, although it is signed', async () => {
  live('2026-03-14T09:00:00.000Z');
  const opened = fetchSnapshot(SITE, KEYS).then((published) => openSnapshot(published, KEYS));
  await expect(opened).rejects.toMatchObject({
    name: 'NotReleased',
    message:
      "The registry's snapshot aaaa is of 2026-03-14T08:00:00.000Z, and its pointer of 2026-03-14T09:00:00.000Z. It was not used.",
  });
});

describe('the registry', () => {
  test.each([
    ['a changed pointer', '/registry/pointer.json', '/registry/pointer.json is not what was released'],
    ['a changed snapshot', '/registry/aaaa.json', "The registry's snapshot aaaa is not what was released"],
    ['a changed signature', '/registry/aaaa.sig', "The registry's snapshot aaaa is not what was released"],
  ])('refuses %s and names the file', async (_what, file, sentence) => {
    files[file] = String(files[file]).replace(/2|[A-Z]/, (character) => (character === 'A' ? 'B' : 'A'));
    if (file.endsWith('pointer.json')) files[file] = String(files[file]).replace('aaaa', 'aaab');
    const opened = fetchSnapshot(SITE, KEYS).then((published) => openSnapshot(published, KEYS));
    await expect(opened).rejects.toMatchObject({ name: 'NotReleased', message: expect.stringContaining(sentence) });
  });
});

describe('the name of the site in a registry', () => {
  const named = (site?: string) => {
    const text = JSON.stringify({ schema: 2, at: '2026-03-14T08:00:00.000Z', ...(site && { site }) });
    return { name: 'aaaa', text, signature: signatureOf(text) };
  };
  const production = () => 'production';

  test('makes a page refuse a snapshot for another site', async () => {
    await expect(openRegistry(named('staging'), SITE, KEYS, production)).rejects.toMatchObject({
      name: 'NotReleased',
      message: "The registry's snapshot aaaa was signed for staging, and this site is production. It was not used.",
    });
  });

  test('makes a page refuse a pointer for another site and forget its later time', async () => {
    const own = files['/registry/pointer.json'];
    live('2027-01-01T00:00:00.000Z', 'aaaa', 'staging');
    await expect(fetchPointer(SITE, KEYS, production)).rejects.toThrow('was signed for staging, and this site is');
    files['/registry/pointer.json'] = String(own);
    expect((await fetchPointer(SITE, KEYS, production)).current).toBe('aaaa');
  });

  test.each([
    ['is the name of this site', 'production', production],
    ['may be missing', undefined, production],
    ['does not matter on a site without a name', 'staging', () => undefined],
    ['is compared once the configuration has loaded', 'production', async () => 'production'],
  ])('%s', async (_what, site, nameOf) => {
    expect((await openRegistry(named(site), SITE, KEYS, nameOf)).name).toBe('aaaa');
    live('2026-03-14T08:00:00.000Z', 'aaaa', site);
    expect((await fetchPointer(SITE, KEYS, nameOf)).current).toBe('aaaa');
  });
});

describe('an older pointer than this browser has seen', () => {
  beforeEach(async () => {
    live('2026-03-14T09:00:00.000Z', 'bbbb');
    await fetchPointer(SITE, KEYS);
    live('2026-03-14T08:00:00.000Z');
  });

  test('is refused although it is signed, until a later one comes', async () => {
    await expect(fetchPointer(SITE, KEYS)).rejects.toMatchObject({
      name: 'NotReleased',
      message:
        '/registry/pointer.json is of 2026-03-14T08:00:00.000Z, and one of 2026-03-14T09:00:00.000Z was live already. It was not used.',
    });
    // A rollback names the older snapshot at a later time.
    live('2026-03-14T09:00:01.000Z', 'aaaa');
    expect((await fetchPointer(SITE, KEYS)).current).toBe('aaaa');
  });

  test('is accepted from another site, or with another key', async () => {
    expect((await fetchPointer('https://other.test', KEYS)).current).toBe('aaaa');
    expect((await fetchPointer(SITE, ['', ...KEYS])).current).toBe('aaaa');
  });
});

describe('the snapshot inside the page', () => {
  const at = (hour: number) => `2026-03-14T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const snapshotOf = (hour: number) => `{"schema":2,"at":"${at(hour)}"}`;
  const inlined = (hour: number) => {
    const text = snapshotOf(hour);
    return { name: `of-${hour}`, text, signature: signatureOf(text) };
  };
  const open = (hour: number) => openRegistry(inlined(hour), SITE, KEYS).then(({ name }) => name);

  function liveOf(hour: number): void {
    files[`/registry/of-${hour}.json`] = snapshotOf(hour);
    files[`/registry/of-${hour}.sig`] = signatureOf(snapshotOf(hour));
    live(at(hour), `of-${hour}`);
  }

  let warn: jest.SpyInstance;
  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation();
  });
  afterEach(() => {
    warn.mockRestore();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('is used without any request', async () => {
    files = {};
    expect(await open(8)).toBe('of-8');
    expect(await open(9)).toBe('of-9');
    expect(await open(9)).toBe('of-9');
  });

  test('gives way to the live one if this browser has seen a later pointer', async () => {
    liveOf(9);
    await fetchPointer(SITE, KEYS);
    expect(await open(8)).toBe('of-9');
    expect(warn).toHaveBeenCalledWith(expect.stringContaining(`snapshot of-8 is of ${at(8)}`));
  });

  test('is refused if the pointer is older too', async () => {
    expect(await open(9)).toBe('of-9');
    liveOf(8);
    await expect(open(8)).rejects.toMatchObject({
      name: 'NotReleased',
      message: `/registry/pointer.json is of ${at(8)}, and one of ${at(9)} was live already. It was not used.`,
    });
  });

  test('is refused if its signature belongs to another snapshot', async () => {
    const { signature } = inlined(9);
    const opened = openRegistry({ ...inlined(8), signature }, SITE, KEYS);
    await expect(opened).rejects.toThrow("The registry's snapshot of-8 is not what was released");
  });

  test('is replaced by the live one if the page has none, and an older live one is refused', async () => {
    liveOf(9);
    expect((await openRegistry(undefined, SITE, KEYS)).name).toBe('of-9');
    liveOf(8);
    await expect(openRegistry(undefined, SITE, KEYS)).rejects.toMatchObject({
      name: 'NotReleased',
      message: `/registry/pointer.json is of ${at(8)}, and one of ${at(9)} was live already. It was not used.`,
    });
  });

  test('may be older than the pointer in a page of the worker, but not older than one that has run', async () => {
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true });
    expect(await open(8)).toBe('of-8');
    liveOf(9);
    await fetchPointer(SITE, KEYS);
    files = {};
    expect(await open(8)).toBe('of-8');
    expect(await open(9)).toBe('of-9');
    liveOf(8);
    await expect(open(8)).rejects.toMatchObject({ name: 'NotReleased' });
  });
});
