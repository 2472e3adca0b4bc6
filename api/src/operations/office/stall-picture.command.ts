import { invalid, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import type { HallStalls } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { MediaFiles } from '../../menu/pictures/media';
import { leadPlace, vendorPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { isUploaded } from '../venues/import-venue.command';
import { notifyPages } from '../venues/open-venue.command';
import { auditStall } from './audit-stall';
import { hallStalls } from './stalls.repository';

/**
 * Shows an uploaded picture for a stall, or the empty plate with its name.
 * @param address of an upload on the site; null removes the picture
 * @throws ApiError 401, 403 if the role has ended; 404; 422 for an address that was not uploaded
 */
export function changeStallPicture(
  deps: Pick<Deps, 'clock' | 'config' | 'outbox'>,
  { session, vendorId, address }: { session: Session; vendorId: number; address: string | null },
): Promise<HallStalls> {
  const { mediaDir } = deps.config;
  return deps.outbox.transaction(async (trx) => {
    const { venueId } = await vendorPlace(trx, vendorId);
    await leadPlace(trx, deps, { venueId, vendorId: null }, session);
    const stall = await trx
      .selectFrom('vendors')
      .select(['name', 'image_url'])
      .where('id', '=', vendorId)
      .where('is_active', '=', true)
      .executeTakeFirst();
    if (!stall) throw notFound(t('Vendor not found.'));
    if (address !== null && !isUploaded(mediaDir, address)) {
      throw invalid({ address: [t('This picture was not uploaded. Choose it again.')] });
    }
    const media = new MediaFiles(mediaDir);
    const of = (kind: 'vendor' | 'thumbnail') => address ?? media.add(kind, stall.name, null);
    const after = { image_url: of('vendor'), thumbnail_url: of('thumbnail'), drawing: null };
    await media.write();
    await trx.updateTable('vendors').set(after).where('id', '=', vendorId).execute();
    await auditStall(trx, {
      at: deps.clock.now(),
      actorId: session.user.id,
      venueId,
      vendorId,
      name: stall.name,
      before: { image_url: stall.image_url },
      after: { image_url: after.image_url },
    });
    await notifyPages(trx, venueId, [vendorId]);
    return hallStalls(trx, venueId, deps.clock.now());
  });
}
