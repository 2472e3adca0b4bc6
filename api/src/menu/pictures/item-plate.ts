import { appearance } from './appearance';
import { glyph } from './glyphs';
import { china, grounds, mix } from './palette';
import { patternedField } from './patterns';
import type { Picture } from './picture';
import { circle, picture as file, shadow } from './svg';

const size = 240;
const middle = size / 2;

/** Draws a plate from above. The second glyph, if there is one, is a garnish in its own dish. */
export function itemPlate(name: string, picture: Picture, field: 'pale' | 'full'): string {
  const { ground, pattern, seed } = appearance(name, picture);
  const colours = grounds[ground];
  const [main = '', garnish] = picture.glyphs;
  const marks =
    field === 'full'
      ? { ground: colours.ground, mark: colours.mark }
      : { ground: colours.plate, mark: mix(colours.plate, colours.ground, 0.34) };
  const turn = ((seed >>> 9) % 13) - 6;

  return file(
    size,
    size,
    patternedField(pattern, marks, { width: size, height: size, cx: middle, cy: middle }),
    circle(middle, middle + 7, 94, { fill: colours.deep, 'fill-opacity': field === 'full' ? 0.28 : 0.16 }),
    circle(middle, middle, 94, { fill: china }),
    circle(middle, middle, 73, {
      fill: 'none',
      stroke: mix(colours.plate, colours.ground, 0.35),
      'stroke-width': 2.5,
    }),
    shadow(middle, 172, 48, 9, colours.deep, 0.16),
    garnish ? glyph(main, middle, 114, 122, turn) : glyph(main, middle, 118, 130, turn),
    garnish ? garnishDish(garnish, isLeft(seed) ? 62 : 178, marks.ground, colours.deep) : '',
  );
}

function isLeft(seed: number): boolean {
  return ((seed >>> 13) & 1) === 1;
}

function garnishDish(name: string, x: number, fill: string, deep: string): string {
  const y = 174;
  return (
    circle(x, y + 4, 37, { fill: deep, 'fill-opacity': 0.14 }) +
    circle(x, y, 36, { fill, stroke: china, 'stroke-width': 4 }) +
    glyph(name, x, y, 46, x < middle ? -8 : 8)
  );
}
