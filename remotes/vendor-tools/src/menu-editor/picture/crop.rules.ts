/** Computes the part of a picture that a frame shows. Pure. */
import type { Crop } from 'shared-contracts/types';

/** The position of a frame on a picture. */
export interface View {
  /** The magnification. With 1 the frame shows as much of the picture as it can. */
  zoom: number;
  /** The horizontal position, from 0 at the left end of the frame's range to 1 at its right end. */
  x: number;
  /** The vertical position, from 0 at the top to 1 at the bottom. */
  y: number;
}

export const MIDDLE: View = { zoom: 1, x: 0.5, y: 0.5 };
export const MOST_ZOOM = 3;

/** The ratios of width to height that the pages show, the same as those of `CoverImage`. */
export const RATIOS = { hero: 5 / 4, square: 1 } as const;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** @param picture its ratio of width to height @param frame the same ratio of the frame */
export function computeCrop({ zoom, x, y }: View, picture: number, frame: number): Crop {
  const width = Math.min(1, frame / picture) / zoom;
  const height = Math.min(1, picture / frame) / zoom;
  return { x: x * (1 - width), y: y * (1 - height), width, height };
}

/**
 * Moves the picture with the finger.
 * @param across the horizontal movement, as a part of the frame's width
 * @param down the vertical movement, as a part of the frame's height
 */
export function moved(view: View, { width, height }: Crop, across: number, down: number): View {
  const shift = (place: number, size: number, by: number) =>
    size >= 1 ? place : clamp(place - (by * size) / (1 - size), 0, 1);
  return { ...view, x: shift(view.x, width, across), y: shift(view.y, height, down) };
}

export const zoomed = (view: View, by: number): View => ({ ...view, zoom: clamp(view.zoom * by, 1, MOST_ZOOM) });

/** Writes a crop as the API reads it. */
export const cropText = ({ x, y, width, height }: Crop): string =>
  [x, y, width, height].map((each) => Number(each.toFixed(5))).join(',');
