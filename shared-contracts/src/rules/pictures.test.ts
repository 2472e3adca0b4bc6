import { formName, srcSetOf, widthsOf } from './pictures';

test.each([
  [4000, [160, 320, 480, 640, 960, 1280, 1600]],
  [1600, [160, 320, 480, 640, 960, 1280, 1600]],
  [500, [160, 320, 480, 500]],
  [160, [160]],
  [40, [40]],
])('a photograph of %i pixels has the widths %j', (width, widths) => {
  expect(widthsOf(width)).toEqual(widths);
});

test('the address of a photograph names all of its forms', () => {
  expect(srcSetOf(`https://hall.example/media/${formName('3f0c', 500)}`)).toBe(
    [160, 320, 480, 500].map((width) => `https://hall.example/media/3f0c.w${width}.webp ${width}w`).join(', '),
  );
});

test.each(['/media/3f0c.svg', '/media/3f0c.webp', ''])('%p has one form only', (address) => {
  expect(srcSetOf(address)).toBeUndefined();
});
