/** Counts the work of a stall's owner, on a phone, until guests see the first item with its picture. */
import { enter } from './support/api';
import { Effort } from './support/effort';
import { aPhotograph } from './support/photograph';
import { newStall } from './support/stalls';
import { expect, test } from './support/test';

/** The most taps and characters of the owner. One tap opens the form, two are for the fields, two for the picture and one saves. */
const MOST = { taps: 6, characters: 14 };
/** The seconds that a thumb needs to find its next target, and to type a character. The telephone's own album does not count. */
const SECONDS = { tap: 4, character: 0.6 };
const MOST_SECONDS = 180;

test('the owner of a new stall puts a first item with a picture on the menu in less than three minutes', async ({
  vendor: owner,
  customer: guest,
}) => {
  const stall = await newStall(`Soba Bar ${Date.now()}`);
  try {
    await enter(owner, stall.owner, '/queues', stall.name);
    const began = Date.now();
    const effort = new Effort();
    await effort.tap(owner.getByRole('link', { name: 'Add your first item' }));
    await effort.type(owner.getByLabel('Name', { exact: true }), 'Zaru soba');
    await effort.type(owner.getByLabel(/^Price/), '14.50');
    const chooser = owner.waitForEvent('filechooser');
    await effort.tap(owner.getByRole('button', { name: 'Add a picture' }));
    const buffer = await aPhotograph({ width: 4032, height: 3024 });
    await (await chooser).setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer });
    await effort.tap(owner.getByRole('button', { name: 'Use this picture' }));
    await expect(owner.getByRole('button', { name: 'Replace the picture' })).toBeVisible();
    await effort.tap(owner.getByRole('button', { name: 'Save' }));
    await expect(owner.getByText('Saved. Your menu is live.')).toBeVisible();

    await guest.goto(`/venues/1/vendors/${stall.id}`);
    const item = guest.getByRole('link', { name: /Zaru soba/ });
    await expect(item).toContainText('$14.50');
    const picture = item.locator('img');
    await expect(picture).toHaveAttribute('srcset', /\.square\.320\.avif 320w/);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    const waited = (Date.now() - began) / 1000;
    const seconds = effort.taps * SECONDS.tap + effort.characters * SECONDS.character + waited;
    console.log(
      `effort of a first item: ${effort}; about ${Math.round(seconds)} s, ${Math.round(waited)} s of it waiting`,
    );
    expect(effort.taps).toBeLessThanOrEqual(MOST.taps);
    expect(effort.characters).toBeLessThanOrEqual(MOST.characters);
    expect(seconds).toBeLessThan(MOST_SECONDS);
  } finally {
    await stall.close();
  }
});

test('the owner crops a picture with the keyboard alone, describes it and removes it again', async ({
  vendor: owner,
  customer: guest,
}) => {
  const stall = await newStall(`Udon Bar ${Date.now()}`);
  try {
    await enter(owner, stall.owner, `/vendor/${stall.id}/menu?edit=items/new`, stall.name);
    await owner.getByLabel('Name', { exact: true }).fill('Kake udon');
    await owner.getByLabel(/^Price/).fill('12');
    const file = owner.getByLabel('Picture file');
    await file.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await expect(owner.getByText('This file is no JPEG, PNG or WebP picture.')).toBeVisible();
    const wide = await aPhotograph({ width: 1200, height: 400 });
    await file.setInputFiles({ name: 'udon.jpg', mimeType: 'image/jpeg', buffer: wide });
    const sheet = owner.getByRole('dialog', { name: 'Picture' });
    const across = sheet.getByRole('slider', { name: 'Left to right' });
    await expect(across).toHaveValue('50');
    await across.press('Home');
    await expect(across).toHaveValue('0');
    await expect(sheet.getByRole('slider', { name: 'Top to bottom' })).toBeDisabled();
    await sheet.getByRole('button', { name: 'Menu' }).press('Enter');
    await sheet.getByRole('slider', { name: 'Zoom' }).press('End');
    await sheet.getByRole('button', { name: 'Use this picture' }).press('Enter');
    await owner.getByLabel('What the picture shows').fill('Noodles in a clear broth');
    await owner.reload();
    await expect(owner.getByLabel('What the picture shows')).toHaveValue('Noodles in a clear broth');
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByRole('button', { name: 'Edit Kake udon' }).waitFor();

    await guest.goto(`/venues/1/vendors/${stall.id}`);
    await guest.getByRole('link', { name: /Kake udon/ }).click();
    await expect(guest.getByRole('img', { name: 'Noodles in a clear broth' })).toBeVisible();

    await owner.getByRole('button', { name: 'Edit Kake udon' }).click();
    await owner.getByRole('button', { name: 'Remove the picture' }).click();
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByRole('button', { name: 'Edit Kake udon' }).waitFor();
    await guest.reload();
    await expect(guest.getByRole('heading', { name: 'Kake udon' })).toBeVisible();
    await expect(guest.getByRole('img', { name: 'Noodles in a clear broth' })).toHaveCount(0);
  } finally {
    await stall.close();
  }
});
