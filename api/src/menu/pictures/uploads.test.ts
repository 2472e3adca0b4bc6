import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { menuEditorSchema, one, uploadedPictureSchema, vendorSchema } from 'shared-contracts/schemas';
import type { EditedItem, UploadedPicture } from 'shared-contracts/types';
import sharp from 'sharp';
import { Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { aPhotograph } from '../../testing/photographs';
import { storeUser, storeVenue, type TestUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { filesOf } from './photographs';
import { removeUnused } from './remove-unused';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;
const mediaDir = () => api.current.deps.config.mediaDir;
beforeEach(() => rm(mediaDir(), { recursive: true, force: true }));

const CROPS = 'square=0.25,0,0.5,1&hero=0,0,1,1';
const files = () => readdir(mediaDir()).catch(() => []);
const round = () => removeUnused(api.current.deps);
/** Dates the stored times back by `days`. To move the clock forward would end the session. */
const wait = (days: number) =>
  db()
    .updateTable('stall_pictures')
    .set({ unused_since: sql<Date>`unused_since - ${days} * interval '1 day'` })
    .execute();

/** Stores two stalls with an owner each. */
async function stalls() {
  const venue = await storeVenue(db(), {
    vendors: [{ items: [{ name: 'Miso' }, { name: 'Shoyu' }] }, { items: [{ name: 'Taco' }] }],
  });
  const [kumo, pico] = venue.vendors;
  if (!kumo || !pico) throw new Error('There are two stalls.');
  return { kumo: await stall(kumo.id), pico: await stall(pico.id) };
}

async function stall(id: number) {
  const owner = await storeUser(db(), { vendorIds: [id] });
  const read = async () =>
    expectShape(one(menuEditorSchema), (await market.call('GET', `/vendors/${id}/menu-editor`, owner)).json()).data;
  const items = async (): Promise<EditedItem[]> =>
    (await read()).menus.flatMap(({ groups }) => groups).flatMap((group) => group.items);
  const save = async (entry: string, body: object, method: 'POST' | 'PUT' = 'PUT') =>
    market.call(method, `/vendors/${id}/menu-editor/items${entry}`, owner, {
      version: (await read()).version,
      ...body,
    });
  return {
    id,
    owner,
    items,
    save,
    remove: async (itemId: number) =>
      market.call('DELETE', `/vendors/${id}/menu-editor/items/${itemId}?version=${(await read()).version}`, owner),
  };
}

function send(vendorId: number, by: TestUser, content: Buffer, query = CROPS) {
  return api.current.app.inject({
    method: 'POST',
    url: `/api/v1/vendors/${vendorId}/pictures?${query}`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/octet-stream' },
    payload: content,
  });
}

/** @throws if it was refused */
async function upload({ id, owner }: { id: number; owner: TestUser }, content: Buffer): Promise<UploadedPicture> {
  const response = await send(id, owner, content);
  if (response.statusCode !== 201) throw new Error(response.body);
  return expectShape(one(uploadedPictureSchema), response.json()).data;
}

const firstOf = async ({ items }: { items: () => Promise<EditedItem[]> }): Promise<EditedItem> => {
  const [item] = await items();
  if (!item) throw new Error('The stall has an item.');
  return item;
};

describe('a picture that is uploaded', () => {
  test('is cut for the menu and for the page of the item, and stored in files of all widths', async () => {
    const { kumo } = await stalls();
    const picture = await upload(kumo, await aPhotograph({ width: 800, height: 400 }));
    const sizeOf = async (address: string) => {
      const { width, height, exif } = await sharp(await readFile(join(mediaDir(), basename(address)))).metadata();
      return { width, height, exif };
    };
    expect(await sizeOf(picture.image_url)).toEqual({ width: 400, height: 400, exif: undefined });
    expect(await sizeOf(picture.hero_url)).toEqual({ width: 800, height: 400, exif: undefined });
    const forms = Object.values(picture).flatMap(filesOf);
    expect((await files()).sort()).toEqual(forms.sort());
  });

  test('appears on the menu with its description after its item is saved', async () => {
    const { kumo } = await stalls();
    const picture = await upload(kumo, await aPhotograph());
    const { id } = await firstOf(kumo);
    const saved = await kumo.save(`/${id}`, { picture: { ...picture, alt: ' A bowl with an egg ' } });
    expect(saved.statusCode).toBe(200);
    const shown = expectShape(
      one(vendorSchema),
      (await market.call('GET', `/vendors/${kumo.id}`, null)).json(),
    ).data.menus.data.flatMap(({ groups }) => groups.data.flatMap(({ items }) => items.data));
    expect(shown[0]).toMatchObject({ id, ...picture, image_alt: 'A bowl with an egg' });
    expect(shown[1]).toMatchObject({ image_alt: '' });
  });

  test('can be saved with a new item', async () => {
    const { kumo } = await stalls();
    const picture = await upload(kumo, await aPhotograph());
    const body = {
      name: 'Tonkotsu',
      variants: [{ name: 'Regular', price: 12 }],
      picture: { ...picture, alt: 'Broth' },
    };
    expect((await kumo.save('', body, 'POST')).statusCode).toBe(201);
    expect((await kumo.items()).at(-1)).toMatchObject({ name: 'Tonkotsu', ...picture, image_alt: 'Broth' });
  });

  test('is removed together with its description', async () => {
    const { kumo } = await stalls();
    const { id } = await firstOf(kumo);
    await kumo.save(`/${id}`, { picture: { ...(await upload(kumo, await aPhotograph())), alt: 'Broth' } });
    await kumo.save(`/${id}`, { picture: null });
    expect(await firstOf(kumo)).toMatchObject({ image_url: null, hero_url: null, image_alt: '' });
  });

  test('replaces the drawing of an item, which a new description alone does not', async () => {
    const { kumo } = await stalls();
    const { id } = await firstOf(kumo);
    const drawn = { image_url: '/media/a.svg', hero_url: '/media/b.svg', drawing: { glyphs: ['steaming-bowl'] } };
    await db()
      .updateTable('items')
      .set({ ...drawn, drawing: JSON.stringify(drawn.drawing) as never })
      .where('id', '=', id)
      .execute();
    const { drawing: _, ...addresses } = drawn;
    expect((await kumo.save(`/${id}`, { picture: { ...addresses, alt: 'Broth' } })).statusCode).toBe(200);
    const drawing = () => db().selectFrom('items').select('drawing').where('id', '=', id).executeTakeFirstOrThrow();
    expect((await drawing()).drawing).toEqual(drawn.drawing);
    await kumo.save(`/${id}`, { picture: { ...(await upload(kumo, await aPhotograph())), alt: '' } });
    expect((await drawing()).drawing).toBeNull();
  });

  test.each([
    ['a text', async () => Buffer.from('This is no picture.'), /is no JPEG, PNG or WebP picture/],
    [
      'a drawing, which may have a script',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /is no JPEG/,
    ],
    [
      'a HEIC picture',
      async () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]),
      /Most Compatible/,
    ],
    ['a truncated picture', async () => (await aPhotograph()).subarray(0, 900), /is damaged/],
  ])('is refused with a sentence if it is %s', async (_case, content, sentence) => {
    const { kumo } = await stalls();
    const response = await send(kumo.id, kumo.owner, await content());
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ code: 'PICTURE_INVALID', message: expect.stringMatching(sentence) });
    expect(response.json().message).toMatch(/^This file .*\.$/);
    expect(await files()).toEqual([]);
  });

  test('is refused if it is JSON, however deeply it is nested', async () => {
    const { kumo } = await stalls();
    for (const depth of [1, 20_000]) {
      const response = await api.current.app.inject({
        method: 'POST',
        url: `/api/v1/vendors/${kumo.id}/pictures?${CROPS}`,
        headers: { ...kumo.owner.headers, 'content-type': 'application/json' },
        payload: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
      });
      expect([response.statusCode, response.json().code]).toEqual([422, 'PICTURE_INVALID']);
    }
  });

  test('is refused if it is larger than 10 MB, or empty', async () => {
    const { kumo } = await stalls();
    expect((await send(kumo.id, kumo.owner, Buffer.alloc(10 * 1024 * 1024 + 1))).statusCode).toBe(413);
    expect((await send(kumo.id, kumo.owner, Buffer.alloc(0))).statusCode).toBe(422);
  });

  test.each([
    '',
    'square=0,0,1,1',
    'square=0,0,2,1&hero=0,0,1,1',
    'square=0,0,1&hero=0,0,1,1',
    'square=a&hero=0,0,1,1',
  ])('is refused with the query %j', async (query) => {
    const { kumo } = await stalls();
    expect((await send(kumo.id, kumo.owner, await aPhotograph(), query)).statusCode).toBe(422);
  });
});

