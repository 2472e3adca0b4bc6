import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SourceMaps } from './source-maps';

let site: string;
let maps: SourceMaps;
beforeEach(async () => {
  site = await mkdtemp(path.join(tmpdir(), 'source-maps-'));
  maps = new SourceMaps(site);
});
afterEach(() => rm(site, { recursive: true, force: true }));

const frame = { part: 'catalog', version: '1.0.0-aa', file: 'main.js', line: 1, column: 3 };
const fileOf = () => path.join(site, '.maps/catalog/1.0.0-aa/main.js.map');
async function written(text: string) {
  await mkdir(path.dirname(fileOf()), { recursive: true });
  await writeFile(fileOf(), text);
}
/** Column 0 of the built line is line 1 of the source. From column 2 on it is line 7, from its column 4 on. */
const MAP = JSON.stringify({ version: 3, sources: ['src/menu.tsx'], names: [], mappings: 'AAAA,EAMI' });

test('a place in a built file leads to a place in its source, as editors count', async () => {
  await written(MAP);
  expect(await maps.find(frame)).toBe('src/menu.tsx:7:5');
  expect(await maps.find({ ...frame, column: 1 })).toBe('src/menu.tsx:1:1');
});

test.each([
  ['there is no map', null],
  ['the map is no JSON', '{'],
  ['the map is another JSON value', '{"sources":7}'],
  ['the mappings of the map are malformed', JSON.stringify({ version: 3, sources: ['a'], names: [], mappings: 7 })],
])('a frame has no place in the source if %s', async (_case, text) => {
  if (text !== null) await written(text);
  expect(await maps.find(frame)).toBeNull();
});

test.each([
  ['a line that the map does not have', { line: 9 }],
  ['a line and a column that no browser reports', { line: 0, column: 0 }],
])('a frame has no place in the source for %s', async (_case, changes) => {
  await written(MAP);
  expect(await maps.find({ ...frame, ...changes })).toBeNull();
});

test('a map of 1.5 MB is read, and a larger one is not', async () => {
  await written(MAP.padEnd(1.5 * 1024 * 1024));
  expect(await maps.find(frame)).toBe('src/menu.tsx:7:5');
  await written(MAP.padEnd(1.5 * 1024 * 1024 + 1));
  expect(await new SourceMaps(site).find(frame)).toBeNull();
});

test('beyond 16 MB of maps, those that were used longest ago are dropped', async () => {
  const files = Array.from({ length: 16 }, (_, index) => `${index}.js`);
  await written('');
  for (const file of files) await writeFile(path.join(path.dirname(fileOf()), `${file}.map`), MAP.padEnd(1024 * 1024));
  for (const file of files) await maps.find({ ...frame, file });
  await maps.find({ ...frame, file: '0.js' });
  await written(MAP);
  await maps.find(frame);
  await rm(path.dirname(fileOf()), { recursive: true });
  const found: string[] = [];
  for (const file of files) if (await maps.find({ ...frame, file })) found.push(file);
  expect(found).toEqual(files.filter((file) => file !== '1.js'));
});

test('a map that arrives later is read', async () => {
  expect(await maps.find(frame)).toBeNull();
  await written(MAP);
  expect(await maps.find(frame)).toBe('src/menu.tsx:7:5');
  await rm(fileOf());
  expect(await maps.find(frame)).toBe('src/menu.tsx:7:5');
});
