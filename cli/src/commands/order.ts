/** `order show` and `order refund`. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Order } from 'shared-contracts/types';
import { addSiteCommand, type CommandContext } from '../command';
import { CommandError, LostResponseError, UsageError } from '../errors';
import { table } from '../output';
import type { SiteClient } from '../site-client';

interface ShownRefund {
  id: number;
  amount: number;
  state: string;
  source: string;
  reason: string;
  by: { name: string } | null;
  error: string | null;
  items: { data: { order_item_id: number; quantity: number }[] };
  created_at: string;
}

interface ShownRefunds {
  data: ShownRefund[];
  paid: number;
  left: number;
}

const STATES: Readonly<Record<string, string>> = {
  pending: 'on its way',
  delayed: 'delayed, is retried',
  unclear: 'unclear: look at the provider, then say with order clear whether it was made',
  refunded: 'made',
  failed: 'failed: the provider took it back',
  void: 'not made, as it was withdrawn or the money went back at the provider',
};

export function addOrderCommands(program: Command, context: CommandContext): void {
  const order = program.command('order').description('an order that was placed, and its refunds');

  addSiteCommand(order, context, {
    usage: 'show <order>',
    summary: 'its lines, what was paid, refunded and is left (the order is the number after id= in its address)',
    changes: false,
    run: async ({ site, args }) => {
      const { shown, refunds } = await read(site, idOf(args[0], 'order'));
      return { data: { order: shown, refunds }, lines: linesOf(shown, refunds) };
    },
  });

  addSiteCommand(order, context, {
    usage: 'refund <order>',
    summary: 'refund some of its items, an amount, or all that is left',
    changes: true,
    configure: (command) =>
      command
        .requiredOption('--reason <text>', 'why, for the customer to read')
        .option('--item <line...>', 'a line, as order show numbers them; 41:2 is two of line 41')
        .option('--amount <amount>', 'an amount, such as 4.20')
        .option('--made-at-provider', 'it was made at a provider that does not tell of it; only record it')
        .option('--key <text>', 'of a refund whose response was lost: it is stored once'),
    run: async ({ site, args, options, isDryRun }) => {
      const id = idOf(args[0], 'order');
      const { item, amount, reason, madeAtProvider } = options;
      if (item !== undefined && amount !== undefined) throw new UsageError('Give --item or --amount, not both.');
      const key = typeof options.key === 'string' ? options.key : randomUUID();
      const body = {
        reason,
        ...(item !== undefined && { items: [item].flat().map((each) => unitsOf(String(each))) }),
        ...(amount !== undefined && { amount: amountOf(String(amount)) }),
        ...(madeAtProvider === true && { made_at_provider: true }),
      };
      if (isDryRun) {
        const { data } = await post<{ amount: number; tip?: number }>(site, id, { ...body, dry_run: true }, key);
        const { shown } = await read(site, id);
        const money = moneyOf(shown);
        const tip = data.tip === undefined ? '' : ` The tip of ${money(data.tip)} is part of it.`;
        return { data, lines: [`${money(data.amount)} of ${labelOf(shown)} would be refunded.${tip}`] };
      }
      const { data } = await post<ShownRefund>(site, id, { ...body, dry_run: false }, key).catch((error: unknown) => {
        throw error instanceof LostResponseError ? mayBeStored(error, id, key) : error;
      });
      const how = madeAtProvider === true ? 'is recorded as refunded' : 'is on its way back; the running site makes it';
      try {
        const { shown, refunds } = await read(site, id);
        const money = moneyOf(shown);
        return {
          data,
          lines: [`${money(data.amount)} of ${labelOf(shown)} ${how}. ${money(refunds.left)} is left.`],
        };
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return {
          data,
          lines: [`Refund ${data.id} of order ${id} ${how}. What is left cannot be read: ${error.message}`],
        };
      }
    },
  });

  addSiteCommand(order, context, {
    usage: 'clear <order> <refund>',
    summary: 'say whether a refund was made whose outcome is unclear, or withdraw a delayed one',
    changes: false,
    configure: (command) =>
      command
        .option('--made', 'the provider shows the refund')
        .option('--not-made', 'the provider does not show it: it is made again')
        .option('--withdraw', 'it is delayed, and not to be made any more'),
    run: async ({ site, args, options }) => {
      const { made, notMade, withdraw } = options;
      if ([made, notMade, withdraw].filter((each) => each === true).length !== 1)
        throw new UsageError('Say --made, --not-made or --withdraw.');
      const path = `/orders/${idOf(args[0], 'order')}/refunds/${idOf(args[1], 'refund')}`;
      const { data } = await site.request<{ data: ShownRefund }>(
        'PUT',
        path,
        withdraw === true ? { withdraw } : { is_made: made === true },
      );
      return { data, lines: [`Refund ${data.id} is ${STATES[data.state] ?? data.state}.`] };
    },
  });
}

const post = <Data>(site: SiteClient, id: number, body: object, key: string): Promise<{ data: Data }> =>
  site.request('POST', `/orders/${id}/refunds`, body, { 'idempotency-key': key });

const mayBeStored = (error: Error, id: number, key: string): CommandError =>
  new CommandError(
    `${error.message}\nIt may be stored: look with order show ${id}. The same refund again, which is stored once: --key ${key}`,
  );

async function read(site: SiteClient, id: number): Promise<{ shown: Order; refunds: ShownRefunds }> {
  const { data: shown } = await site.request<{ data: Order }>('GET', `/orders/${id}`);
  const refunds = await site.request<ShownRefunds>('GET', `/orders/${id}/refunds`);
  return { shown, refunds };
}

const labelOf = ({ id, order_number }: Order): string => `order ${order_number ?? id}`;

const moneyOf =
  ({ currency, currency_symbol }: Order) =>
  (major: number) =>
    formatMajor(major, currency, currency_symbol);

function linesOf(order: Order, { data, paid, left }: ShownRefunds): string[] {
  const money = moneyOf(order);
  const rows = order.order_items.data.map(({ id, quantity, variant, total }) => {
    const refunded = data
      .filter(({ state }) => state !== 'failed' && state !== 'void')
      .flatMap(({ items }) => items.data)
      .reduce((sum, item) => sum + (item.order_item_id === id ? item.quantity : 0), 0);
    return [String(id), String(quantity), variant.item.name, money(total), refunded === 0 ? '' : String(refunded)];
  });
  return [
    `Order ${order.order_number ?? order.id} at ${order.vendor.name}, ${order.state}, ${order.created_at}`,
    ...table(['line', 'quantity', 'item', 'total', 'refunded'], rows),
    `Paid ${money(paid)}, with tax and service charge. ${money(left)} is not refunded.`,
    ...(data.length === 0
      ? []
      : table(
          ['refund', 'amount', 'by', 'reason', 'state'],
          data.map((each) => rowOf(each, money)),
        )),
  ];
}

function rowOf({ id, amount, by, source, reason, state, error }: ShownRefund, money: (major: number) => string) {
  const how = STATES[state] ?? state;
  return [String(id), money(amount), by?.name ?? source, reason, error === null ? how : `${how} (${error})`];
}

/** @throws {UsageError} */
function idOf(text: string | undefined, what: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text ?? '')) throw new UsageError(`The ${what} is '${text}'; it must be a number.`);
  return Number(text);
}

/** '41' or '41:2'. @throws {UsageError} */
function unitsOf(text: string): { id: number; quantity: number } {
  const [, id, quantity = '1'] = /^([1-9]\d{0,8})(?::([1-9]\d{0,2}))?$/.exec(text) ?? [];
  if (id === undefined)
    throw new UsageError(`--item is '${text}'; it must be a line's number, such as 41, or 41:2 for two.`);
  return { id: Number(id), quantity: Number(quantity) };
}

/** @throws {UsageError} */
function amountOf(text: string): number {
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(text) || Number(text) === 0) {
    throw new UsageError(`--amount is '${text}'; it must be an amount such as 4.20.`);
  }
  return Number(text);
}
