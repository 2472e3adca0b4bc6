/** Creates an empty stall with a name and the delivery methods of its guests. Its menu follows later. */

import { inTransaction } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { freeSlug } from 'core/texts/slug';
import type { DeliveryMethodType } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { MediaFiles } from '../../menu/pictures/media';
import { t } from '../../words';
import { refusePayee } from './payee.rules';
import type { OwnVendor } from './venues.repository';

interface NewVendor {
  venueId: number;
  actorId: number;
  form: {
    name: string;
    delivery_method_types?: DeliveryMethodType[] | undefined;
    subaccount_code?: string | undefined;
    stripe_account?: string | undefined;
  };
  isDryRun: boolean;
}

/**
 * Creates the stall. It takes no orders until its people open it.
 * @returns the stall; its id is null in a dry run
 * @throws ApiError 404, 422
 */
export async function createVendor(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { venueId, actorId, form, isDryRun }: NewVendor,
): Promise<Omit<OwnVendor, 'id'> & { id: number | null }> {
  const media = new MediaFiles(config.mediaDir);
  const image_url = media.add('vendor', form.name, null);
  const thumbnail_url = media.add('thumbnail', form.name, null);
  if (!isDryRun) await media.write();
  return inTransaction(db, async (trx) => {
    // The venue is locked, so that two stalls that get the same name at once have different slugs.
    const venue = await trx
      .selectFrom('venues')
      .select(['payment_provider', 'delivery_method_types'])
      .where('id', '=', venueId)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!venue) throw notFound(t('Venue not found.'));
    refusePayee(venue.payment_provider, form);
    const others = await trx
      .selectFrom('vendors')
      .select(['slug', 'position'])
      .where('venue_id', '=', venueId)
      .execute();
    const slug = freeSlug(form.name, new Set(others.map((other) => other.slug)), 'stall');
    const stall = { slug, name: form.name, state: 'paused' as const };
    if (isDryRun) return { ...stall, id: null };
    const { id } = await trx
      .insertInto('vendors')
      .values({
        venue_id: venueId,
        slug,
        name: form.name,
        blurb: '',
        image_url,
        thumbnail_url,
        position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
        accepting_orders: false,
        address_1: '',
        address_2: '',
        city: '',
        delivery_method_types: form.delivery_method_types ?? venue.delivery_method_types,
        subaccount_code: form.subaccount_code ?? null,
        stripe_account: form.stripe_account ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('audit_log')
      .values({
        at: clock.now(),
        actor_id: actorId,
        action: 'vendor.created',
        subject: form.name,
        venue_id: venueId,
        vendor_id: id,
      })
      .execute();
    return { ...stall, id };
  });
}
