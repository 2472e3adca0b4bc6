/** Reads the printed sheets as a phone reads them. */
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { type SheetOptions, sheetsOf } from './sheet';

// The API's picture code blocks the loading of SVG for the whole process, and all tests share that process.
beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoadSvg'] }));
afterAll(() => sharp.block({ operation: ['VipsForeignLoadSvg'] }));

const options: SheetOptions = { paper: 'a4', venue: 'Café Granary', brand: 'Foodhall', logo: null };
const tables = (...names: string[]) =>
  names.map((name, index) => ({ name, url: `https://hall.example/t/01234567x${index}` }));

/** Reads the codes of the sheet's four cards from a picture as coarse as that of a camera some way off. */
async function codesOf(sheet: string): Promise<string[]> {
  const picture = sharp(Buffer.from(sheet), { density: 100 }).flatten({ background: '#fff' });
  const { width, height } = await picture.metadata();
  const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) };
  const corners = [0, half.height].flatMap((top) => [0, half.width].map((left) => ({ left, top, ...half })));
  const codes: string[] = [];
  for (const corner of corners) {
    const { data, info } = await picture
      .clone()
      .extract(corner)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    codes.push(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) }));
  }
  return codes;
}

test.each(['a4', 'letter'] as const)('each code of a sheet of %s leads to the address of its table', async (paper) => {
  const cards = tables('1', '2', '3', 'Terrace 12');
  const [sheet = '', ...others] = sheetsOf(cards, { ...options, paper });
  expect(others).toEqual([]);
  expect(await codesOf(sheet)).toEqual(cards.map(({ url }) => url));
});

test('a sheet has the size of its paper, and marks outside of its cards to cut along', () => {
  const [sheet = ''] = sheetsOf(tables('1'), { ...options, paper: 'letter' });
  expect(sheet).toContain('width="215.9mm" height="279.4mm" viewBox="0 0 215.9 279.4"');
  const [, marks = ''] = /<path d="([^"]+)" stroke/.exec(sheet) ?? [];
  const points = [...marks.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(points).toHaveLength(12);
  // Four cards of 90 by 120 mm are in the middle, two beside and two above each other.
  for (const [x = 0, y = 0] of points) {
    expect(x < 17.95 || x > 197.95 || y < 19.7 || y > 259.7).toBe(true);
    expect(x > 0 && x < 215.9 && y > 0 && y < 279.4).toBe(true);
  }
});

test('a card has the names of its table and venue, and only the address of its code', () => {
  const [sheet = ''] = sheetsOf(tables('Terrace 12'), options);
  const texts = [...sheet.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(texts).toEqual([
    'Foodhall',
    'Café Granary',
    'Scan to order to this table',
    'Terrace 12',
    'hall.example/t/01234567x0',
  ]);
  expect(sheet).not.toContain('/vendors/');
});

test('the logo takes the place of the brand', () => {
  const [sheet = ''] = sheetsOf(tables('1'), { ...options, logo: 'data:image/png;base64,AAAA' });
  expect(sheet).toContain('<image x="38" y="5" width="14" height="14" href="data:image/png;base64,AAAA"/>');
  expect(sheet).not.toContain('>Foodhall<');
});

test.each(['<b>&"\'', 'x'.repeat(40), 'The long table under the clock in front', '木'.repeat(40)])(
  'the name %j fits its card',
  (name) => {
    const [sheet = ''] = sheetsOf(tables(name), options);
    expect(sheet.match(/<b>/)).toBeNull();
    const lines = [...sheet.matchAll(/font-size="([\d.]+)" font-weight="800">([^<]*)</g)];
    expect(lines.length).toBeGreaterThan(0);
    for (const [, size, text = ''] of lines) {
      const letters = [...text.replace(/&#\d+;/g, '?')].length;
      expect(Number(size) * letters * 0.6).toBeLessThan(84);
      expect(Number(size)).toBeGreaterThan(1);
    }
  },
);

test('five tables take two sheets', () => {
  const sheets = sheetsOf(tables('1', '2', '3', '4', '5'), options);
  expect(sheets.map((sheet) => /<title>([^<]*)/.exec(sheet)?.[1])).toEqual([
    'Tables of Café Granary, sheet 1 of 2',
    'Tables of Café Granary, sheet 2 of 2',
  ]);
});
