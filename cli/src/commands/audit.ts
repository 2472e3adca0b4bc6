import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';
import { CommandError, UsageError } from '../errors';
import { table } from '../output';

interface Entry {
  id: number;
  at: string;
  actor: { name: string } | null;
  action: string;
  subject: string;
  after: Readonly<Record<string, unknown>> | null;
}

interface Report {
  entries: number;
  head: { position: number; hash: string } | null;
  fault: { position: number | null; id: number | null; sentence: string } | null;
}

/** `audit list|verify`. */
export function addAuditCommands(program: Command, context: CommandContext): void {
  const audit = program.command('audit').description('the audit log of the site');
  addSiteCommand(audit, context, {
    usage: 'list',
    summary: 'what was changed and released, newest first',
    changes: false,
    configure: (command) =>
      command
        .option('--action <beginning>', "the beginning of an action: 'release.' or 'member.'")
        .option('--after <id>', 'where the page before ended')
        .option('--limit <n>', 'how many entries, 200 at most', '50'),
    run: async ({ site, options }) => {
      const query = new URLSearchParams({ limit: String(options.limit) });
      if (options.action) query.set('action', String(options.action));
      if (options.after) query.set('after', String(options.after));
      const { data } = await site.request<{ data: Entry[] }>('GET', `/audit?${query}`);
      const rows = data.map(({ id, at, actor, action, subject, after }) => [
        String(id),
        at.slice(0, 16).replace('T', ' '),
        actor?.name ?? String(after?.team ?? ''),
        action,
        subject,
      ]);
      const lines = rows.length > 0 ? table(['id', 'at (UTC)', 'who', 'action', 'subject'], rows) : ['No entries.'];
      return { data, lines };
    },
  });
  addSiteCommand(audit, context, {
    usage: 'verify',
    summary: 'whether each entry is as it was written; names the first that is not',
    changes: false,
    configure: (command) =>
      command.option(
        '--head <head>',
        "'position:hash' as this command printed it before: the chain must still have it",
      ),
    run: async ({ site, options }) => {
      const { head: known } = options;
      if (known !== undefined && !/^\d{1,9}:[0-9a-f]{64}$/.test(String(known)))
        throw new UsageError(`--head is '${known}'; it must be a position and a hash, as audit verify prints it.`);
      const path = `/audit/verification${known === undefined ? '' : `?head=${known}`}`;
      const { data } = await site.request<{ data: Report }>('GET', path);
      if (data.fault) throw new CommandError(`The audit log is not as it was written. ${data.fault.sentence}`);
      const lines = [`All ${data.entries} entries are as they were written.`];
      if (data.head) {
        lines.push(
          `Note this outside of the database: ${data.head.position}:${data.head.hash}`,
          'audit verify --head <that> also finds a log that was written again from the start.',
        );
      }
      return { data, lines };
    },
  });
}
