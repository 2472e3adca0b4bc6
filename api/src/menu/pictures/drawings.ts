/** Checks a drawn picture (SVG) that a person uploads. The site serves the file unchanged, so a file that does more than draw is refused. */
import { XMLValidator } from 'fast-xml-parser';
import { readUtf8 } from 'shared-contracts/utf8';

/** The size limit of a drawing. A larger file contains a photograph, or was generated. */
const MOST_BYTES = 1_000_000;

/** States why a file is refused, in words that follow its name: 'has a script'. */
export class DrawingError extends Error {
  override readonly name = 'DrawingError';
}

/** Recognizes a drawing by its content: no photograph begins with a tag. */
export const isDrawing = (content: Buffer): boolean => /^\ufeff?\s*</.test(content.subarray(0, 200).toString('utf8'));

/** Each pattern must run in time proportional to the size of the drawing, so no two adjacent repetitions may match the same characters. */
const REFUSED: readonly [RegExp, string][] = [
  [/<([\w-]+:)?script[\s/>]/i, 'has a script, which a picture may not have'],
  [/\son\w+\s*=/i, 'has an event handler, which a picture may not have'],
  [/<([\w-]+:)?(foreignobject|iframe|embed|object)[\s/>]/i, 'has a page inside, which a picture may not have'],
  [/(href|src)\s*=\s*(["']\s*)?(?!#|data:image\/(png|jpeg|webp);)[^\s"'>]/i, 'refers to another file'],
  [/url\((?![ \t\r\n\f]*(["'][ \t\r\n\f]*)?#)|@import/i, 'refers to another file'],
];

/** A match extends to the end of its tag, so that each part of the text is read once. */
const declares = (text: string): boolean =>
  /<!entity/i.test(text) || [...text.matchAll(/<!doctype[^>]*/gi)].some(([type]) => type.includes('['));

/** @throws DrawingError */
export function checkDrawing(content: Buffer): void {
  if (content.length > MOST_BYTES) throw new DrawingError('is larger than 1 MB, which is much for a drawing');
  const read = readUtf8(content);
  if ('problem' in read) throw new DrawingError(read.problem);
  const { text } = read;
  if (!/<([\w-]+:)?svg[\s/>]/i.test(text)) throw new DrawingError('is no SVG, JPEG, PNG or WebP picture');
  if (declares(text)) throw new DrawingError('declares entities, which a picture may not do');
  const [, words] = REFUSED.find(([pattern]) => pattern.test(text)) ?? [];
  if (words) throw new DrawingError(words);
  const result = XMLValidator.validate(text);
  if (result !== true) throw new DrawingError(`is damaged: line ${result.err.line} of it is not XML`);
}
