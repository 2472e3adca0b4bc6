import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';
import { CommandError, UsageError } from '../errors';
import { table } from '../output';
import type { SiteClient } from '../site-client';
import { type Venue, venueNamed } from '../venues';

interface Taxes {
  data: Tax[];
  /** The version of this list. The site refuses a change of an older version. */
  version: string;
}

interface Tax {
  slug: string;
  name: string;
  /** The rate in percent. */
  rate: number;
}

/** `venue taxes|set-tax|remove-tax`: manages the further taxes of a hall, which the owners of its stalls give to items. */
export function addTaxCommands(parent: Command, context: CommandContext): void {
  addSiteCommand(parent, context, {
    usage: 'taxes <venue>',
    summary: 'the taxes that items may have beside the one of the venue',
    changes: false,
    run: async ({ site, args: [typed = ''] }) => {
      const venue = await venueNamed(site, typed);
      const { data: taxes } = await taxesOf(site, venue);
      const rows = taxes.map(({ slug, name, rate }) => [slug, name, `${rate} %`]);
      return { data: taxes, lines: rows.length > 0 ? table(['tax', 'name', 'rate'], rows) : [none(venue)] };
    },
  });
  addSiteCommand(parent, context, {
    usage: 'set-tax <venue> <tax>',
    summary: 'add a tax, such as alcohol, or change it for what is added to carts from now on',
    changes: true,
    configure: (command) =>
      command
        .requiredOption('--name <name>', 'as receipts have it')
        .requiredOption('--rate <percent>', 'such as 20 or 7.25'),
    run: async ({ site, args: [typed = '', slug = ''], options, isDryRun }) => {
      const venue = await venueNamed(site, typed);
      const tax = { slug, name: String(options.name), rate: percentOf(String(options.rate)) };
      const { data, version } = await taxesOf(site, venue);
      const before = data.find((each) => each.slug === slug);
      if (!isDryRun) await site.request('PUT', pathOf(venue, slug), { version, name: tax.name, rate: tax.rate });
      const was = before ? ` (was ${before.name}, ${before.rate} %)` : '';
      return {
        data: tax,
        lines: [`${tax.name} ${isDryRun ? 'would be' : 'is'} ${tax.rate} % in ${venue.name}${was}.`],
      };
    },
  });
  addSiteCommand(parent, context, {
    usage: 'remove-tax <venue> <tax>',
    summary: 'remove a tax that no item has any more',
    changes: true,
    run: async ({ site, args: [typed = '', slug = ''], isDryRun }) => {
      const venue = await venueNamed(site, typed);
      const { data: taxes, version } = await taxesOf(site, venue);
      const tax = taxes.find((each) => each.slug === slug);
      if (!tax) {
        const known = taxes.length > 0 ? ` There are: ${taxes.map((each) => each.slug).join(', ')}.` : '';
        throw new CommandError(`${venue.name} has no tax '${slug}'.${known}`);
      }
      const address = `${pathOf(venue, slug)}?version=${encodeURIComponent(version)}`;
      if (!isDryRun) await site.request('DELETE', address);
      return { data: tax, lines: [`${tax.name} ${isDryRun ? 'would be' : 'is'} removed.`] };
    },
  });
}

const pathOf = ({ id }: Venue, slug = '') => `/venues/${id}/tax-categories${slug && `/${encodeURIComponent(slug)}`}`;

const taxesOf = (site: SiteClient, venue: Venue) => site.request<Taxes>('GET', pathOf(venue));

/** @throws {UsageError} */
function percentOf(typed: string): number {
  if (!/^\d+(\.\d+)?$/.test(typed)) throw new UsageError(`'${typed}' is no rate in percent, such as 20 or 7.25.`);
  return Number(typed);
}

const none = ({ name, slug }: Venue) =>
  `Everything in ${name} has the tax of the venue. Add another one: npm run foodhall -- venue set-tax ${slug} alcohol --name Alcohol --rate 20`;
