/** Finds the operator's venues and vendors by a typed name. */
import { CommandError } from './errors';
import type { SiteClient } from './site-client';

export interface Vendor {
  id: number;
  slug: string;
  name: string;
  state: string;
}

export interface Venue {
  id: number;
  slug: string;
  name: string;
  state: string;
  vendors: Vendor[];
}

export async function venuesOf(site: SiteClient): Promise<Venue[]> {
  return (await site.request<{ data: Venue[] }>('GET', '/operated-venues')).data;
}

/** @param typed a slug, or an id. @throws {CommandError} with the names of all venues */
export async function venueNamed(site: SiteClient, typed: string): Promise<Venue> {
  const venues = await venuesOf(site);
  const venue = venues.find(({ slug, id }) => slug === typed || String(id) === typed);
  if (venue) return venue;
  throw new CommandError(`You run no venue '${typed}'${listed(venues)}`);
}

/** @param typed 'venue/vendor' by their slugs, or the id of the vendor. @throws {CommandError} */
export async function vendorNamed(site: SiteClient, typed: string): Promise<Vendor> {
  const venues = await venuesOf(site);
  const vendors = venues.flatMap(({ slug, vendors }) =>
    vendors.map((vendor) => ({ ...vendor, path: `${slug}/${vendor.slug}` })),
  );
  const vendor = vendors.find(({ path, id }) => path === typed || String(id) === typed);
  if (vendor) return vendor;
  throw new CommandError(
    `There is no vendor '${typed}' in your venues${listed(vendors.map(({ path }) => ({ slug: path })))}`,
  );
}

const listed = (all: readonly { slug: string }[]) =>
  all.length > 0 ? `. There are: ${all.map(({ slug }) => slug).join(', ')}.` : '; there are none yet.';

interface Made {
  slug: string;
  /** Keys that the venue names and the server lacks. */
  missing_settings: readonly string[];
  /** The venue begins closed until these are set. */
  closed_until_set: readonly string[];
}

/** Lists the settings that a new or imported venue needs on the server, a line each. */
export function settingsToSet({ slug, missing_settings, closed_until_set }: Made): string[] {
  const begins =
    closed_until_set.length > 0
      ? [
          `It begins closed. Set ${closed_until_set.join(' and ')} on the server, restart it, then: npm run foodhall -- venue open ${slug}`,
        ]
      : [];
  const others = missing_settings.filter((setting) => !closed_until_set.includes(setting));
  return [
    ...others.map((setting) => `The server has no setting ${setting} yet: payments of the venue need it.`),
    ...begins,
  ];
}
