import type { Picture } from 'core/database/types';

export type { Picture };

/**
 * - `venue` 640x320: a stall front.
 * - `vendor` 480x300: a laid table.
 * - `item` 240x240: a plate on the pale ground, for a row of a menu.
 * - `hero` 240x240: the same plate on the full ground, for the item's own page.
 * - `thumbnail` 240x240: a plate on the full ground, for a vendor's name in a cart or queue.
 */
export type PictureKind = 'venue' | 'vendor' | 'item' | 'hero' | 'thumbnail';
