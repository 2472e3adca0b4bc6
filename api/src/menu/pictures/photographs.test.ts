import sharp from 'sharp';
import { aPhotograph } from '../../testing/photographs';
import { filesOf, PhotographError, readPhotograph } from './photographs';

/** The library reads AVIF only in this test. The pipeline accepts none. */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  const avif = { operation: ['VipsForeignLoadHeifBuffer'] };
  sharp.unblock(avif);
  try {
    return await read();
  } finally {
    sharp.block(avif);
  }
}

const metadataOf = async (content: Buffer) => {
  const encoded = [...(await (await readPhotograph(content)).encode()).values()];
  return reading(() => Promise.all(encoded.map((form) => sharp(form).metadata())));
};

test.each(['jpeg', 'png', 'webp'] as const)('a %s is encoded in every width that it has pixels for', async (format) => {
  const forms = await metadataOf(await aPhotograph({ format, width: 1400, height: 1050 }));
  expect(forms.map(({ width, height, format }) => [width, height, format])).toEqual([
    [160, 160, 'heif'],
    [240, 240, 'heif'],
    [320, 320, 'heif'],
    [320, 200, 'heif'],
    [480, 300, 'heif'],
    [640, 400, 'heif'],
    [960, 600, 'heif'],
    [1280, 800, 'heif'],
    [320, 240, 'heif'],
    [480, 360, 'heif'],
    [640, 480, 'heif'],
    [960, 720, 'heif'],
    [1280, 960, 'heif'],
    [1400, 1050, 'webp'],
  ]);
  expect(new Set(forms.map(({ compression }) => compression))).toEqual(new Set(['av1', undefined]));
});

test('a photograph that is wider than 8 by 5 keeps its proportions in the wide cut', async () => {
  const forms = await metadataOf(await aPhotograph({ width: 700, height: 350 }));
  expect(forms.slice(4, 6).map(({ width, height }) => [width, height])).toEqual([
    [480, 240],
    [640, 320],
  ]);
});

test.each([
  [1, 1],
  [99, 400],
])('a photograph of %i × %i pixels is refused', async (width, height) => {
  const content = await aPhotograph({ width, height });
  await expect(readPhotograph(content)).rejects.toThrow('is smaller than 100 pixels. Choose a larger picture');
});

