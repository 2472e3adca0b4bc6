import { lockName, type Trx } from 'core/database/kysely';
import { freeSlug } from 'core/texts/slug';
import { symbolOf } from '../../menu/documents/currency';
import type { VenueFields } from './venue-form';

/** Makes transactions that add venues run one after the other. */
export const oneAtATime = (trx: Trx): Promise<void> => lockName(trx, 'import venue');

/** Adds a venue without vendors at the end of the list. @param isOpen false: visitors see the venue only after an operator has opened it */
export async function insertVenue(
  trx: Trx,
  form: VenueFields & { name: string },
  image_url: string,
  isOpen = true,
): Promise<{ id: number; slug: string; name: string }> {
  // Venues are added one after the other, and not during an import, because each takes a free place and a free slug.
  await oneAtATime(trx);
  const { last } = await trx
    .selectFrom('venues')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .executeTakeFirstOrThrow();
  const slugs = await trx.selectFrom('venues').select('slug').execute();
  return trx
    .insertInto('venues')
    .values({
      // An archived venue keeps its slug.
      slug: freeSlug(form.name, new Set(slugs.map(({ slug }) => slug)), 'hall'),
      name: form.name,
      blurb: '',
      is_active: isOpen,
      image_url,
      position: (last ?? 0) + 1,
      currency: form.currency,
      currency_symbol: symbolOf(form.currency),
      timezone: form.timezone,
      payment_provider: form.provider,
      payment_provider_key: form.provider_key,
      secret_env: form.secret_env,
      webhook_secret_env: form.webhook_secret_env,
      tax_name: form.tax_name,
      tax_number: form.tax_number,
      tax_rate_bp: Math.round(form.tax_rate_percent * 100),
      is_tax_included: form.tax_included,
      service_charge_minor: 0,
      delivery_method_types: form.delivery_method_types,
    })
    .returning(['id', 'slug', 'name'])
    .executeTakeFirstOrThrow();
}
