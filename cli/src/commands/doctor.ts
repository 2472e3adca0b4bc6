import type { Command } from 'commander';
import { type CommandContext, ending } from '../command';
import { ExitCode } from '../errors';
import { table } from '../output';

/** The result of one check by api/src/maintenance.ts. */
interface Finding {
  check: string;
  /** Null if the check could not run. */
  isOk: boolean | null;
  sentence: string;
}

/** `doctor`: checks that the site has everything it needs for customers, and prints a line for each check. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('settings, database, clock, provider keys, webhooks, mail, push, disk: ok, or what to do')
    .option('--offline', 'the default: it works with the settings of this shell')
    .option('--json', 'print the result as JSON')
    .action(({ json }: { json?: boolean }) =>
      ending(context, async () => {
        const data = (await context.runMaintenance(['doctor'])) as Finding[];
        const rows = data.map(({ check, isOk, sentence }) => [check, WORDS.get(isOk) ?? '', sentence]);
        for (const line of json
          ? [JSON.stringify(data, null, 2)]
          : table(['check', 'result', 'what is there, or what to do'], rows))
          context.print(line);
        if (data.some(({ isOk }) => isOk === false)) context.setExitCode(ExitCode.failed);
      }),
    );
}

const WORDS = new Map([
  [true, 'ok'],
  [false, 'wrong'],
  [null, 'not checked'],
]);
