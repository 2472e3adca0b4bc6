/** Creates the first operator and the first venue of a site, in one transaction. */

import { inTransaction } from 'core/database/kysely';
import { invalid } from 'core/errors';
import type { SignedIn } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { MediaFiles } from '../../menu/pictures/media';
import { keysOf } from '../../payments/core/venue-keys';
import { actAs } from '../../people/audit/act-as';
import { openSession } from '../../people/auth/open-session';
import { hashPassword, isPassword } from '../../people/auth/passwords';
import { t } from '../../words';
import { insertVenue } from '../venues/insert-venue';
import { checkSecretNames } from '../venues/venue-form';
import type { SetupForm } from './setup.schema';
import { requireSetupLink, useSetupLink } from './setup-links';

export interface SetUp extends SignedIn {
  venue: { id: number; slug: string; name: string };
  /** Settings of the server that hold the venue's keys and are not set. */
  missing_settings: string[];
}

/** @throws ApiError 422 and 410, as requireSetupLink; 422 for an existing account with a different password */
export async function setUp(deps: Deps, form: SetupForm): Promise<SetUp> {
  const now = deps.clock.now();
  // This comes before the password is hashed, which takes long, so that a stranger cannot cause that work.
  await requireSetupLink(deps.db, form.token, now);
  checkSecretNames(deps.config, form);
  const known = await deps.db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', form.email)
    .executeTakeFirst();
  if (known && !(await isPassword(form.password ?? '', known.password_hash))) {
    const message = t('There is an account with this email. Enter its password, or use another email.');
    throw invalid({ email: [message] }, 'EMAIL_TAKEN');
  }
  const password_hash = form.password === null ? null : await hashPassword(form.password);
  const media = new MediaFiles(deps.config.mediaDir);
  const image_url = media.add('venue', form.hall_name, null);
  await media.write();

  return inTransaction(deps.db, async (trx) => {
    await useSetupLink(trx, form.token, now);
    const userId =
      known?.id ??
      (
        await trx
          .insertInto('users')
          .values({ name: form.name, email: form.email, phone: form.phone ?? '', password_hash, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    await actAs(trx, userId);
    const venue = await insertVenue(trx, { ...form, name: form.hall_name }, image_url);
    await trx.insertInto('venue_operators').values({ venue_id: venue.id, user_id: userId }).execute();
    await trx.insertInto('site_operators').values({ user_id: userId }).execute();
    const keys = keysOf({ ...form, name: venue.name, payment_provider: form.provider });
    return {
      ...(await openSession(trx, deps, userId)),
      venue,
      missing_settings: keys.map(({ setting }) => setting).filter((setting) => deps.config.secret(setting) === null),
    };
  });
}
