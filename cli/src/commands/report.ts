/** `report sales`: lists sales and refunds. */
import type { Command } from 'commander';
import { formatMajor } from 'shared-contracts/rules/money';
import { addSiteCommand, type CommandContext } from '../command';
import { daysOf, withDays } from '../day-options';
import { table } from '../output';
import { venueOf } from '../venue-option';

interface Figures {
  gross: number;
  tax: number;
  service_charge: number;
  /** Absent if there are none. */
  tips?: number;
  refunds: number;
  net: number;
}

interface Tax {
  name: string;
  /** The rate in percent. */
  rate: number;
  /** The sum of prices without the tax. */
  base: number;
  amount: number;
  refunded: number;
}

interface Counted extends Figures {
  orders: number;
  taxes: Tax[];
}

interface Sales {
  data: {
    currency: string;
    currency_symbol: string;
    total: Counted;
    days: (Counted & { day: string })[];
    vendors: (Counted & { vendor: { name: string } })[];
    items: (Figures & {
      item: { name: string } | null;
      vendor: { name: string };
      quantity: number;
      refunded_quantity: number;
    })[];
  }[];
  days: { from: string; to: string; timezone: string };
}

export function addReportCommands(program: Command, context: CommandContext): void {
  const report = program.command('report').description('reports of a venue');
  addSiteCommand(report, context, {
    usage: 'sales',
    summary: 'gross, tax, service charge, refunds and net, by day, vendor and item; taxes by rate',
    changes: false,
    configure: withDays,
    run: async ({ site, options }) => {
      const { id, name } = await venueOf(site, options.venue as string | undefined);
      const sales = await site.request<Sales>('GET', `/venues/${id}/sales?${daysOf(options)}`);
      const { from, to, timezone } = sales.days;
      const head = `Sales of ${name}, ${from} to ${to} (${timezone})`;
      if (sales.data.length === 0) return { data: sales, lines: [head, 'Nothing was sold or refunded.'] };
      return { data: sales, lines: [head, ...sales.data.flatMap(linesOf)] };
    },
  });
}

function linesOf({ currency, currency_symbol, total, days, vendors, items }: Sales['data'][number]): string[] {
  const money = (major: number) => formatMajor(major, currency, currency_symbol);
  // A venue without tips has no column of them.
  const hasTips = total.tips !== undefined;
  const columns = ['gross', 'tax', 'service charge', ...(hasTips ? ['tips'] : []), 'refunds', 'net'];
  const cells = ({ gross, tax, service_charge, tips = 0, refunds, net }: Figures) =>
    [gross, tax, service_charge, ...(hasTips ? [tips] : []), refunds, net].map(money);
  const rowOf = (label: string, row: Counted) => [label, String(row.orders), ...cells(row)];
  return [
    ...table(
      ['day', 'orders', ...columns],
      [...days.map((row) => rowOf(row.day, row)), rowOf(`total ${currency}`, total)],
    ),
    '',
    ...table(
      ['vendor', 'orders', ...columns],
      vendors.map((row) => rowOf(row.vendor.name, row)),
    ),
    '',
    ...table(
      ['item', 'vendor', 'sold', 'refunded', ...columns],
      items.map((row) => [
        row.item?.name ?? 'amounts, of no item',
        row.vendor.name,
        String(row.quantity),
        String(row.refunded_quantity),
        ...cells(row),
      ]),
    ),
    '',
    ...table(
      ['tax', 'rate', 'on', 'tax', 'refunded'],
      total.taxes.map(({ name, rate, base, amount, refunded }) => [
        name,
        `${rate} %`,
        ...[base, amount, refunded].map(money),
      ]),
    ),
  ];
}
