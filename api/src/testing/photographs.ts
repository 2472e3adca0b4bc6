/** Generates photographs for tests and benches. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { VenueDocument } from '../menu/documents/venue-document';

export interface PhotographInput {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp';
  /** The same number gives the same photograph, and another number gives another one. */
  seed?: number;
}

/** Draws a blurred pattern of colours, which compresses like a photograph. */
export async function aPhotograph({
  width = 600,
  height = 400,
  format = 'jpeg',
  seed = 1,
}: PhotographInput = {}): Promise<Buffer> {
  const [columns, rows] = [24, 16];
  let state = seed;
  const noise = Buffer.alloc(columns * rows * 3);
  for (let index = 0; index < noise.length; index += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    noise[index] = state >> 16;
  }
  return sharp(noise, { raw: { width: columns, height: rows, channels: 3 } })
    .resize({ width, height, fit: 'fill' })
    .withMetadata()
    .toFormat(format)
    .toBuffer();
}

/** The number of different photographs. The rest repeats them, because a test should not encode hundreds. */
const DIFFERENT = 8;

/**
 * Writes a venue of the demo as a document whose pictures are photographs, and the photographs beside it.
 * @param directory must exist
 * @returns the document's path
 */
export async function aPhotographedVenue(directory: string, photograph: PhotographInput = {}): Promise<string> {
  const demo = join(__dirname, '../../demo/venues/granary-square-market.json');
  const venue = JSON.parse(await readFile(demo, 'utf8')) as VenueDocument;
  const files = Array.from({ length: DIFFERENT }, (_none, index) => `photograph-${index}.jpg`);
  for (const [seed, file] of files.entries()) {
    await writeFile(join(directory, file), await aPhotograph({ ...photograph, format: 'jpeg', seed: seed + 1 }));
  }
  let count = 0;
  const next = () => ({ file: `photograph-${count++ % DIFFERENT}.jpg` });
  const items = venue.vendors.flatMap(({ menus }) =>
    menus.flatMap(({ groups }) => groups.flatMap((group) => group.items)),
  );
  for (const pictured of [venue, ...venue.vendors, ...items]) if (pictured.picture) pictured.picture = next();
  const path = join(directory, 'photographed.json');
  await writeFile(path, JSON.stringify({ ...venue, slug: 'photographed', name: 'Photographed' }));
  return path;
}
