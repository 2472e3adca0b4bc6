import type { Command } from 'commander';
import { addSiteCommand, type CommandContext, type CommandRun } from '../command';
import type { CommandOutput } from '../output';
import { table } from '../output';
import { vendorNamed, venueNamed } from '../venues';

/** `vendor list|create|pause|resume|remove`. */
export function addVendorCommands(program: Command, context: CommandContext): void {
  const vendor = program.command('vendor').description('the stalls of a hall');
  addSiteCommand(vendor, context, {
    usage: 'list <venue>',
    summary: 'the vendors of a venue',
    changes: false,
    run: async ({ site, args: [venue = ''] }) => {
      const { slug, vendors } = await venueNamed(site, venue);
      const rows = vendors.map((each) => [`${slug}/${each.slug}`, each.name, each.state]);
      const none = `${slug} has no vendor yet. Create one: npm run foodhall -- vendor create ${slug} "Its name"`;
      return { data: vendors, lines: rows.length > 0 ? table(['vendor', 'name', 'state'], rows) : [none] };
    },
  });
  addSiteCommand(vendor, context, {
    usage: 'create <venue> <name>',
    summary: 'an empty vendor, which takes no orders yet',
    changes: true,
    configure: (command) =>
      command
        .option('--delivery <types...>', 'collect, table, room, address (default: as the venue has it)')
        .option('--subaccount <code>', 'the account that Paystack pays; needed in a venue of Paystack')
        .option(
          '--stripe-account <id>',
          'the connected account that Stripe transfers to; without it the hall pays the vendor',
        ),
    run: async ({ site, args: [typed = '', name = ''], options, isDryRun }) => {
      const venue = await venueNamed(site, typed);
      const { data } = await site.request<{ data: { slug: string; name: string } }>(
        'POST',
        `/venues/${venue.id}/vendors`,
        {
          name,
          delivery_method_types: options.delivery,
          subaccount_code: options.subaccount,
          stripe_account: options.stripeAccount,
          dry_run: isDryRun,
        },
      );
      const path = `${venue.slug}/${data.slug}`;
      const done = `${data.name} is created as ${path}. It takes no orders until: npm run foodhall -- vendor resume ${path}`;
      return { data, lines: [isDryRun ? `${data.name} would be created as ${path}.` : done] };
    },
  });
  addSiteCommand(vendor, context, {
    usage: 'pause <venue/vendor>',
    summary: 'the vendor takes no orders for now',
    changes: true,
    run: (run) => setAccepting(run, false),
  });
  addSiteCommand(vendor, context, {
    usage: 'resume <venue/vendor>',
    summary: 'the vendor takes orders again',
    changes: true,
    run: (run) => setAccepting(run, true),
  });
  addSiteCommand(vendor, context, {
    usage: 'remove <venue/vendor>',
    summary: 'remove the vendor and the roles of its people; with orders it is archived',
    changes: true,
    run: async ({ site, args: [typed = ''], isDryRun }) => {
      const { id } = await vendorNamed(site, typed);
      const path = `/vendors/${id}?dry_run=${isDryRun}`;
      const { data } = await site.request<{ data: { name: string; outcome: string } }>('DELETE', path);
      const done =
        data.outcome === 'archived' ? 'archived: its orders stay with the reports' : 'deleted: it has no orders';
      return { data, lines: [`${data.name} ${isDryRun ? 'would be' : 'is'} ${done}.`] };
    },
  });
}

async function setAccepting(
  { site, args: [typed = ''], isDryRun }: CommandRun,
  isOpen: boolean,
): Promise<CommandOutput> {
  const vendor = await vendorNamed(site, typed);
  if (!isDryRun) await site.request('PUT', `/vendors/${vendor.id}`, { accepting_orders: isOpen });
  const hasPeople =
    !isOpen || (await site.request<{ data: unknown[] }>('GET', `/vendors/${vendor.id}/members`)).data.length > 0;
  const data = { ...vendor, state: isOpen ? 'open' : 'paused' };
  const done = isOpen ? 'takes orders' : 'takes no orders';
  const planned = isOpen ? 'would take orders' : 'would take no orders';
  const alone = `Nobody can work its queue yet. Invite a cook: npm run foodhall -- staff invite ${typed} cook@example.com`;
  return { data, lines: [`${vendor.name} ${isDryRun ? planned : done}.`, ...(hasPeople ? [] : [alone])] };
}
