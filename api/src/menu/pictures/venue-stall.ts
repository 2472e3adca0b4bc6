import { appearance } from './appearance';
import { glyph } from './glyphs';
import { china, type Ground, grounds, mix } from './palette';
import { patternedField } from './patterns';
import type { Picture } from './picture';
import { element, picture as file, rectangle, shadow } from './svg';

const width = 640;
const height = 320;
const scallops = 10;
const scallop = width / scallops;

/** The positions of one, two or three dishes on the counter: middle and size. */
const places = [
  [{ x: 320, size: 172 }],
  [
    { x: 220, size: 160 },
    { x: 420, size: 160 },
  ],
  [
    { x: 132, size: 138 },
    { x: 320, size: 172 },
    { x: 508, size: 138 },
  ],
];

/** Draws a stall's front: an awning above, up to three dishes on the counter. */
export function venueStall(name: string, picture: Picture): string {
  const { ground, pattern } = appearance(name, picture);
  const colours = grounds[ground];
  const dishes = picture.glyphs.slice(0, 3);
  const standing = places[dishes.length - 1] ?? [];

  return file(
    width,
    height,
    patternedField(pattern, colours, { width, height, cx: 320, cy: 200 }),
    awning(colours),
    rectangle(0, 262, width, 14, mix(colours.plate, '#ffffff', 0.3)),
    rectangle(0, 276, width, 44, colours.deep),
    element('path', { d: `M0 276h${width}v6H0z`, 'fill-opacity': 0.12 }),
    ...standing.map(({ x, size }, i) => standingDish(dishes[i] ?? '', x, size, colours)),
  );
}

function awning(colours: Ground): string {
  const row = (every: number, first: number, drop: number) =>
    Array.from({ length: Math.ceil((scallops - first) / every) }, (_, i) => {
      const x = (first + i * every) * scallop;
      return `M${x} 0h${scallop}v${drop}a32 27 0 0 1-${scallop} 0z`;
    }).join('');
  return (
    element('path', { fill: colours.deep, 'fill-opacity': 0.22, d: row(1, 0, 64) }) +
    element('path', { fill: colours.deep, d: row(2, 0, 52) }) +
    element('path', { fill: china, d: row(2, 1, 52) }) +
    element('path', { fill: colours.deep, 'fill-opacity': 0.18, d: `M0 0h${width}v14H0z` })
  );
}

function standingDish(name: string, x: number, size: number, colours: Ground): string {
  return shadow(x, 266, size * 0.42, 9, colours.deep, 0.3) + glyph(name, x, 266 - size * 0.47, size);
}
