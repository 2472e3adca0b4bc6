/** Finds the languages of the hall that an address of the site is in. */
import type { Queryable } from 'core/database/kysely';
import { readTableCode } from './table-code';

/** @returns undefined if the address is not inside of a hall */
export async function hallLanguagesAt(db: Queryable, pathname: string): Promise<readonly string[] | undefined> {
  const [, venueId] = /^\/venuesa?\/(\d{1,9})(?:\/|$)/.exec(pathname) ?? [];
  const [, text] = /^\/t\/([^/]+)$/.exec(pathname) ?? [];
  const code = text === undefined ? null : readTableCode(text);
  if (venueId === undefined && code === null) return undefined;
  const venues = db.selectFrom('venues').select('languages');
  const found =
    code === null
      ? venues.where('id', '=', Number(venueId))
      : venues.where('id', '=', db.selectFrom('venue_tables').select('venue_id').where('code', '=', code));
  return (await found.executeTakeFirst())?.languages;
}
