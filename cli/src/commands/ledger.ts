/** `ledger check`: compares the ledger with the payments, and names each difference. */
import type { Command } from 'commander';
import { formatMajor } from 'shared-contracts/rules/money';
import type { LedgerCheck, LedgerDifference } from 'shared-contracts/types';
import { addSiteCommand, type CommandContext } from '../command';
import { CommandError } from '../errors';
import { table } from '../output';
import { VENUE_FLAG, venueOf } from '../venue-option';

const KINDS: Readonly<Record<LedgerDifference['kind'], string>> = {
  entry: 'an entry does not add up to zero',
  payment: 'what was received',
  sales: 'the sales of an order',
  refund: 'a refund',
  fee: 'the fee',
  dispute: 'a dispute',
  transfer: 'what the provider paid to stalls',
  payout: 'a payout',
  provider: 'what the provider received',
};

export function addLedgerCommand(program: Command, context: CommandContext): void {
  const ledger = program.command('ledger').description('the books of a venue');
  addSiteCommand(ledger, context, {
    usage: 'check',
    summary: 'compares the ledger of a venue with its payments, refunds and payouts',
    changes: false,
    configure: (command) => command.option(...VENUE_FLAG),
    run: async ({ site, options }) => {
      const { id, name } = await venueOf(site, options.venue as string | undefined);
      const check = await site.request<LedgerCheck>('GET', `/venues/${id}/ledger/check`);
      const { from, to } = check.days;
      const note = {
        compared: `The payments of ${from} to ${to} are as the provider has them.`,
        silent: 'The provider reports nothing, so it was not compared.',
        unreachable: 'The provider could not be asked. Please check again later.',
      }[check.provider];
      if (check.data.length === 0) return { data: check, lines: [`The ledger of ${name} is right.`, note] };
      const rows = check.data.map(({ kind, payment, currency, booked, expected }) => [
        payment?.number ?? '',
        payment?.reference ?? '',
        KINDS[kind],
        formatMajor(booked, currency, currency),
        formatMajor(expected, currency, currency),
      ]);
      const count = check.data.length;
      const head = `The ledger of ${name} differs in ${count} ${count === 1 ? 'place' : 'places'}.`;
      throw new CommandError(
        [head, ...table(['payment', 'reference', 'what', 'booked', 'should be'], rows)].join('\n'),
      );
    },
  });
}
