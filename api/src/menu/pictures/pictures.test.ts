import { composePicture, emptyPlate, groundNames, type PictureKind, patternNames } from './index';
import { mix } from './palette';

const ramen = { glyphs: ['steaming-bowl', 'bacon'], ground: 'night', pattern: 'scales' };

const kinds: [PictureKind, string][] = [
  ['venue', '0 0 640 320'],
  ['vendor', '0 0 480 300'],
  ['item', '0 0 240 240'],
  ['hero', '0 0 240 240'],
  ['thumbnail', '0 0 240 240'],
];

describe('composePicture', () => {
  test.each(kinds)('draws a %s in the box %s', (kind, viewBox) => {
    expect(composePicture(kind, 'Kumo Ramen', ramen)).toContain(`viewBox="${viewBox}"`);
  });

  test.each(kinds)('gives the same bytes for the same %s', (kind) => {
    expect(composePicture(kind, 'Kumo Ramen', { ...ramen })).toBe(composePicture(kind, 'Kumo Ramen', ramen));
  });

  test.each(kinds)('draws a %s without scripts, links, outside addresses and repeated ids', (kind) => {
    for (const pattern of patternNames) {
      // Butter is one of the few glyphs whose definitions have ids.
      const svg = composePicture(kind, 'Toast', { glyphs: ['bread', 'butter'], pattern });
      expect(svg).not.toMatch(
        /<script|<image|<foreignObject|href="(?!#)|\son\w+=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
      );
      const ids = [...svg.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('returns a well-formed and small picture', () => {
    const svg = composePicture('vendor', 'Kumo Ramen', {
      ...ramen,
      glyphs: ['steaming-bowl', 'dumpling', 'chopsticks'],
    });
    const document = svg.replace(/<[^>]+\/>/g, '');
    const opened = [...document.matchAll(/<([a-z]+)/gi)].length;
    const closed = [...document.matchAll(/<\/([a-z]+)>/gi)].length;
    expect(opened).toBe(closed);
    expect(svg.length).toBeLessThan(6_000);
    expect(svg).not.toMatch(/NaN|undefined|\d\.\d{4}/);
  });

  test('draws an item on the pale ground and its hero picture on the full ground', () => {
    const field = (svg: string) => svg.match(/<rect [^>]*fill="(#\w+)"/)?.[1];
    expect(field(composePicture('item', 'Tonkotsu ramen', ramen))).toBe('#d3deea');
    expect(field(composePicture('hero', 'Tonkotsu ramen', ramen))).toBe('#2d4059');
  });

  test('accepts three glyphs for the thumbnail of a vendor and draws the first two', () => {
    const glyphs = ['taco', 'avocado', 'hot-pepper'];
    expect(composePicture('thumbnail', 'Pico', { glyphs })).toBe(
      composePicture('thumbnail', 'Pico', { glyphs: glyphs.slice(0, 2) }),
    );
  });

  test('varies the ground and pattern with the name, among those that fit the dish', () => {
    const names = Array.from({ length: 40 }, (_, i) => `Soup of day ${i}`);
    const pictures = new Set(names.map((name) => composePicture('item', name, { glyphs: ['steaming-bowl'] })));
    expect(pictures.size).toBeGreaterThan(20);
  });

  test('draws every pattern on every ground', () => {
    const pictures = groundNames.flatMap((ground) =>
      patternNames.map((pattern) => composePicture('item', 'Tea', { glyphs: ['teapot'], ground, pattern })),
    );
    expect(new Set(pictures).size).toBe(groundNames.length * patternNames.length);
  });

  test('names an unknown glyph and the closest ones', () => {
    expect(() => composePicture('item', 'Ramen', { glyphs: ['ramen-bowl'] })).toThrow(
      /no glyph 'ramen-bowl'.*steaming-bowl/,
    );
    expect(() => composePicture('item', 'Lobster roll', { glyphs: ['lobstr'] })).toThrow(/Closest: lobster/);
  });

  test('does not accept a property name of Object as a glyph', () => {
    expect(() => composePicture('item', 'Oddity', { glyphs: ['constructor'] })).toThrow(/no glyph 'constructor'/);
  });

  test.each([
    [{ glyphs: ['taco'], ground: 'lava' }, /no picture ground 'lava'.*saffron/],
    [{ glyphs: ['taco'], pattern: 'plaid' }, /no picture pattern 'plaid'.*gingham/],
    [{ glyphs: [] }, /'Taco' takes 1 to 2 glyphs; it was given 0/],
    [{ glyphs: ['taco', 'lime', 'avocado'] }, /'Taco' takes 1 to 2 glyphs; it was given 3/],
  ])('refuses %j in plain words', (picture, message) => {
    expect(() => composePicture('item', 'Taco', picture)).toThrow(message);
  });
});

describe('emptyPlate', () => {
  test('replaces a missing picture, with the same plate for the same name', () => {
    expect(emptyPlate('House pickles')).toBe(emptyPlate('House pickles'));
    expect(emptyPlate('House pickles')).toContain('viewBox="0 0 240 240"');
  });
});

describe('mix', () => {
  test.each([
    [0, '#000000'],
    [0.5, '#808080'],
    [1, '#ffffff'],
  ])('returns %s between black and white as %s', (amount, colour) => {
    expect(mix('#000000', '#ffffff', amount)).toBe(colour);
  });
});
