/**
 * What a demo document says of a picture. `glyphs` names food of the Fluent Emoji Flat set, the main dish first.
 * `ground` and `pattern` are for the few pictures that must look a certain way; the others get theirs from the dish.
 */
export interface Picture {
  glyphs: readonly string[];
  ground?: string | undefined;
  pattern?: string | undefined;
}

/**
 * - `venue` 640x320: a stall front.
 * - `vendor` 480x300: a laid table.
 * - `item` 240x240: a plate on the pale ground, for a row of a menu.
 * - `hero` 240x240: the same plate on the full ground, for the item's own page.
 * - `thumbnail` 240x240: a plate on the full ground, for a vendor's name in a cart or queue.
 */
export type PictureKind = 'venue' | 'vendor' | 'item' | 'hero' | 'thumbnail';