test('a photograph that is too narrow for its height is refused before it is decoded', async () => {
  const content = await sharp({ create: { width: 20, height: 20_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await expect(readPhotograph(content)).rejects.toThrow(new PhotographError('is too narrow for its height'));
});

test('the name of a photograph is the hash of its content, and its files add their cut and width', async () => {
  const photograph = await readPhotograph(await aPhotograph({ width: 400 }));
  expect(photograph.name).toMatch(/^[0-9a-f]{20}\.400\.webp$/);
  const [hash] = photograph.name.split('.');
  const narrower = ['square.160', 'square.240', 'square.320', 'wide.320', 'whole.320'].map(
    (form) => `${hash}.${form}.avif`,
  );
  expect(photograph.names).toEqual([...narrower, photograph.name]);
  expect([...(await photograph.encode()).keys()]).toEqual(photograph.names);
  expect((await readPhotograph(await aPhotograph({ width: 400 }))).name).toBe(photograph.name);
  expect((await readPhotograph(await aPhotograph({ width: 400, seed: 2 }))).name).not.toBe(photograph.name);
});

test('a photograph below the height of a cut is enlarged, and one below its width has no cuts', async () => {
  const low = await metadataOf(await aPhotograph({ width: 400, height: 100 }));
  expect(low.map(({ width, height }) => [width, height])).toEqual([
    [160, 160],
    [240, 240],
    [320, 320],
    [320, 80],
    [320, 80],
    [400, 100],
  ]);
  expect(await metadataOf(await aPhotograph({ width: 100, height: 100 }))).toHaveLength(1);
});

test('a cut shows the middle of the photograph', async () => {
  const stripe = (background: string, left: number) => ({
    input: { create: { width: 200, height: 200, channels: 3 as const, background } },
    left,
    top: 0,
  });
  const content = await sharp({ create: { width: 600, height: 200, channels: 3, background: 'white' } })
    .composite([stripe('red', 0), stripe('lime', 200), stripe('blue', 400)])
    .png()
    .toBuffer();
  const photograph = await readPhotograph(content);
  const square = [...(await photograph.encode())].find(([name]) => name.includes('.square.160.'))?.[1];
  const [red, green, blue] = (await reading(() => sharp(square).stats())).channels.map(({ mean }) => Math.round(mean));
  expect(green).toBeGreaterThan(200);
  expect(Math.max(red ?? 255, blue ?? 255)).toBeLessThan(30);
});

test('an upright photograph stays upright and loses the metadata of the camera', async () => {
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

test('a photograph with too many pixels is refused before it is unpacked', async () => {
  const flat = { width: 9_000, height: 9_000, channels: 3, background: 'white' } as const;
  const bomb = await sharp({ create: flat }).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  await expect(readPhotograph(bomb)).rejects.toThrow('has more than 64 million pixels');
});

test('a truncated photograph is refused', async () => {
  const whole = await aPhotograph();
  const cut = await readPhotograph(whole.subarray(0, whole.length / 2));
  await expect(cut.encode()).rejects.toThrow('is damaged');
});

describe('a part of a photograph', () => {
  /** The left half is red, the right half blue. */
  const halves = async (orientation = 1) => {
    const red = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    return sharp({ create: { width: 400, height: 100, channels: 3, background: 'blue' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation })
      .jpeg({ quality: 100 })
      .toBuffer();
  };
  const partOf = async (content: Buffer, crop: { x: number; y: number; width: number; height: number }) => {
    const photograph = await readPhotograph(content, { crop, owner: 'stall 1' });
    const widest = (await photograph.encode()).get(photograph.name) ?? Buffer.alloc(0);
    const { width, height } = await sharp(widest).metadata();
    const [red, , blue] = (await sharp(widest).stats()).channels.map(({ mean }) => mean);
    return { width, height, isRed: (red ?? 0) > 200, isBlue: (blue ?? 0) > 200 };
  };

  test('is cut out of it', async () => {
    const photograph = await halves();
    expect(await partOf(photograph, { x: 0, y: 0, width: 0.5, height: 1 })).toEqual({
      width: 200,
      height: 100,
      isRed: true,
      isBlue: false,
    });
    expect(await partOf(photograph, { x: 0.5, y: 0, width: 0.5, height: 0.5 })).toEqual({
      width: 200,
      height: 50,
      isRed: false,
      isBlue: true,
    });
  });

  test('is cut after the photograph is turned upright', async () => {
    // The picture is turned by half, so red is on the right.
    expect(await partOf(await halves(3), { x: 0.5, y: 0, width: 0.5, height: 1 })).toMatchObject({ isRed: true });
    // The picture is turned a quarter clockwise, so red is at the top.
    expect(await partOf(await halves(6), { x: 0, y: 0, width: 1, height: 0.5 })).toEqual({
      width: 100,
      height: 200,
      isRed: true,
      isBlue: false,
    });
  });

  test('has at least one pixel and stays inside the photograph', async () => {
    const photograph = await halves();
    expect(await partOf(photograph, { x: 1, y: 1, width: 1, height: 1 })).toMatchObject({ width: 1, height: 1 });
    expect(await partOf(photograph, { x: 0.9, y: 0, width: 1, height: 1 })).toMatchObject({ width: 40, height: 100 });
  });

  test('has a different name for each part and each owner', async () => {
    const photograph = await halves();
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    const names = await Promise.all([
      readPhotograph(photograph),
      readPhotograph(photograph, { crop: whole, owner: 'stall 1' }),
      readPhotograph(photograph, { crop: whole, owner: 'stall 2' }),
      readPhotograph(photograph, { crop: { ...whole, width: 0.5 }, owner: 'stall 1' }),
    ]);
    expect(new Set(names.map(({ name }) => name)).size).toBe(4);
  });
});

test.each(['heic', 'mif1'])('a picture of an iPhone (%s) is refused with a way to convert it', async (brand) => {
  const content = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(40)]);
  await expect(readPhotograph(content)).rejects.toThrow(/^is a HEIC picture.*Most Compatible/);
});

test('an address names the files of all forms', async () => {
  const { name, names } = await readPhotograph(await aPhotograph({ width: 700 }));
  expect(filesOf(`/media/${name}`)).toEqual(names);
  for (const other of ['/media/0123456789abcdef0123.svg', '/media/../0123.320.webp', '/media/hall.320.webp']) {
    expect(filesOf(other)).toEqual([]);
  }
});
