import { widthsOf } from 'shared-contracts/rules/pictures';
import sharp from 'sharp';
import { aPhotograph } from '../testing/photographs';
import { readPhotograph } from './photographs';

const metadataOf = async (content: Buffer) => {
  const encoded = [...(await (await readPhotograph(content)).encode()).values()];
  return Promise.all(encoded.map((form) => sharp(form).metadata()));
};

test.each(['jpeg', 'png', 'webp'] as const)('a %s is encoded in every width that it has pixels for', async (format) => {
  const forms = await metadataOf(await aPhotograph({ format, width: 700, height: 350 }));
  expect(forms.map(({ width, height }) => [width, height])).toEqual(widthsOf(700).map((width) => [width, width / 2]));
  expect(new Set(forms.map((form) => form.format))).toEqual(new Set(['webp']));
});

test('its name is that of its content, and its files are named by their widths', async () => {
  const photograph = await readPhotograph(await aPhotograph({ width: 400 }));
  expect(photograph.name).toMatch(/^[0-9a-f]{20}\.w400\.webp$/);
  const [hash] = photograph.name.split('.');
  expect(photograph.names).toEqual([160, 320, 400].map((width) => `${hash}.w${width}.webp`));
  expect([...(await photograph.encode()).keys()]).toEqual(photograph.names);
  expect((await readPhotograph(await aPhotograph({ width: 400 }))).name).toBe(photograph.name);
  expect((await readPhotograph(await aPhotograph({ width: 400, seed: 2 }))).name).not.toBe(photograph.name);
});

test('one that was taken upright is upright, and what the camera wrote into it is gone', async () => {
  const taken = await sharp(await aPhotograph({ width: 300, height: 200 }))
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '43/1 39/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(taken).metadata()).exif).toBeDefined();
  const forms = await metadataOf(taken);
  expect(forms.at(-1)).toMatchObject({ width: 200, height: 300 });
  for (const form of forms) {
    expect(form.orientation).toBeUndefined();
    expect(form.exif).toBeUndefined();
    expect(form.icc).toBeUndefined();
  }
});

const svg = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`);

test.each([
  ['a text', async () => Buffer.from('This is no picture.')],
  ['an empty file', async () => Buffer.alloc(0)],
  ['a drawing', async () => svg(100, 100)],
  ['a GIF', async () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  [
    'a TIFF',
    async () =>
      sharp(await aPhotograph({ width: 40, height: 40 }))
        .tiff()
        .toBuffer(),
  ],
])('%s is refused', async (_case, content) => {
  await expect(readPhotograph(await content())).rejects.toThrow('is no JPEG, PNG or WebP picture');
});

test('one that unpacks to too many pixels is refused before it is unpacked', async () => {
  const flat = { width: 9_000, height: 9_000, channels: 3, background: 'white' } as const;
  const bomb = await sharp({ create: flat }).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  await expect(readPhotograph(bomb)).rejects.toThrow('has more than 64 million pixels');
});

test('one whose end is missing is refused', async () => {
  const whole = await aPhotograph();
  const cut = await readPhotograph(whole.subarray(0, whole.length / 2));
  await expect(cut.encode()).rejects.toThrow('is damaged');
});
