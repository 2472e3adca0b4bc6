import { PageCache } from './page-cache';

const compressor = {
  quickly: jest.fn(async (html: string) => Buffer.from(`quick ${html}`)),
  well: jest.fn(async (html: string) => Buffer.from(`well ${html}`)),
};
let cache: PageCache;
beforeEach(() => {
  jest.clearAllMocks();
  cache = new PageCache(compressor);
});
const render = jest.fn(async () => '<p>');
const ask = async (key: string) => {
  const page = await cache.get(key, render);
  await new Promise(setImmediate);
  return page;
};

test('a repeated page is not rendered again and is compressed well', async () => {
  for (let visit = 0; visit < 5; visit += 1) await ask('the same');
  expect(render).toHaveBeenCalledTimes(2);
  expect(compressor.quickly).toHaveBeenCalledTimes(2);
  expect(compressor.well).toHaveBeenCalledTimes(1);
  expect((await ask('the same')).brotli.toString()).toBe('well <p>');
});

test('pages that are requested once are compressed quickly and never evict a shared page', async () => {
  await ask('shared');
  await ask('shared');
  jest.clearAllMocks();
  for (let table = 0; table < 500; table += 1) await ask(`/venues/1/vendors/location/xyz${table}`);
  expect([compressor.quickly.mock.calls.length, compressor.well.mock.calls.length]).toEqual([500, 0]);
  await ask('shared');
  expect(render).toHaveBeenCalledTimes(500);
});

test('a page that could not be rendered is rendered again at the next request', async () => {
  const failing = () => Promise.reject(new Error('no file'));
  for (let visit = 0; visit < 3; visit += 1) await expect(cache.get('a', failing)).rejects.toThrow('no file');
  expect((await ask('a')).html).toBe('<p>');
});

test('the cache stores two hundred shared pages and evicts the oldest', async () => {
  for (let page = 0; page < 201; page += 1) for (const _visit of [1, 2]) await ask(`page ${page}`);
  jest.clearAllMocks();
  await ask('page 200');
  expect(render).not.toHaveBeenCalled();
  await ask('page 0');
  expect(render).toHaveBeenCalledTimes(1);
});
