/** `payouts`: lists the amount owed to each vendor. */
import type { Command } from 'commander';
import { formatMajor } from 'shared-contracts/rules/money';
import { addSiteCommand, type CommandContext } from '../command';
import { daysOf, withDays } from '../day-options';
import { table } from '../output';
import { venueOf } from '../venue-option';

interface Payouts {
  data: {
    vendor: { id: number; name: string } | null;
    currency: string;
    currency_symbol: string;
    orders: number;
    shares: number;
    refunds: number;
    payout: number;
  }[];
  days: { from: string; to: string; timezone: string };
}

export function addPayoutsCommand(program: Command, context: CommandContext): void {
  addSiteCommand(program, context, {
    usage: 'payouts',
    summary: 'what each vendor is owed of the payments of some days, less refunds',
    changes: false,
    configure: (command) => withDays(command).option('--vendor <id>', 'of one vendor alone'),
    run: async ({ site, options }) => {
      const { id, name } = await venueOf(site, options.venue as string | undefined);
      const query = daysOf(options);
      if (typeof options.vendor === 'string') query.set('vendor', options.vendor);
      const payouts = await site.request<Payouts>('GET', `/venues/${id}/payouts?${query}`);
      const { from, to, timezone } = payouts.days;
      const rows = payouts.data.map(({ vendor, currency, currency_symbol, orders, ...amounts }) => {
        const money = (major: number) => formatMajor(major, currency, currency_symbol);
        return [
          vendor === null ? 'the venue: service charge' : `${vendor.id} ${vendor.name}`,
          String(orders),
          money(amounts.shares),
          money(amounts.refunds),
          money(amounts.payout),
        ];
      });
      const head = `Payouts of ${name}, ${from} to ${to} (${timezone})`;
      if (rows.length === 0) return { data: payouts, lines: [head, 'Nothing was paid or refunded.'] };
      return { data: payouts, lines: [head, ...table(['vendor', 'orders', 'shares', 'refunds', 'payout'], rows)] };
    },
  });
}
