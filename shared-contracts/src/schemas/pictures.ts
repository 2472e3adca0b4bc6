/** Pictures that a stall uploads for its items. */
import { z } from 'zod';

/** The limits of an uploaded file. */
export const PICTURE_LIMITS = { bytes: 10 * 1024 * 1024 } as const;

const fraction = z.number().min(0).max(1);

/** A part of a picture: where it begins and how large it is, as fractions of the picture's width and height. */
export const cropSchema = z.object({
  x: fraction,
  y: fraction,
  width: z.number().gt(0).max(1),
  height: z.number().gt(0).max(1),
});

/** The addresses of an uploaded picture, for a menu and for the item's own page. */
export const uploadedPictureSchema = z.object({ image_url: z.string(), hero_url: z.string() });
