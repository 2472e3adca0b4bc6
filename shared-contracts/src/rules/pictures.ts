/**
 * The forms of a photograph (docs/decisions/photographs.md). The address of a photograph is that of its widest form, a WebP.
 * The addresses of the narrower forms, in AVIF, are computed from it. `/media/3f0c….1600.webp` also exists as
 * `….whole.640.avif`, and so on; cut to a square, for a row of a menu, as `….square.160.avif`; and cut to 8 by 5, for a card,
 * as `….wide.640.avif`.
 */

/** The part of a photograph that a form shows. A cut form shows the middle. A photograph wider than 8 by 5 keeps its sides in `wide`. */
export type PictureCut = 'square' | 'wide' | 'whole';

/** The name is a file name or an address, whichever was given for the widest form. The width is in pixels. */
export type PictureForm = readonly [name: string, width: number];

/** In pixels. A form is never wider than its photograph. */
const WIDTHS = [320, 480, 640, 960, 1280];
const SQUARE_WIDTHS = [160, 240, 320];

const WIDEST = /\.(\d+)\.webp$/;

/**
 * Lists the stored forms of a photograph.
 * @param widest name or address of the widest form
 * @returns the forms that show this part of the photograph, and the widest; none for a drawing, which has one form only
 * @example
 * formsOf('a.480.webp', 'wide'); // [['a.wide.320.avif', 320], ['a.480.webp', 480]]
 */
export function formsOf(widest: string, cut: PictureCut): PictureForm[] {
  const [end, width] = WIDEST.exec(widest) ?? [];
  if (!end) return [];
  const widths = cut === 'square' ? SQUARE_WIDTHS : WIDTHS;
  return [
    ...widths
      .filter((each) => each < Number(width))
      .map((each): PictureForm => [widest.replace(end, `.${cut}.${each}.avif`), each]),
    [widest, Number(width)],
  ];
}

/** A square place is never wider than the third form, so a browser is not offered the whole photograph for it. */
const SQUARE_FORMS = 3;

/**
 * Returns a `srcset` for a place that shows this part of a photograph, or undefined for a picture with one form only, such as a drawing.
 * @example
 * <img src={item.image} srcSet={srcSetOf(item.image, 'square')} alt="" />
 */
export const srcSetOf = (address: string, cut: PictureCut): string | undefined =>
  formsOf(address, cut)
    .slice(0, cut === 'square' ? SQUARE_FORMS : undefined)
    .map(([name, width]) => `${name} ${width}w`)
    .join(', ') || undefined;
