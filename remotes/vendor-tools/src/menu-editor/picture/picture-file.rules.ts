/** Checks before the upload whether a file can be the picture of an item. The API decides by the file's contents. Pure. */

import { t } from '../../words';

/** The largest size that the API takes. The API's schemas are too large for a browser, so a test compares the two. */
export const MOST_BYTES = 10 * 1024 * 1024;

/** A telephone that stores pictures in another format converts them into one of these. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp';

const HEIC = /^image\/hei[cf]|\.hei[cf]$/i;

/** @returns the reason why the file cannot be the picture; null if it can */
export function fileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (HEIC.test(type) || HEIC.test(name)) {
    return t(
      'This is a HEIC picture, which most browsers cannot show. On an iPhone choose Settings, Camera, Formats, Most Compatible and take it again, or send a screenshot of it.',
    );
  }
  if (type !== '' && !ACCEPTED.split(',').includes(type)) return t('This file is no JPEG, PNG or WebP picture.');
  if (size === 0) return t('This file is empty.');
  if (size > MOST_BYTES) return tooLargeText();
  return null;
}

export const tooLargeText = (): string =>
  t('This picture has more than {size} MB. Choose a smaller one.', { size: MOST_BYTES / 1024 / 1024 });
