import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';
import { table } from '../output';

interface DemoRemoval {
  data: {
    venues: { slug: string; name: string; outcome: 'deleted' | 'archived' }[];
    accounts: { email: string; outcome: 'deleted' | 'closed' }[];
  };
}

/** `demo remove`: turns a trial into an empty hall. */
export function addDemoCommands(program: Command, context: CommandContext): void {
  const demo = program.command('demo').description('the demo market of a trial');
  addSiteCommand(demo, context, {
    usage: 'remove',
    summary: 'remove the accounts and venues of the demo; what has orders is archived',
    changes: true,
    run: async ({ site, isDryRun }) => {
      const { data } = await site.request<DemoRemoval>('POST', '/demo/removal', { dry_run: isDryRun });
      const rows = [
        ...data.venues.map(({ name, outcome }) => ['venue', name, outcome]),
        ...data.accounts.map(({ email, outcome }) => ['account', email, outcome]),
      ];
      if (rows.length === 0) return { data, lines: ['This database has nothing of the demo.'] };
      return { data, lines: table(['what', 'name', 'outcome'], rows) };
    },
  });
}
