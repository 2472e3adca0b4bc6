/**
 * Encodes photographs for the pages: in every width and cut that a page needs, upright, in sRGB, without metadata. A drawn picture (SVG) needs
 * no encoding.
 */
import { createHash } from 'node:crypto';
import { messageOf } from 'core/errors';
import { formsOf, type PictureCut } from 'shared-contracts/rules/pictures';
import type { Crop } from 'shared-contracts/types';
import type { ResizeOptions, default as Sharp } from 'sharp';
import { t } from '../../words';

/** The most pixels. A telephone's photograph has 12 to 50 million, and each takes up to 4 bytes of memory. */
const MOST_PIXELS = 64_000_000;
/** The width of the widest form, in pixels. */
const MOST_WIDTH = 1600;
/** The greatest height that the formats allow, in pixels. */
const MOST_HEIGHT = 16_383;
/** The options of the widest form. API clients that are not browsers may load it. */
const WEBP = { quality: 72, effort: 4 } as const;
/**
 * The options of all other forms, which have half of the bytes. More effort saves no bytes for a photograph that is hard to compress
 * (docs/decisions/photographs.md).
 */
const AVIF = { quality: 40, effort: 1, chromaSubsampling: '4:2:0' } as const;
/** The shortest side that a photograph may have, in pixels. The pages show none smaller. */
const LEAST_SIDE = 100;
/** A part of each name: a new encoding gives a photograph new addresses, because the content at an address never changes. */
const RECIPE = 'webp 72, avif 40 2';

/** The reasons to refuse a file, in words that follow its name. Each has a sentence for the person who uploads it. */
const SENTENCES = {
  'is a HEIC picture, which most browsers cannot show. On an iPhone choose Settings, Camera, Formats, Most Compatible and take it again, or send a screenshot of it':
    () =>
      t(
        'This file is a HEIC picture, which most browsers cannot show. On an iPhone choose Settings, Camera, Formats, Most Compatible and take it again, or send a screenshot of it.',
      ),
  'is smaller than 100 pixels. Choose a larger picture': () =>
    t('This file is smaller than 100 pixels. Choose a larger picture.'),
  'is too narrow for its height': () => t('This file is too narrow for its height.'),
  'has more than 64 million pixels': () => t('This file has more than 64 million pixels.'),
  'is no JPEG, PNG or WebP picture': () => t('This file is no JPEG, PNG or WebP picture.'),
  'is damaged: it cannot be read to its end': () => t('This file is damaged: it cannot be read to its end.'),
} as const;

/** States why a file is refused, in words that follow its name: 'is no JPEG, PNG or WebP picture'. */
export class PhotographError extends Error {
  override readonly name = 'PhotographError';

  constructor(
    private readonly reason: keyof typeof SENTENCES,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }

  /** The same in the language of the response: 'This file is no JPEG, PNG or WebP picture.' */
  sentence(): string {
    return SENTENCES[this.reason]();
  }
}

export interface PartOfPhotograph {
  /** The part that is taken from the upright photograph. */
  crop: Crop;
  /** The owner of the photograph: the same part of the same photograph has another name for another owner. */
  owner: string;
}

export interface Photograph {
  /** The file of the widest form. The address names it. */
  name: string;
  /** The files of all forms. */
  names: readonly string[];
  /** @throws PhotographError for a file whose end is missing or damaged */
  encode(): Promise<ReadonlyMap<string, Buffer>>;
}

/**
 * Reads the size of a photograph without decoding its pixels.
 * @param content a JPEG, PNG or WebP
 * @param part the whole photograph if left out
 * @throws PhotographError for any other file, and for a photograph with too many pixels
 */
