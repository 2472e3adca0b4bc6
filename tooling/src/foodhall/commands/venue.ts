import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';
import { table } from '../output';
import { venuesOf } from '../venues';

/** `venue list`. */
export function addVenueCommands(program: Command, context: CommandContext): void {
  const venue = program.command('venue').description('the halls of the site');
  addSiteCommand(venue, context, {
    usage: 'list',
    summary: 'the venues that you run',
    changes: false,
    run: async ({ site }) => {
      const venues = await venuesOf(site);
      const rows = venues.map(({ slug, name, state, vendors }) => [slug, name, state, String(vendors.length)]);
      return { data: venues, lines: rows.length > 0 ? table(['venue', 'name', 'state', 'vendors'], rows) : [NONE] };
    },
  });
}

const NONE = 'You run no venue yet. A production start of an empty site prints the link that sets one up.';
