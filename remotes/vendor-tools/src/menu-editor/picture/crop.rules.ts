/** Which part of a picture a frame shows. Pure. */
import type { Crop } from 'shared-contracts/types';

/** Where a frame is on a picture. */
export interface View {
  /** 1: as much of the picture as the frame can show. */
  zoom: number;
  /** From the left edge, 0, to the right one, 1, of where the frame can be. */
  x: number;
  /** From the upper edge, 0, to the lower one, 1. */
  y: number;
}

export const MIDDLE: View = { zoom: 1, x: 0.5, y: 0.5 };
export const MOST_ZOOM = 3;

/** Width to height of what the pages show: as of `CoverImage`. */
export const RATIOS = { hero: 5 / 4, square: 1 } as const;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** @param picture and @param frame width to height */
export function cropOf({ zoom, x, y }: View, picture: number, frame: number): Crop {
  const width = Math.min(1, frame / picture) / zoom;
  const height = Math.min(1, picture / frame) / zoom;
  return { x: x * (1 - width), y: y * (1 - height), width, height };
}

/**
 * The picture follows the finger.
 * @param across and @param down of the movement, as parts of the frame's width and height
 */
export function moved(view: View, { width, height }: Crop, across: number, down: number): View {
  const along = (place: number, size: number, by: number) =>
    size >= 1 ? place : within(place - (by * size) / (1 - size), 0, 1);
  return { ...view, x: along(view.x, width, across), y: along(view.y, height, down) };
}

export const zoomed = (view: View, by: number): View => ({ ...view, zoom: within(view.zoom * by, 1, MOST_ZOOM) });

/** As the API reads it. */
export const cropText = ({ x, y, width, height }: Crop): string =>
  [x, y, width, height].map((each) => Number(each.toFixed(5))).join(',');
