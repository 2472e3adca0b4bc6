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

/** A browser refuses what is not what the request's integrity says. `wrong` has the modes in which it gets other bytes. */
function browser(wrong: readonly (RequestCache | undefined)[]) {
  const added: unknown[] = [];
  const add = async (request: unknown) => {
    const { integrity, cache } = request instanceof FakeRequest ? request.init : {};
    if (integrity && wrong.includes(cache)) throw new TypeError('Failed to fetch');
    added.push(request);
  };
  return { files: { add } as unknown as Cache, added };
}

test('a script is added as it was released', async () => {
  const { files, added } = browser([]);
  await addFile(files, FILE, 'sha256-start');
  expect(added).toEqual([{ url: FILE, init: { integrity: 'sha256-start' } }]);
});

test('the browser’s own cache is passed over where it has other bytes', async () => {
  const { files, added } = browser([undefined]);
  await addFile(files, FILE, 'sha256-start');
  expect(added).toEqual([{ url: FILE, init: { integrity: 'sha256-start', cache: 'reload' } }]);
});

test('other bytes from the network as well are not cached', async () => {
  const { files, added } = browser([undefined, 'reload']);
  await expect(addFile(files, FILE, 'sha256-start')).rejects.toThrow('Failed to fetch');
  expect(added).toEqual([]);
});

test('a font or a picture is added by its address', async () => {
  const { files, added } = browser([]);
  await addFile(files, '/parts/host/2.2.63-h/assets/a.woff2', undefined);
  expect(added).toEqual(['/parts/host/2.2.63-h/assets/a.woff2']);
});

describe('a file that was cached under another address', () => {
  const EARLIER = '/parts/host/2.2.62-g/start.js';
  /** The integrity of 'start()'. */
  const INTEGRITY = `sha256-${createHash('sha256').update('start()').digest('base64')}`;

  test.each([
    ['is copied where it has the same bytes', 'start()', FILE],
    ['is requested where a page has written others', 'steal()', { url: FILE, init: { integrity: INTEGRITY } }],
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
