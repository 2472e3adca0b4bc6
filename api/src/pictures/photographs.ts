/**
 * Photographs as the pages show them: WebP in every width that a page needs, upright, in sRGB, without metadata. A drawn picture (SVG)
 * needs none of this.
 */
import { createHash } from 'node:crypto';
import { formName, widthsOf } from 'shared-contracts/rules/pictures';
import type Sharp from 'sharp';
import { messageOf } from '../errors';

/** A telephone's photograph has 12 to 50 million pixels; one of these takes up to 4 bytes of memory. */
const MOST_PIXELS = 64_000_000;
const WEBP = { quality: 78, effort: 4 } as const;
/** Part of each name: a photograph that is encoded in another way gets other addresses, as those there are never change. */
const RECIPE = 'webp 78 1';

/** Why a file is refused, in words that follow its name: 'is no JPEG, PNG or WebP picture'. */
export class PhotographError extends Error {
  override readonly name = 'PhotographError';
}

export interface Photograph {
  /** The file of the widest form, which the address names. */
  name: string;
  /** The files of all forms. */
  names: readonly string[];
  /** @throws PhotographError for a file whose end is missing or damaged */
  encode(): Promise<ReadonlyMap<string, Buffer>>;
}

/**
 * Reads the size of a photograph, not yet its pixels.
 * @param content a JPEG, PNG or WebP
 * @throws PhotographError for anything else, and for one that has too many pixels
 */
export async function readPhotograph(content: Buffer): Promise<Photograph> {
  const sharp = await load();
  const open = () => sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  const { autoOrient } = await refusing(() => open().metadata());
  const hash = createHash('sha256').update(RECIPE).update(content).digest('hex').slice(0, 20);
  const forms = widthsOf(autoOrient.width).map((width) => ({ width, name: formName(hash, width) }));
  return {
    name: formName(hash, Math.max(...forms.map(({ width }) => width))),
    names: forms.map(({ name }) => name),
    encode: () =>
      inTurn(async () => {
        const encoded = new Map<string, Buffer>();
        for (const { width, name } of forms) {
          encoded.set(name, await refusing(() => open().autoOrient().resize({ width }).webp(WEBP).toBuffer()));
        }
        return encoded;
      }),
  };
}

let last: Promise<unknown> = Promise.resolve();

/** One photograph at a time, however many are sent at once: each takes a processor and up to 256 MB. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

let loaded: Promise<typeof Sharp> | undefined;

/** When the first photograph comes: a site with drawn pictures never needs the library. */
function load(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    // Only these of the library's many formats: the others are no photographs, and more code that may have defects.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    return sharp;
  });
  return loaded;
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(error: unknown): PhotographError {
  const reason = messageOf(error);
  if (/pixel limit/i.test(reason)) {
    return new PhotographError(`has more than ${MOST_PIXELS / 1_000_000} million pixels`, { cause: error });
  }
  if (/unsupported image format|buffer is empty/i.test(reason)) {
    return new PhotographError('is no JPEG, PNG or WebP picture', { cause: error });
  }
  return new PhotographError('is damaged: it cannot be read to its end', { cause: error });
}