export async function readPhotograph(content: Buffer, part?: PartOfPhotograph): Promise<Photograph> {
  if (isHeic(content)) throw new PhotographError(HEIC);
  const sharp = await load();
  const open = () => sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  const { autoOrient } = await refusing(() => open().metadata());
  const area = part ? pixelsOf(part.crop, autoOrient) : null;
  const upright = () => (area ? open().autoOrient().extract(area) : open().autoOrient());
  const sum = createHash('sha256').update(RECIPE);
  if (part) sum.update(JSON.stringify([part.owner, area]));
  const hash = sum.update(content).digest('hex').slice(0, 20);
  const { width, height } = area ?? autoOrient;
  const widest = Math.min(width, MOST_WIDTH);
  if ((height / width) * widest > MOST_HEIGHT) throw new PhotographError('is too narrow for its height');
  if (Math.min(autoOrient.width, autoOrient.height) < LEAST_SIDE) {
    throw new PhotographError('is smaller than 100 pixels. Choose a larger picture');
  }
  const name = `${hash}.${widest}.webp`;
  const narrower = narrowerForms(name);
  return {
    name,
    names: [...narrower.map((form) => form.name), name],
    encode: () =>
      inTurn(() =>
        refusing(async () => {
          // The photograph is decoded once, at the size of the widest form: an upload from a telephone has six times as many pixels.
          const { data, info } = await upright().resize({ width: widest }).raw().toBuffer({ resolveWithObject: true });
          const decoded = () => sharp(data, { raw: info });
          const encoded = new Map<string, Buffer>();
          for (const form of narrower) {
            encoded.set(form.name, await decoded().resize(sizeOf(form, info)).avif(AVIF).toBuffer());
          }
          return encoded.set(name, await decoded().webp(WEBP).toBuffer());
        }),
      ),
  };
}

interface NarrowerForm {
  name: string;
  cut: PictureCut;
  width: number;
}

/** @param widest name of the widest form */
const narrowerForms = (widest: string): NarrowerForm[] =>
  (['square', 'wide', 'whole'] as const)
    .flatMap((cut) => formsOf(widest, cut).map(([name, width]) => ({ name, cut, width })))
    .filter(({ name }) => name !== widest);

/** The size in pixels. A cut keeps the middle. */
function sizeOf({ cut, width }: NarrowerForm, of: Readonly<Record<'width' | 'height', number>>): ResizeOptions {
  if (cut === 'square') return { width, height: width, fit: 'cover' };
  const height = Math.max(1, Math.round((width * of.height) / of.width));
  return { width, height: cut === 'wide' ? Math.min(height, (width * 5) / 8) : height, fit: 'cover' };
}

/** Converts a part into pixels: at least one, and none outside of the photograph. */
function pixelsOf(
  { x, y, width, height }: Crop,
  { width: columns, height: rows }: { width: number; height: number },
): { left: number; top: number; width: number; height: number } {
  const left = Math.min(Math.round(x * columns), columns - 1);
  const top = Math.min(Math.round(y * rows), rows - 1);
  return {
    left,
    top,
    width: Math.min(Math.max(1, Math.round(width * columns)), columns - left),
    height: Math.min(Math.max(1, Math.round(height * rows)), rows - top),
  };
}

const ADDRESS = /^\/media\/([0-9a-f]{20}\.\d+\.webp)$/;

/** Tells whether an address has the form of a stored photograph's WebP file. */
export const isPhotograph = (address: string): boolean => ADDRESS.test(address);

/** @param address of a photograph's widest form. @returns the files of all its forms, or none for any other address */
export function filesOf(address: string): string[] {
  const [, widest] = ADDRESS.exec(address) ?? [];
  return widest ? [...new Set([...narrowerForms(widest).map(({ name }) => name), widest])] : [];
}

/** The names of HEIC in the first bytes of a file from a telephone. */
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const HEIC =
  'is a HEIC picture, which most browsers cannot show. On an iPhone choose Settings, Camera, Formats, Most Compatible and take it again, or send a screenshot of it';

const isHeic = (content: Buffer): boolean =>
  content.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.has(content.toString('latin1', 8, 12));

let last: Promise<unknown> = Promise.resolve();

/** Encodes one photograph at a time, even if many arrive together: each takes a processor and up to 256 MB. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

let loaded: Promise<typeof Sharp> | undefined;

/** Loads the library when the first photograph comes, because a site with only drawn pictures never needs it. */
function load(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    // Only these of the library's many formats are enabled. The others are not photographs, and are more code that may have defects.
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
    return new PhotographError('has more than 64 million pixels', { cause: error });
  }
  if (/unsupported image format|buffer is empty/i.test(reason)) {
    return new PhotographError('is no JPEG, PNG or WebP picture', { cause: error });
  }
  return new PhotographError('is damaged: it cannot be read to its end', { cause: error });
}
