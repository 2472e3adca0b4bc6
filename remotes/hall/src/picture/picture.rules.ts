/** Checks before the upload whether a file can be a picture. The API decides by the file's content. Pure. */
import { t } from '../words';

/** The largest file that the API takes. */
const MOST_BYTES = 20 * 1024 * 1024;

/** A telephone that stores pictures in another format converts them into one of these. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp';

/** @returns the reason why the file cannot be the picture; undefined if it can */
export function fileProblem({ size }: Pick<File, 'size'>): string | undefined {
  if (size === 0) return t('This file is empty.');
  if (size > MOST_BYTES) {
    return t('This picture has more than {size} MB. Choose a smaller one.', { size: MOST_BYTES / 1024 / 1024 });
  }
  return undefined;
}
