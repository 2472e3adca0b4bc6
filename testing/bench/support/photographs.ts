// Makes a venue whose pictures are photographs: it has the same documents as the demo, with JPEG files.

import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { root } from 'releases/build/apps';
import { processEnv } from 'settings/environment';

export const PHOTO_VENUE = 'Photo Quay';
const DEMO_VENUE = path.join(root, 'api/demo/venues/granary-square-market.json');
/** The number of different pictures. Further dishes repeat them. */
const PHOTOGRAPHS = 12;
/** The quality of a telephone's upload after its own shrinking: 1600 × 1200 pixels, about 300 KB. */
const QUALITY = 80;

/** Draws clouds of colour in several sizes. They are as hard to compress as a photograph. */
async function photographs(browser: Browser): Promise<Buffer[]> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
  try {
    await page.setContent('<body style="margin:0"><canvas width="1600" height="1200"></canvas></body>');
    const taken: Buffer[] = [];
    while (taken.length < PHOTOGRAPHS) {
      await page.evaluate((seed) => {
        const context = document.querySelector('canvas')?.getContext('2d');
        const source = document.createElement('canvas');
        const dots = source.getContext('2d');
        if (!context || !dots) return;
        let state = seed * 7919 + 17;
        context.fillStyle = `hsl(${(seed * 47) % 360} 45% 45%)`;
        context.fillRect(0, 0, 1600, 1200);
        // Each layer is random dots of one size, enlarged smoothly.
        for (const size of [400, 200, 100, 50, 25, 12, 6, 3]) {
          source.width = Math.ceil(1600 / size);
          source.height = Math.ceil(1200 / size);
          const image = dots.createImageData(source.width, source.height);
          for (let index = 0; index < image.data.length; index += 1) {
            state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
            image.data[index] = index % 4 === 3 ? 255 : state >>> 24;
          }
          dots.putImageData(image, 0, 0);
          context.globalAlpha = 0.1 + size / 1000;
          context.drawImage(source, 0, 0, 1600, 1200);
        }
      }, taken.length + 1);
      taken.push(await page.screenshot({ type: 'jpeg', quality: QUALITY }));
    }
    return taken;
  } finally {
    await page.close();
  }
}

/** Copies a document and makes every picture in it a photograph. */
function withPhotographs(value: unknown, next: () => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withPhotographs(each, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'picture' ? { file: next() } : withPhotographs(each, next),
    ]),
  );
}

/**
 * Imports the venue into the data of a stopped site.
 * @param directory the folder for its document
 * @throws with the importer's own words when it refuses the document
 */
export async function importPhotoVenue(browser: Browser, dataDir: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const pictures = await photographs(browser);
  for (const [index, picture] of pictures.entries()) {
    await writeFile(path.join(directory, `photo-${index + 1}.jpg`), picture);
  }
  let used = 0;
  const next = () => `photo-${(used++ % PHOTOGRAPHS) + 1}.jpg`;
  const copy = withPhotographs(JSON.parse(await readFile(DEMO_VENUE, 'utf8')), next) as Record<string, unknown>;
  const document = path.join(directory, 'venue.json');
  await writeFile(document, JSON.stringify({ ...copy, slug: 'photo-quay', name: PHOTO_VENUE, position: 99 }));
  await new Promise<void>((resolve, reject) => {
    const child = spawn('npm', ['run', '-s', 'import', '-w', 'api', '--', document], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...processEnv, DATA_DIR: dataDir },
    });
    let words = '';
    child.stderr.on('data', (chunk) => {
      words += String(chunk);
    });
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`The photographs were refused: ${words}`))));
  });
}
