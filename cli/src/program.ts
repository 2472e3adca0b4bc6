/** `npm run foodhall -- <command>`: registers all commands, one line each. */
import { Command, CommanderError } from 'commander';
import type { CommandContext } from './command';
import { addAccountCommands } from './commands/account';
import { addAuditCommands } from './commands/audit';
import { addBackupCommands } from './commands/backup';
import { addDemoCommands } from './commands/demo';
import { addDoctorCommand } from './commands/doctor';
import { addLedgerCommand } from './commands/ledger';
import { addLoginCommand } from './commands/login';
import { addLogoutCommand } from './commands/logout';
import { addOrderCommands } from './commands/order';
import { addPaymentsCommands } from './commands/payments';
import { addPayoutsCommand } from './commands/payouts';
import { addPublisherCommands } from './commands/publisher';
import { addReportCommands } from './commands/report';
import { addSiteOperatorCommands } from './commands/site-operator';
import { addStaffCommands } from './commands/staff';
import { addTablesCommand } from './commands/tables';
import { addTeamCommands } from './commands/team';
import { addVendorCommands } from './commands/vendor';
import { addVenueCommands } from './commands/venue';
import { ExitCode } from './errors';

/** Each function adds its commands to the program, in the order of --help. */
const COMMANDS: readonly ((program: Command, context: CommandContext) => void)[] = [
  addLoginCommand,
  addLogoutCommand,
  addVenueCommands,
  addVendorCommands,
  addStaffCommands,
  addSiteOperatorCommands,
  addAccountCommands,
  addTablesCommand,
  addDemoCommands,
  addPaymentsCommands,
  addOrderCommands,
  addPayoutsCommand,
  addLedgerCommand,
  addReportCommands,
  addTeamCommands,
  addPublisherCommands,
  addAuditCommands,
  addBackupCommands,
  addDoctorCommand,
];

/**
 * Runs one command and sets the exit code. A failure prints its sentences.
 * @param args the words after `npm run foodhall --`
 */
export async function runProgram(args: readonly string[], context: CommandContext): Promise<void> {
  const program = new Command('npm run foodhall --');
  program
    .description('Runs a food hall: its venues, stalls and people, refunds, payouts and copies.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => context.printError(text.trimEnd().replace(/^error: /, '')),
    })
    .helpCommand(false)
    .showHelpAfterError('Add --help for what there is.');
  for (const add of COMMANDS) add(program, context);
  try {
    // Without a command, commander prints the help as an error.
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) context.setExitCode(ExitCode.usage);
  }
}
