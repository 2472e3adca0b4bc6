import { AttemptCounts } from 'core/attempt-counts';
import { ApiError, invalid } from 'core/errors';
import type { Session } from 'core/http/session';
import type { Crop, UploadedPicture } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { leadPlace, vendorPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { MediaFiles } from './media';
import { PhotographError } from './photographs';
import { bytesOf, storePicture } from './stall-pictures';

/** The most uploads of one stall in an hour. Each takes a processor for a second or two. */
const UPLOADS = 300;
const HOUR_MS = 3_600_000;
/** The most bytes of a stall's pictures in all forms: enough for about a thousand items. */
const ROOM_BYTES = 500_000_000;

export interface PictureInput {
  session: Session;
  vendorId: number;
  /** A JPEG, PNG or WebP. */
  content: Buffer;
  /** The part that the menu shows, and the part that the item's own page shows. */
  square: Crop;
  hero: Crop;
}

/**
 * Stores a picture for an item of the stall. It is on no menu until the item is saved with it.
 * @throws ApiError 401, 403, 404; 422 PICTURE_INVALID for any other file, PICTURES_FULL; 429 for too many in an hour
 */
export async function uploadPicture(
  deps: Pick<Deps, 'db' | 'outbox' | 'clock' | 'config'>,
  { session, vendorId, content, square, hero }: PictureInput,
): Promise<UploadedPicture> {
  const { db, outbox, clock, config } = deps;
  const count = { key: `pictures of vendor ${vendorId}`, limit: UPLOADS, windowMs: HOUR_MS };
  await new AttemptCounts(db, clock).take([count]);
  const place = await vendorPlace(db, vendorId);
  // The check comes before the work, so concurrent uploads of one stall may each find room.
  await requireRoom(bytesOf(db, vendorId));
  const media = new MediaFiles(config.mediaDir);
  const owner = `vendor ${vendorId}`;
  const [image, page] = await readable(async () => [
    await media.addPart(content, { crop: square, owner }),
    await media.addPart(content, { crop: hero, owner }),
  ]);
  await outbox.transaction(async (trx) => {
    await leadPlace(trx, { clock }, place, session);
    for (const { address, bytes } of [image, page]) {
      await storePicture(trx, { address, bytes, vendorId, at: clock.now() });
    }
    await requireRoom(bytesOf(trx, vendorId));
  });
  // The files are written after the rows: a picture with a row is not deleted now, and a file without a row would never be deleted.
  await media.write();
  return { image_url: image.address, hero_url: page.address };
}

async function requireRoom(bytes: Promise<number>): Promise<void> {
  if ((await bytes) <= ROOM_BYTES) return;
  throw new ApiError(
    422,
    'PICTURES_FULL',
    t(
      'The pictures of a stall have {megabytes} MB, and yours take all of it. Remove some that you do not need; their room is free a week later.',
      { megabytes: ROOM_BYTES / 1_000_000 },
    ),
  );
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PhotographError) throw invalid({ picture: [error.sentence()] }, 'PICTURE_INVALID');
    throw error;
  }
}
