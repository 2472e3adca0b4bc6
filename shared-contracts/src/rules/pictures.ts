/**
 * The forms of a photograph (decision 0161). Its address names its widest form, a WebP; the addresses of the narrower ones, in AVIF,
 * follow from it, so that code which has the address has them all. `/media/3f0c….1600.webp` also exists as `….whole.640.avif`, and so on;
 * cut to a square, for a row of a menu, as `….square.160.avif`; and cut to 8 by 5, for a card, as `….wide.640.avif`. Those that are stored
 * since before that decision are WebP and whole: `….w1600.webp`, `….w640.webp`.
 */

/** What of a photograph a form shows. One that is cut shows its middle. */
export type PictureCut = 'square' | 'wide' | 'whole';

/** Its name is that of its file, or its address, as the widest form was named; its width is in pixels. */
export type PictureForm = readonly [name: string, width: number];

/** In pixels, by cut. A form is never wider than its photograph. */
const NARROWER: Readonly<Record<PictureCut, readonly number[]>> = {
  square: [160, 240, 320],
  wide: [480, 640, 960],
  whole: [320, 480, 640, 960, 1280],
};

const WIDEST = /\.(w?)(\d+)\.webp$/;

/**
 * @param widest name or address of the widest form
 * @returns the forms that show this part of the photograph, and the widest; none for what is no photograph, such as a drawing
 */
export function formsOf(widest: string, cut: PictureCut): PictureForm[] {
  const [end, earlier, width] = WIDEST.exec(widest) ?? [];
  if (!end) return [];
  const name = widest.slice(0, -end.length);
  const most = Number(width);
  const narrower = NARROWER[earlier ? 'whole' : cut].filter((each) => each < most);
  return [
    ...narrower.map((each): PictureForm => [name + (earlier ? `.w${each}.webp` : `.${cut}.${each}.avif`), each]),
    [widest, most],
  ];
}

/** A `srcset` for a place that shows this part of a photograph; undefined for what has one form only, such as a drawing. */
export const srcSetOf = (address: string, cut: PictureCut): string | undefined =>
  formsOf(address, cut)
    .map(([name, width]) => `${name} ${width}w`)
    .join(', ') || undefined;
