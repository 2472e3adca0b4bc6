/** Photographs for tests and benches, made in code. */
import sharp from 'sharp';

export interface PhotographInput {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp';
  /** Gives the same photograph again; another number gives another. */
  seed?: number;
}

/** A blurred pattern of colours: it compresses about as a photograph does. */
export async function aPhotograph({
  width = 1200,
  height = 800,
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
