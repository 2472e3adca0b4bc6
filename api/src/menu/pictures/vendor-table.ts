import { appearance } from './appearance';
import { glyph } from './glyphs';
import { china, type Ground, grounds, mix } from './palette';
import { patternedField } from './patterns';
import type { Picture } from './picture';
import { circle, picture as file, shadow } from './svg';

const width = 480;
const height = 300;

/**
 * Draws the corner of a table: one big plate that runs out below, a side dish beside it, and a loose third dish. Half of the pictures are
 * mirrored.
 */
export function vendorTable(name: string, picture: Picture): string {
  const { ground, pattern, seed } = appearance(name, picture);
  const colours = grounds[ground];
  const [main = '', side, loose] = picture.glyphs;
  const isMirrored = ((seed >>> 7) & 1) === 1;
  const across = (x: number) => (isMirrored ? width - x : x);
  const lean = isMirrored ? 1 : -1;

  return file(
    width,
    height,
    patternedField(pattern, colours, { width, height, cx: across(310), cy: 160 }),
    bigPlate(main, across(306), 5 * lean, colours),
    side ? sideDish(side, across(112), -8 * lean, colours) : '',
    loose ? glyph(loose, across(98), 66, 84, 12 * lean) : '',
  );
}

function bigPlate(name: string, x: number, turn: number, colours: Ground): string {
  return (
    circle(x, 172, 146, { fill: colours.deep, 'fill-opacity': 0.28 }) +
    circle(x, 160, 146, { fill: china }) +
    circle(x, 160, 114, {
      fill: mix(china, colours.plate, 0.55),
      stroke: mix(colours.plate, colours.ground, 0.4),
      'stroke-width': 3,
    }) +
    shadow(x, 236, 82, 14, colours.deep, 0.18) +
    glyph(name, x, 152, 196, turn)
  );
}

function sideDish(name: string, x: number, turn: number, colours: Ground): string {
  return (
    circle(x, 216, 74, { fill: colours.deep, 'fill-opacity': 0.28 }) +
    circle(x, 208, 74, { fill: china }) +
    circle(x, 208, 55, { fill: mix(china, colours.plate, 0.7) }) +
    shadow(x, 240, 36, 8, colours.deep, 0.16) +
    glyph(name, x, 202, 96, turn)
  );
}
