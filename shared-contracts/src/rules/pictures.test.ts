import { formsOf, type PictureCut, srcSetOf } from './pictures';

const namesOf = (widest: string, cut: PictureCut) => formsOf(widest, cut).map(([name]) => name);

test.each([
  ['square', [160, 240, 320]],
  ['wide', [320, 480, 640, 960, 1280]],
  ['whole', [320, 480, 640, 960, 1280]],
] as const)('the name of the widest form names the narrower ones that show it %s', (cut, widths) => {
  const names = widths.map((width) => `3f0c.${cut}.${width}.avif`);
  expect(namesOf('3f0c.1600.webp', cut)).toEqual([...names, '3f0c.1600.webp']);
});

test.each([
  ['square', '3f0c.300.webp', ['3f0c.square.160.avif', '3f0c.square.240.avif', '3f0c.300.webp']],
  ['wide', '3f0c.640.webp', ['3f0c.wide.320.avif', '3f0c.wide.480.avif', '3f0c.640.webp']],
  ['wide', '3f0c.320.webp', ['3f0c.320.webp']],
  ['whole', '3f0c.100.webp', ['3f0c.100.webp']],
] as const)('no form is wider than the photograph: %s of %s', (cut, widest, names) => {
  expect(namesOf(widest, cut)).toEqual(names);
});

test('a place chooses among the forms by their widths', () => {
  expect(srcSetOf('https://hall.example/media/3f0c.600.webp', 'wide')).toBe(
    'https://hall.example/media/3f0c.wide.320.avif 320w, https://hall.example/media/3f0c.wide.480.avif 480w, https://hall.example/media/3f0c.600.webp 600w',
  );
});

test('a square place is offered the whole photograph only if there is no square of it', () => {
  expect(srcSetOf('3f0c.1600.webp', 'square')).toMatch(/ 160w, .* 240w, 3f0c\.square\.320\.avif 320w$/);
  expect(srcSetOf('3f0c.100.webp', 'square')).toBe('3f0c.100.webp 100w');
});

test.each([390, 393, 402, 430, 440])(
  'a phone of %i pixels, three of them a pixel, finds a form in AVIF that is as wide as it asks',
  (width) => {
    // WebKit and Firefox take the first that is wide enough.
    const wanted = 0.82 * width * 3;
    expect(formsOf('3f0c.1600.webp', 'wide').find(([, each]) => each >= wanted)?.[0]).toMatch(/\.avif$/);
  },
);

test.each(['/media/3f0c.svg', '/media/3f0c.webp', ''])('%p has one form only', (address) => {
  expect(formsOf(address, 'whole')).toEqual([]);
  expect(srcSetOf(address, 'whole')).toBeUndefined();
});
