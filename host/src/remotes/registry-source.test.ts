import { generateKeyPairSync, sign } from 'node:crypto';
import { fetchPointer, fetchSnapshot, openSnapshot } from './registry-source';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEYS = [publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')];
const SITE = 'https://hall.test';
const SNAPSHOT = '{"schema":2,"at":"2026-03-14T08:00:00.000Z"}';
const signatureOf = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');

let files: Record<string, string>;
const original = window.fetch;

function live(at: string, current = 'aaaa'): void {
  const pointer = { current, previous: null, at, recalled: [] };
  const signature = signatureOf(JSON.stringify(pointer));
  files['/registry/pointer.json'] = JSON.stringify({ ...pointer, signature }, null, 2);
}

beforeEach(() => {
  files = { '/registry/aaaa.json': SNAPSHOT, '/registry/aaaa.sig': signatureOf(SNAPSHOT) };
  live('2026-03-14T08:00:00.000Z');
  window.localStorage.clear();
  window.fetch = async (address) => {
    const text = files[new URL(String(address)).pathname];
    return { ok: text !== undefined, status: text === undefined ? 404 : 200, text: async () => text } as Response;
  };
});
afterEach(() => {
  window.fetch = original;
});

test('a static host’s snapshot is the one that the pointer names', async () => {
  const published = await fetchSnapshot(SITE, KEYS);
  expect(published.name).toBe('aaaa');
  expect(await openSnapshot(published, KEYS)).toEqual(JSON.parse(SNAPSHOT));
});

test('an earlier snapshot under the name of the live one is refused by name, although it is signed', async () => {
  live('2026-03-14T09:00:00.000Z');
  const opened = fetchSnapshot(SITE, KEYS).then((published) => openSnapshot(published, KEYS));
  await expect(opened).rejects.toMatchObject({
    name: 'NotReleased',
    message:
      "The registry's snapshot aaaa is of 2026-03-14T08:00:00.000Z, and its pointer of 2026-03-14T09:00:00.000Z. It was not used.",
  });
});

describe('is refused by name, and as no fault of the connection', () => {
  test.each([
    ['a changed pointer', '/registry/pointer.json', '/registry/pointer.json is not what was released'],
    ['a changed snapshot', '/registry/aaaa.json', "The registry's snapshot aaaa is not what was released"],
    ['a changed signature', '/registry/aaaa.sig', "The registry's snapshot aaaa is not what was released"],
  ])('%s', async (_what, file, sentence) => {
    files[file] = String(files[file]).replace(/2|[A-Z]/, (character) => (character === 'A' ? 'B' : 'A'));
    if (file.endsWith('pointer.json')) files[file] = String(files[file]).replace('aaaa', 'aaab');
    const opened = fetchSnapshot(SITE, KEYS).then((published) => openSnapshot(published, KEYS));
    await expect(opened).rejects.toMatchObject({ name: 'NotReleased', message: expect.stringContaining(sentence) });
  });
});

describe('an older pointer than this browser has seen', () => {
  beforeEach(async () => {
    live('2026-03-14T09:00:00.000Z', 'bbbb');
    await fetchPointer(SITE, KEYS);
    live('2026-03-14T08:00:00.000Z');
  });

  test('is refused by name although it is signed, until a later one comes', async () => {
    await expect(fetchPointer(SITE, KEYS)).rejects.toMatchObject({
      name: 'NotReleased',
      message:
        '/registry/pointer.json is of 2026-03-14T08:00:00.000Z, and one of 2026-03-14T09:00:00.000Z was live already. It was not used.',
    });
    // A rollback: the older snapshot, at a later time.
    live('2026-03-14T09:00:01.000Z', 'aaaa');
    expect((await fetchPointer(SITE, KEYS)).current).toBe('aaaa');
  });

  test('is another site’s matter, and starts anew with another key', async () => {
    expect((await fetchPointer('https://other.test', KEYS)).current).toBe('aaaa');
    expect((await fetchPointer(SITE, ['', ...KEYS])).current).toBe('aaaa');
  });
});
