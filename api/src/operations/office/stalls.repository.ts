/** Reads the stalls of a hall for its operators. */
import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { versionOf } from 'core/http/version';
import type { HallStall, HallStalls } from 'shared-contracts/types';
import { hoursInForce } from '../../menu/hours/hours-in-force';
import { modeOf, openingOf } from '../../menu/hours/opening.rules';
import { t } from '../../words';
import { kindOfPicture } from './picture.rules';

const FIELDS = [
  'vendors.name',
  'vendors.blurb',
  'address_1',
  'address_2',
  'city',
  'vendors.delivery_method_types',
  'subaccount_code',
  'stripe_account',
  'vendors.texts',
] as const;

/** The fields that the form of a stall changes. */
export type StallFields = Pick<
  HallStall,
  | 'name'
  | 'blurb'
  | 'address_1'
  | 'address_2'
  | 'city'
  | 'delivery_method_types'
  | 'subaccount_code'
  | 'stripe_account'
  | 'texts'
>;

/** @throws ApiError 404 */
export async function hallStalls(db: Queryable, venueId: number, now: Date): Promise<HallStalls> {
  const venue = await db
    .selectFrom('venues')
    .select(['timezone', 'languages', 'payment_provider', 'delivery_method_types'])
    .where('id', '=', venueId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!venue) throw notFound(t('Venue not found.'));
  const { timezone, ...hall } = venue;
  const rows = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(FIELDS)
    .select(['vendors.image_url', 'vendors.drawing'])
    .select(['vendors.id', 'vendors.is_active', 'accepting_orders', 'follows_schedule', 'is_stopped'])
    .select(hoursInForce().as('opening_hours'))
    .select((row) => [
      row
        .selectFrom('items')
        .whereRef('vendor_id', '=', 'vendors.id')
        .where('is_listed', '=', true)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('items'),
      row
        .selectFrom('vendor_members')
        .whereRef('vendor_id', '=', 'vendors.id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('people'),
      row
        .selectFrom('printers')
        .whereRef('vendor_id', '=', 'vendors.id')
        .where('removed_at', 'is', null)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('printers'),
    ])
    .where('venue_id', '=', venueId)
    .orderBy('vendors.position')
    .orderBy('vendors.id')
    .execute();
  const data = rows
    .filter(({ is_active }) => is_active)
    .map((row): HallStall => {
      const { id, items, people, printers, is_active, image_url, drawing, ...rest } = row;
      const { accepting_orders, follows_schedule, opening_hours, is_stopped, ...stored } = rest;
      const hours = { accepting_orders, follows_schedule, opening_hours, is_stopped, timezone };
      const fields = ofLanguages(stored, hall.languages);
      return {
        id,
        version: versionOf(fields),
        ...fields,
        image_url,
        picture: kindOfPicture({ name: stored.name, image_url, drawing }),
        is_open: openingOf(hours, now).isOpen,
        mode: modeOf(hours),
        items: Number(items),
        people: Number(people),
        printers: Number(printers),
      };
    });
  const archived = rows.filter(({ is_active }) => !is_active).map(({ id, name }) => ({ id, name }));
  return { data, version: orderVersion(data.map(({ id }) => id)), archived, ...hall };
}

export const orderVersion = (ids: readonly number[]): string => versionOf(ids);

/** Leaves out the texts in languages that the hall no longer has, and what is no text of a place. */
export function ofLanguages<Fields extends { texts: Readonly<Record<string, { name?: string; blurb?: string }>> }>(
  fields: Fields,
  [, ...others]: readonly string[],
): Fields {
  const texts = others.flatMap((language) => {
    const own = fields.texts[language];
    return own ? [[language, { ...(own.name && { name: own.name }), ...(own.blurb && { blurb: own.blurb }) }]] : [];
  });
  return { ...fields, texts: Object.fromEntries(texts) };
}

/** @returns the stored fields of a stall that is on its hall's list; null if it is not */
export async function stallFields(db: Queryable, vendorId: number): Promise<StallFields | null> {
  const row = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'venue_id')
    .select(FIELDS)
    .select('languages')
    .where('vendors.id', '=', vendorId)
    .where('vendors.is_active', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  const { languages, ...fields } = row;
  return ofLanguages(fields, languages);
}
