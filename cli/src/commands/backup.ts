import type { Command } from 'commander';
import { type CommandContext, ending, typedPath } from '../command';

/** The report of api/src/maintenance.ts about a backup. */
interface Backup {
  /** The number of rows in each table. */
  tables: Readonly<Record<string, number>>;
  /** The number of pictures. */
  files: number;
}

interface Checked extends Backup {
  at: string;
  newMigrations: string[];
}

interface Restored extends Checked {
  refundsToLookUp: { refund: number; order: number; reference: string | null; amountMinor: number; currency: string }[];
}

interface Options {
  json?: boolean;
  dryRun?: boolean;
}

/** `backup` and `restore`: one file with the database and the pictures, for either engine. */
export function addBackupCommands(program: Command, context: CommandContext): void {
  const add = (usage: string, summary: string, run: (file: string, options: Options) => Promise<Output>) => {
    const command = program.command(usage).description(summary);
    // Every command accepts the option, so these do too, though they always work directly on the database.
    command.option('--offline', 'the default: the database that DATABASE_URL or DATA_DIR names');
    command.option('--json', 'print the result as JSON');
    return command.action((file: string, options: Options) =>
      ending(context, async () => {
        const { data, lines } = await run(typedPath(context, file), options);
        for (const line of options.json ? [JSON.stringify(data, null, 2)] : lines) context.print(line);
      }),
    );
  };
  add(
    'backup <file>',
    'the database and the pictures into a new file; on PostgreSQL the site may run',
    async (file) => {
      const data = (await context.runMaintenance(['backup', file])) as Backup & { bytes: number };
      const size = `${(data.bytes / 1e6).toFixed(1)} MB`;
      return { data: { file, ...data }, lines: [`${file} has ${contentOf(data)}, ${size}.`, SECRETS] };
    },
  );
  add('restore <file>', 'a backup into an empty database; no site may run on it', async (file, { dryRun }) => {
    if (dryRun) {
      const data = (await context.runMaintenance(['check', file])) as Checked;
      const lines = [`${file} of ${data.at} is whole: ${contentOf(data)}.`, ...migrated(data, 'would bring'), DRY_RUN];
      return { data: { file, ...data }, lines };
    }
    const data = (await context.runMaintenance(['restore', file])) as Restored;
    const lines = [`${file} of ${data.at} is restored: ${contentOf(data)}.`, ...migrated(data, 'brought')];
    return { data: { file, ...data }, lines: [...lines, ...data.refundsToLookUp.map(lookUp)] };
  }).option('--dry-run', 'read the whole file and compare its sums; no database is needed');
}

interface Output {
  data: unknown;
  lines: readonly string[];
}

const SECRETS = 'It has the data of people, sessions and keys: keep it where only you can read it.';
const DRY_RUN = 'Nothing was changed: this was a dry run.';

function contentOf({ tables, files }: Backup): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return `${Object.keys(tables).length} tables with ${rows} rows, and ${files} pictures`;
}

const migrated = ({ newMigrations }: Checked, verb: string): string[] =>
  newMigrations.length === 0 ? [] : [`This version ${verb} it up to date: ${newMigrations.join(', ')}.`];

const lookUp = ({ refund, order, reference, amountMinor, currency }: Restored['refundsToLookUp'][number]): string =>
  `Look up at Global whether refund ${refund} of order ${order} was made since: ${amountMinor} ${currency} (minor units) of payment ${reference}. The site waits for your 'order clear'.`;
