/** Makes a photograph in code, as a telephone takes it. */
import sharp from 'sharp';

/** @returns a JPEG */
export function aPhotograph({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 24, height: 16, channels: 3, background: 'grey', noise } })
    .resize({ width, height, fit: 'fill' })
    .jpeg()
    .toBuffer();
}
