/** `--venue` for commands about one venue. */
import { CommandError } from './errors';
import type { SiteClient } from './site-client';
import { type Venue, venuesOf } from './venues';

/** How `--venue` is explained. */
export const VENUE_FLAG = ['--venue <slug>', 'the venue, by its slug, id or name (default: the only one)'] as const;

/**
 * @param given the slug, id or name in `--venue`; it may be left out where the operator has one venue
 * @throws {CommandError} for a venue that the operator does not have
 */
export async function venueOf(site: SiteClient, given: string | undefined): Promise<Venue> {
  const venues = await venuesOf(site);
  const list = venues.map(({ slug }) => slug).join(', ') || 'none';
  if (given === undefined) {
    const [only, ...others] = venues;
    if (only && others.length === 0) return only;
    throw new CommandError(`Name the venue with --venue. There are: ${list}.`);
  }
  const wanted = given.toLowerCase();
  const found =
    venues.find(({ slug, id }) => slug === given || String(id) === given) ??
    venues.find(({ name }) => name.toLowerCase() === wanted);
  if (!found) throw new CommandError(`You run no venue '${given}'. There are: ${list}.`);
  return found;
}
