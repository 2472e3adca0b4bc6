/** @jest-environment node */
import { createHash } from 'node:crypto';
import { addFile } from './add-file';

const FILE = '/parts/host/2.2.63-h/start.js';

class FakeRequest {
  constructor(
    readonly url: string,
    readonly init: RequestInit,
  ) {}
}
beforeAll(() => void Object.assign(globalThis, { Request: FakeRequest }));

/** Acts as a browser, which refuses bytes that do not match the integrity. `wrong` has the cache modes in which it gets other bytes. */
function browser(wrong: readonly (RequestCache | undefined)[]) {
  const added: unknown[] = [];
  const add = async (request: unknown) => {
    const { integrity, cache } = request instanceof FakeRequest ? request.init : {};
    if (integrity && wrong.includes(cache)) throw new TypeError('Failed to fetch');
    added.push(request);
  };
  return { files: { add } as unknown as Cache, added };
}

test('a script is cached with its released integrity', async () => {
  const { files, added } = browser([]);
  await addFile(files, FILE, 'sha256-start');
  expect(added).toEqual([{ url: FILE, init: { integrity: 'sha256-start' } }]);
});

test("a script is requested past the browser's own cache if that has other bytes", async () => {
  const { files, added } = browser([undefined]);
  await addFile(files, FILE, 'sha256-start');
  expect(added).toEqual([{ url: FILE, init: { integrity: 'sha256-start', cache: 'reload' } }]);
});

test('a script is not cached if the network has other bytes too', async () => {
  const { files, added } = browser([undefined, 'reload']);
  await expect(addFile(files, FILE, 'sha256-start')).rejects.toThrow('Failed to fetch');
  expect(added).toEqual([]);
});

test('a font or a picture is cached without integrity', async () => {
  const { files, added } = browser([]);
  await addFile(files, '/parts/host/2.2.63-h/assets/a.woff2', undefined);
  expect(added).toEqual(['/parts/host/2.2.63-h/assets/a.woff2']);
});

describe('a file that was cached under another address', () => {
  const EARLIER = '/parts/host/2.2.62-g/start.js';
  /** The integrity of 'start()'. */
  const INTEGRITY = `sha256-${createHash('sha256').update('start()').digest('base64')}`;

  test.each([
    ['is copied if it has the same bytes', 'start()', FILE],
    ['is requested again if a page has written other bytes', 'steal()', { url: FILE, init: { integrity: INTEGRITY } }],
  ])('%s', async (_what, text, expected) => {
    const { files, added } = browser([]);
    const match = async (address: string) => (address === EARLIER ? new Response(text) : undefined);
    const put = async (address: string, response: Response) => {
      expect(await response.text()).toBe('start()');
      added.push(address);
    };
    await addFile(Object.assign(files, { match, put }), FILE, INTEGRITY, EARLIER);
    expect(added).toEqual([expected]);
  });
});
