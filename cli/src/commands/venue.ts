import type { Command } from 'commander';
import { addSiteCommand, type CommandContext, type CommandRun } from '../command';
import type { CommandOutput } from '../output';
import { table } from '../output';
import { settingsToSet, venueNamed, venuesOf } from '../venues';
import { addDocumentCommands } from './venue-document';
import { addTaxCommands } from './venue-taxes';

/** `venue list|create|open|close|remove`, and the commands for its document and its taxes. */
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
  addSiteCommand(venue, context, {
    usage: 'create <name>',
    summary: 'a venue without vendors',
    changes: true,
    configure: (command) =>
      command
        .requiredOption('--currency <code>', 'such as CAD')
        .requiredOption('--timezone <name>', 'such as America/Toronto')
        .requiredOption('--provider <name>', 'Stripe, Global or Paystack')
        .requiredOption('--provider-key <key>', 'the public key of the provider')
        .requiredOption('--secret-env <setting>', 'the setting of the server that holds the secret key')
        .option('--webhook-secret-env <setting>', 'the setting of the server that holds the secret of webhooks')
        .requiredOption('--tax-rate <percent>', 'such as 13 or 7.5')
        .option('--tax-name <name>', 'as receipts have it', 'Tax')
        .option('--tax-number <number>', 'as receipts have it', '')
        .option('--tax-included', 'prices have the tax inside')
        .option('--delivery <types...>', 'collect, table, room, address', ['collect']),
    run: createVenue,
  });
  addDocumentCommands(venue, context);
  addTaxCommands(venue, context);
  addSiteCommand(venue, context, {
    usage: 'open <venue>',
    summary: 'visitors see the venue again',
    changes: true,
    run: (run) => setOpen(run, true),
  });
  addSiteCommand(venue, context, {
    usage: 'close <venue>',
    summary: 'no visitor sees the venue or pays in it; its placed orders go on',
    changes: true,
    run: (run) => setOpen(run, false),
  });
  addSiteCommand(venue, context, {
    usage: 'remove <venue>',
    summary: 'remove the venue and the roles of its people; with orders it is archived',
    changes: true,
    run: async ({ site, args: [typed = ''], isDryRun }) => {
      const { id } = await venueNamed(site, typed);
      const path = `/venues/${id}?dry_run=${isDryRun}`;
      const { data } = await site.request<{ data: { name: string; outcome: string } }>('DELETE', path);
      const done =
        data.outcome === 'archived' ? 'archived: its orders stay with the reports' : 'deleted: it has no orders';
      return { data, lines: [`${data.name} ${isDryRun ? 'would be' : 'is'} ${done}.`] };
    },
  });
}

interface Created {
  slug: string;
  name: string;
  missing_settings: string[];
  closed_until_set: string[];
}

async function createVenue({ site, args: [name = ''], options, isDryRun }: CommandRun): Promise<CommandOutput> {
  const { data } = await site.request<{ data: Created }>('POST', '/venues', {
    name,
    currency: options.currency,
    timezone: options.timezone,
    provider: options.provider,
    provider_key: options.providerKey,
    secret_env: options.secretEnv,
    webhook_secret_env: options.webhookSecretEnv ?? null,
    tax_rate_percent: options.taxRate,
    tax_name: options.taxName,
    tax_number: options.taxNumber,
    tax_included: options.taxIncluded === true,
    delivery_method_types: options.delivery,
    dry_run: isDryRun,
  });
  return {
    data,
    lines: [`${data.name} ${isDryRun ? 'would be' : 'is'} created as ${data.slug}.`, ...settingsToSet(data)],
  };
}

async function setOpen({ site, args: [typed = ''], isDryRun }: CommandRun, isOpen: boolean): Promise<CommandOutput> {
  const venue = await venueNamed(site, typed);
  if (!isDryRun) await site.request('PUT', `/venues/${venue.id}`, { is_open: isOpen });
  const data = { ...venue, state: isOpen ? 'open' : 'closed' };
  return { data, lines: [`${venue.name} ${isDryRun ? 'would be' : 'is'} ${data.state}.`] };
}

const NONE = 'You run no venue yet. A production start of an empty site prints the link that sets one up.';