describe('a stall', () => {
  test('can use only its own pictures', async () => {
    const { kumo, pico } = await stalls();
    const content = await aPhotograph();
    const picture = await upload(kumo, content);
    expect((await send(kumo.id, pico.owner, content)).statusCode).toBe(403);
    const { id } = await firstOf(pico);
    const refused = await pico.save(`/${id}`, { picture });
    expect(refused.json()).toMatchObject({ errors: { picture: [expect.stringMatching(/no longer there/)] } });
    const own = await upload(pico, content);
    expect(own.image_url).not.toBe(picture.image_url);
    expect((await pico.save(`/${id}`, { picture: own })).statusCode).toBe(200);
  });

  test('has a limit for the size of its pictures', async () => {
    const { kumo, pico } = await stalls();
    await upload(kumo, await aPhotograph());
    await db().updateTable('stall_pictures').set({ bytes: 300_000_000 }).execute();
    const response = await send(kumo.id, kumo.owner, await aPhotograph({ seed: 2 }));
    expect(response.json()).toMatchObject({ code: 'PICTURES_FULL', message: expect.stringMatching(/500 MB/) });
    await upload(pico, await aPhotograph());
  });
});

describe('a picture that is on no menu', () => {
  test('is deleted a week after the cleanup finds it', async () => {
    const { kumo } = await stalls();
    await upload(kumo, await aPhotograph());
    await round();
    await wait(6);
    await round();
    expect(await files()).not.toEqual([]);
    await wait(2);
    await round();
    expect(await files()).toEqual([]);
    expect(await db().selectFrom('stall_pictures').selectAll().execute()).toEqual([]);
  });

  test('stays if it returns to a menu, or is uploaded again', async () => {
    const { kumo } = await stalls();
    const [first, second] = [
      await upload(kumo, await aPhotograph()),
      await upload(kumo, await aPhotograph({ seed: 2 })),
    ];
    await round();
    await wait(8);
    const { id } = await firstOf(kumo);
    await kumo.save(`/${id}`, { picture: first });
    await upload(kumo, await aPhotograph({ seed: 2 }));
    await round();
    const left = await db().selectFrom('stall_pictures').select('address').execute();
    expect(new Set(left.map(({ address }) => address))).toEqual(
      new Set([first.image_url, first.hero_url, second.image_url, second.hero_url]),
    );
    for (const { address } of left) expect(await files()).toContain(basename(address));
  });

  test('is deleted after its item was deleted, and the item no longer names it', async () => {
    const { kumo } = await stalls();
    const { id } = await firstOf(kumo);
    const picture = await upload(kumo, await aPhotograph());
    await kumo.save(`/${id}`, { picture });
    await kumo.remove(id);
    await round();
    await wait(8);
    await round();
    expect(await files()).toEqual([]);
    const item = await db().selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(item).toMatchObject({ image_url: null, hero_url: null });
    const other = await firstOf(kumo);
    expect((await kumo.save(`/${other.id}`, { picture })).statusCode).toBe(422);
  });

  test('is deleted once by two concurrent processes, and can be uploaded again', async () => {
    const { kumo } = await stalls();
    await upload(kumo, await aPhotograph());
    await round();
    await wait(8);
    const [, , again] = await Promise.all([round(), round(), upload(kumo, await aPhotograph())]);
    for (const address of Object.values(again)) expect(await files()).toContain(basename(address));
  });
});
