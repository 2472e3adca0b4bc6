import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';

/** `payments live`: lets a database that was tried with the providers' test keys take live payments. */
export function addPaymentsCommands(program: Command, context: CommandContext): void {
  const payments = program.command('payments').description('the payments that the database of the site is for');
  addSiteCommand(payments, context, {
    usage: 'live',
    summary: 'from test to live payments, once; the site is stopped (--offline)',
    changes: true,
    run: async ({ site, isDryRun }) => {
      const { data } = await site.request<{ data: { payments: string } }>('POST', '/payments/live', {
        dry_run: isDryRun,
      });
      const done =
        'The payments of this database are live now. Set PAYMENTS=live and the live keys, then: npm run serve';
      const planned = 'The payments of this database would be live.';
      return { data, lines: [isDryRun ? planned : done] };
    },
  });
}
