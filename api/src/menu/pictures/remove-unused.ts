import type { Deps } from '../../deps';
import { MediaFiles } from './media';
import { markUnused, takeUnused } from './stall-pictures';

const BATCH = 100;

/** Deletes the uploaded pictures that no menu has used for a week. Several processes may do so at once. */
export async function removeUnused({ db, outbox, clock, config }: Pick<Deps, 'db' | 'outbox' | 'clock' | 'config'>) {
  const now = clock.now();
  const media = new MediaFiles(config.mediaDir);
  await markUnused(db, now);
  for (;;) {
    const removed = await outbox.transaction(async (trx) => {
      const addresses = await takeUnused(trx, now, BATCH);
      // This happens before the commit: an upload of the same picture waits for it, and then finds no file.
      for (const address of addresses) await media.remove(address);
      return addresses.length;
    });
    if (removed === 0) return;
  }
}
