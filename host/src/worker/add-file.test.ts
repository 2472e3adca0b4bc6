import { addFile } from './add-file';

const FILE = '/parts/host/2.2.63-h/start.js';

/** jsdom has none. */
class FakeRequest {
  constructor(
    readonly url: string,
    readonly init: RequestInit,
  ) {}
}
beforeAll(() => void Object.assign(globalThis, { Request: FakeRequest }));
afterAll(() => Reflect.deleteProperty(globalThis, 'Request'));

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
