// The demo market has no photographs. The import composes its covers here from emoji art and a small palette. They are SVG files that a browser
// shows as plain images, without scripts and without references to other files.
import { itemPlate } from './item-plate';
import type { Picture, PictureKind } from './picture';
import { vendorTable } from './vendor-table';
import { venueStall } from './venue-stall';

export { emptyPlate } from './empty-plate';
export { groundNames } from './palette';
export { patternNames } from './patterns';
export type { Picture, PictureKind } from './picture';

/**
 * The glyphs that a kind has room for: three dishes for a venue; a main, a side and a loose one for a vendor; a main and a garnish for an item.
 */
const room: Record<PictureKind, number> = { venue: 3, vendor: 3, item: 2, thumbnail: 3, hero: 2 };

/**
 * Composes one picture. The same arguments give the same bytes, so a hash can name the file.
 *
 * @param name of the venue, vendor or item; it decides every detail that the arguments leave open
 * @returns SVG text of the kind's size (see PictureKind).
 * @throws Error that names an unknown glyph (with the closest ones), ground or pattern, or a wrong number of glyphs.
 */
export function composePicture(kind: PictureKind, name: string, picture: Picture): string {
  const count = picture.glyphs.length;
  if (count < 1 || count > room[kind]) {
    throw new Error(`The ${kind} picture of '${name}' takes 1 to ${room[kind]} glyphs; it was given ${count}.`);
  }
  switch (kind) {
    case 'venue':
      return venueStall(name, picture);
    case 'vendor':
      return vendorTable(name, picture);
    case 'item':
      return itemPlate(name, picture, 'pale');
    case 'hero':
      return itemPlate(name, picture, 'full');
    case 'thumbnail':
      return itemPlate(name, { ...picture, glyphs: picture.glyphs.slice(0, 2) }, 'full');
  }
}
