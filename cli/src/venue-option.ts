/** `--venue` for commands about one venue. */
import { CommandError } from './errors';
import type { SiteClient } from './site-client';

export interface NamedVenue {
  id: number;
  name: string;
}

/**
 * @param given the id or name in `--venue`; it may be left out where the site has one venue
 * @throws {CommandError} for a venue that the site does not have
 */
export async function venueOf(site: SiteClient, given: string | undefined): Promise<NamedVenue> {
  const { data } = await site.request<{ data: NamedVenue[] }>('GET', '/venues');
  const list = data.map(({ id, name }) => `${id} ${name}`).join(', ') || 'none';
  if (given === undefined) {
    const [only, ...others] = data;
    if (only && others.length === 0) return only;
    throw new CommandError(`Name the venue with --venue. There are: ${list}.`);
  }
  const wanted = given.toLowerCase();
  const found = data.find(({ id, name }) => String(id) === given || name.toLowerCase() === wanted);
  if (!found) throw new CommandError(`There is no venue '${given}'. There are: ${list}.`);
  return found;
}
