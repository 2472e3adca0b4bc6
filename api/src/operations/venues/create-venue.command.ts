/** Adds another hall to the site, without stalls. */
import { changing } from 'core/database/dry-run';
import { inTransaction, type Trx } from 'core/database/kysely';
import { invalid } from 'core/errors';
import type { Session } from 'core/http/session';
import { MediaFiles } from '../../menu/pictures/media';
import { keysOf, keysOfOthers } from '../../payments/core/venue-keys';
import type { PaymentDeps } from '../../payments/providers/payment-deps';
import { keysToSet } from '../../payments/secrets';
import { actAs } from '../../people/audit/act-as';
import { auditVenue } from '../../people/audit/audit-venue';
import { t } from '../../words';
import { insertVenue } from './insert-venue';
import { checkSecretNames, type VenueFields } from './venue-form';

interface NewVenue {
  session: Session;
  form: VenueFields & { name: string };
  isDryRun: boolean;
}

export interface CreatedVenue {
  /** Null in a dry run. */
  id: number | null;
  slug: string;
  name: string;
  /** Settings of the server that hold the venue's keys and are not set. */
  missing_settings: string[];
  /** The venue stays closed until these settings of the server are right, because no process could start otherwise. */
  closed_until_set: string[];
}

/** Adds the hall and makes the caller its operator. A command on the server gets no role, because it may act in every venue. */
export async function createVenue(
  { db, config, clock, providers }: Pick<PaymentDeps, 'db' | 'config' | 'clock' | 'providers'>,
  { session, form, isDryRun }: NewVenue,
): Promise<CreatedVenue> {
  checkSecretNames(config, form);
  const media = new MediaFiles(config.mediaDir);
  const image_url = media.add('venue', form.name, null);
  if (!isDryRun) await media.write();
  const keys = keysOf({ ...form, payment_provider: form.provider });
  const closed_until_set = keysToSet({ config, providers }, keys).map(({ setting }) => setting);
  const { id, slug, name } = await changing<{ id: number; slug: string; name: string }>(
    (work) => inTransaction(db, work),
    { isDryRun },
    async (trx) => {
      const actorId = session.user.id;
      await actAs(trx, actorId);
      await refuseKeysOfOthers(trx, session, form);
      const venue = await insertVenue(trx, form, image_url, closed_until_set.length === 0);
      if (!session.isCommandLine) {
        await trx.insertInto('venue_operators').values({ venue_id: venue.id, user_id: actorId }).execute();
      }
      await auditVenue(trx, {
        at: clock.now(),
        actorId,
        action: 'venue.created',
        subject: venue.name,
        venueId: venue.id,
      });
      return venue;
    },
  );
  const missing_settings = keys.map(({ setting }) => setting).filter((setting) => config.secret(setting) === null);
  return { id: isDryRun ? null : id, slug, name, missing_settings, closed_until_set };
}

/** @throws ApiError 422 */
async function refuseKeysOfOthers(trx: Trx, session: Session, form: NewVenue['form']): Promise<void> {
  const taken = await keysOfOthers(trx, session);
  for (const field of ['secret_env', 'webhook_secret_env'] as const) {
    if (taken.has(form[field] ?? ''))
      throw invalid({ [field]: [t('This is the key of a venue that you do not run.')] });
  }
}
