/** Changes the stalls of a hall for its operators: the texts and settings of one, and the order of all. */
import { isDeepStrictEqual } from 'node:util';
import type { Trx } from 'core/database/kysely';
import { conflict, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { versionOf } from 'core/http/version';
import { requireRecentProof } from 'core/policy/recent-proof';
import type { HallStalls, StallDetails } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { MediaFiles } from '../../menu/pictures/media';
import { leadPlace, vendorPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { notifyPages } from '../venues/open-venue.command';
import { refusePayee } from '../venues/payee.rules';
import { requireVenue } from '../venues/venues.repository';
import { auditStall } from './audit-stall';
import { kindOfPicture } from './picture.rules';
import { hallStalls, ofLanguages, orderVersion, stallFields } from './stalls.repository';

type StallDeps = Pick<Deps, 'clock' | 'config' | 'outbox'>;

/**
 * Changes the texts, the addresses and the delivery methods of a stall. Its orders keep the name that they were placed with.
 * @throws ApiError 401, 403 if the role has ended; 403 PROOF_REQUIRED for another account; 404; 409 STALL_CHANGED; 422
 */
export function changeStall(
  deps: StallDeps,
  { session, vendorId, details }: { session: Session; vendorId: number; details: StallDetails },
): Promise<HallStalls> {
  return deps.outbox.transaction(async (trx) => {
    const { venueId } = await vendorPlace(trx, vendorId);
    await leadPlace(trx, deps, { venueId, vendorId: null }, session);
    const before = await stallFields(trx, vendorId);
    if (!before) throw notFound(t('Vendor not found.'));
    const { version, ...form } = details;
    const { payment_provider, languages } = await trx
      .selectFrom('venues')
      .select(['payment_provider', 'languages'])
      .where('id', '=', venueId)
      .executeTakeFirstOrThrow();
    const payee = {
      subaccount_code: form.subaccount_code,
      stripe_account: form.stripe_account === undefined ? before.stripe_account : form.stripe_account,
    };
    refusePayee(payment_provider, payee);
    const isOtherPayee =
      payee.subaccount_code !== before.subaccount_code || payee.stripe_account !== before.stripe_account;
    if (isOtherPayee) requireRecentProof({ session });
    if (versionOf(before) !== version) {
      const message = t('Someone else has changed this stall meanwhile. Look at it again.');
      throw conflict('STALL_CHANGED', message, await hallStalls(trx, venueId, deps.clock.now()));
    }
    const after = ofLanguages(
      { ...form, ...payee, delivery_method_types: [...new Set(form.delivery_method_types)] },
      languages,
    );
    const differing = (Object.keys(before) as (keyof typeof before)[]).filter(
      (field) => !isDeepStrictEqual(before[field], after[field]),
    );
    if (differing.length > 0) {
      const picture = before.name === after.name ? {} : await plateWithName(trx, deps, vendorId, after.name);
      await trx
        .updateTable('vendors')
        .set({ ...after, ...picture })
        .where('id', '=', vendorId)
        .execute();
      const of = (fields: typeof before) => Object.fromEntries(differing.map((field) => [field, fields[field]]));
      await auditStall(trx, {
        at: deps.clock.now(),
        actorId: session.user.id,
        venueId,
        vendorId,
        name: after.name,
        before: of(before),
        after: of(after),
      });
      await notifyPages(trx, venueId, [vendorId]);
    }
    return hallStalls(trx, venueId, deps.clock.now());
  });
}

/** The empty plates of a stall without a picture, which show its name. @returns nothing for a stall with a picture */
async function plateWithName(
  trx: Trx,
  { config }: Pick<Deps, 'config'>,
  vendorId: number,
  name: string,
): Promise<{ image_url?: string; thumbnail_url?: string }> {
  const stored = await trx
    .selectFrom('vendors')
    .select(['name', 'image_url', 'drawing'])
    .where('id', '=', vendorId)
    .executeTakeFirstOrThrow();
  if (kindOfPicture(stored) !== 'none') return {};
  const media = new MediaFiles(config.mediaDir);
  const plates = { image_url: media.add('vendor', name, null), thumbnail_url: media.add('thumbnail', name, null) };
  await media.write();
  return plates;
}

/**
 * Sets the order of the hall's list.
 * @throws ApiError 401, 403 if the role has ended; 404; 409 STALLS_CHANGED if a stall was added, removed or moved meanwhile
 */
export function orderStalls(
  deps: StallDeps,
  { session, venueId, version, ids }: { session: Session; venueId: number; version: string; ids: readonly number[] },
): Promise<HallStalls> {
  return deps.outbox.transaction(async (trx) => {
    await leadPlace(trx, deps, { venueId, vendorId: null }, session);
    const venue = await requireVenue(trx, venueId);
    const stalls = await hallStalls(trx, venueId, deps.clock.now());
    const stored = stalls.data.map(({ id }) => id);
    const isSameSet =
      ids.length === stored.length && new Set(ids).size === ids.length && ids.every((id) => stored.includes(id));
    if (stalls.version !== version || !isSameSet) {
      throw conflict('STALLS_CHANGED', t('The list was changed meanwhile. Look at it again.'), stalls);
    }
    if (orderVersion(ids) === version) return stalls;
    for (const [position, id] of ids.entries()) {
      await trx.updateTable('vendors').set({ position }).where('id', '=', id).execute();
    }
    const names = (list: readonly number[]) =>
      JSON.stringify({ order: list.map((id) => stalls.data.find((each) => each.id === id)?.name ?? '') });
    await trx
      .insertInto('audit_log')
      .values({
        at: deps.clock.now(),
        actor_id: session.user.id,
        action: 'vendors.ordered',
        subject: venue.name,
        venue_id: venueId,
        before: names(stored),
        after: names(ids),
      })
      .execute();
    await notifyPages(trx, venueId);
    return hallStalls(trx, venueId, deps.clock.now());
  });
}
