/**
 * The forms of a photograph. Its address names its widest form; the address of each narrower one follows from it, so that code which has
 * the address has them all. `/media/3f0c….w1600.webp` also exists as `….w160.webp`, `….w320.webp` and so on.
 */

/** In pixels: from a row's thumbnail on a plain screen to a cover on a sharp one. A form is never wider than its photograph. */
export const PICTURE_WIDTHS: readonly number[] = [160, 320, 480, 640, 960, 1280, 1600];

const WIDEST = /\.w(\d+)(\.webp)$/;

/** The widths of all forms of a photograph, in pixels. The last one is the width that its address names. */
export function widthsOf(photographWidth: number): number[] {
  const widest = Math.min(photographWidth, Math.max(...PICTURE_WIDTHS));
  return [...PICTURE_WIDTHS.filter((width) => width < widest), widest];
}

/** @param name what identifies the photograph and how it is encoded */
export const formName = (name: string, width: number): string => `${name}.w${width}.webp`;

/** A `srcset` with all forms; undefined for a picture that has one form only, such as a drawn one. */
export function srcSetOf(address: string): string | undefined {
  const widest = Number(WIDEST.exec(address)?.[1]);
  if (!widest) return undefined;
  return widthsOf(widest)
    .map((width) => `${address.replace(WIDEST, `.w${width}$2`)} ${width}w`)
    .join(', ');
}
