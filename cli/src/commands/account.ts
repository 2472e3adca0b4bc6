import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';

interface AccountExport {
  account: { id: number; name: string };
  orders: unknown[];
}

const EMAIL = '<email>';

/** `account export|delete`: a person's right to a copy and to deletion; `reset-second-factor`: for a person who has lost the phone. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  const account = program.command('account').description('what is stored about a customer, at their request');
  addSiteCommand(account, context, {
    usage: `export ${EMAIL}`,
    summary: 'all that is stored about a person, as one JSON document',
    changes: false,
    run: async ({ site, args: [email = ''] }) => {
      const { data } = await site.request<{ data: AccountExport }>('POST', '/accounts/export', { email });
      return { data, lines: [JSON.stringify(data, null, 2)] };
    },
  });
  addSiteCommand(account, context, {
    usage: `delete ${EMAIL}`,
    summary: 'delete the account of a customer; orders and payments stay, without the person',
    changes: true,
    run: async ({ site, args: [email = ''], isDryRun }) => {
      await site.request('POST', '/accounts/deletion', { email, dry_run: isDryRun });
      const line = `The account of ${email} ${isDryRun ? 'would be' : 'is'} deleted.`;
      return { data: { email, is_deleted: !isDryRun }, lines: [line] };
    },
  });
  addSiteCommand(program, context, {
    usage: `reset-second-factor ${EMAIL}`,
    summary: 'remove the second factor of an operator who has lost it, and end all sessions of the account',
    changes: true,
    run: async ({ site, args: [email = ''], isDryRun }) => {
      const { data } = await site.request<{ data: { had_second_factor: boolean } }>(
        'POST',
        '/accounts/second-factor-reset',
        { email, dry_run: isDryRun },
      );
      const would = isDryRun ? 'would be' : 'is';
      const line = data.had_second_factor
        ? `The second factor of ${email} ${would} removed, and every session of the account ${isDryRun ? 'would end' : 'has ended'}.`
        : `${email} has no second factor. Every session of the account ${isDryRun ? 'would end' : 'has ended'}.`;
      return { data: { email, ...data }, lines: [line] };
    },
  });
}
