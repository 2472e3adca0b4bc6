// The demo market has no photographs. Its covers are composed here, at import, from emoji art and a small palette, into
// SVG files that a browser shows as plain images: no script, no reference to anything outside the file.
import { itemPlate } from './item-plate';
import type { Picture, PictureKind } from './picture';
import { vendorTable } from './vendor-table';
import { venueStall } from './venue-stall';

export { emptyPlate } from './empty-plate';
export { groundNames } from './palette';
export { patternNames } from './patterns';
export type { Picture, PictureKind } from './picture';

/** Glyphs that a kind has room for: a venue's three dishes, a vendor's main, side and loose one, an item's main and garnish. */
const room: Record<PictureKind, number> = { venue: 3, vendor: 3, item: 2, thumbnail: 3, hero: 2 };

/**
 * Composes one picture. The same arguments give the same bytes, so the file may be named by its hash.
 *
 * @param name the venue's, vendor's or item's name; it decides what the picture leaves open.
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
