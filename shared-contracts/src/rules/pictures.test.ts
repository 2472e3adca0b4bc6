import { formsOf, type PictureCut, srcSetOf } from './pictures';

const namesOf = (widest: string, cut: PictureCut) => formsOf(widest, cut).map(([name]) => name);

test.each([
  ['square', [160, 240, 320]],
  ['wide', [320, 480, 640, 960, 1280]],
  ['whole', [320, 480, 640, 960, 1280]],
] as const)('the name of the widest form gives the names of the narrower ones for the cut %s', (cut, widths) => {
  const names = widths.map((width) => `3f0c.${cut}.${width}.avif`);
  expect(namesOf('3f0c.1600.webp', cut)).toEqual([...names, '3f0c.1600.webp']);
});

test.each([
  ['square', '3f0c.300.webp', ['3f0c.square.160.avif', '3f0c.square.240.avif', '3f0c.300.webp']],
  ['wide', '3f0c.640.webp', ['3f0c.wide.320.avif', '3f0c.wide.480.avif', '3f0c.640.webp']],
  ['wide', '3f0c.320.webp', ['3f0c.320.webp']],
  ['whole', '3f0c.100.webp', ['3f0c.100.webp']],
] as const)('no form is wider than the photograph: the cut %s of %s', (cut, widest, names) => {
  expect(namesOf(widest, cut)).toEqual(names);
});

test('the srcset lists all forms with their widths', () => {
  expect(srcSetOf('https://hall.example/media/3f0c.600.webp', 'wide')).toBe(
    'https://hall.example/media/3f0c.wide.320.avif 320w, https://hall.example/media/3f0c.wide.480.avif 480w, https://hall.example/media/3f0c.600.webp 600w',
  );
});

test('the srcset of a square has the whole photograph only if it has no square form', () => {
  expect(srcSetOf('3f0c.1600.webp', 'square')).toMatch(/ 160w, .* 240w, 3f0c\.square\.320\.avif 320w$/);
  expect(srcSetOf('3f0c.100.webp', 'square')).toBe('3f0c.100.webp 100w');
});

test.each([390, 393, 402, 430, 440])(
  'a phone of %i CSS pixels at three times the resolution finds an AVIF form that is wide enough',
  (width) => {
    // WebKit and Firefox take the first form that is wide enough.
    const wanted = 0.82 * width * 3;
    expect(formsOf('3f0c.1600.webp', 'wide').find(([, each]) => each >= wanted)?.[0]).toMatch(/\.avif$/);
  },
);

test.each(['/media/3f0c.svg', '/media/3f0c.webp', ''])('%p has only one form', (address) => {
  expect(formsOf(address, 'whole')).toEqual([]);
  expect(srcSetOf(address, 'whole')).toBeUndefined();
});
