/**
 * `--offline`: opens the database of a stopped site. The API runs for the length of the command, on an address of this machine alone,
 * without workers and with a session of its own. So each command has one implementation, for running and for stopped sites.
 */
import { startProgram } from 'scripts/site/children';
import { CommandError } from './errors';
import { type SiteClient, siteClient } from './site-client';

/** The message of api/src/command-line.ts. */
interface Ready {
  url: string;
  token: string;
}

/** @throws {CommandError} if the database cannot be opened, or a site has it open */
export async function openOffline(): Promise<SiteClient> {
  let tell: (ready: Ready) => void = () => {};
  const ready = new Promise<Ready>((resolve) => {
    tell = resolve;
  });
  const program = startProgram('api/src/command-line.ts', { onMessage: (message) => tell(message as Ready) });
  const opened = await Promise.race([ready, program.ended.then(() => null)]);
  if (!opened) throw new CommandError(program.tail() || 'The database could not be opened.');
  return siteClient({ ...opened, name: 'the database', close: async () => void (await program.stop()) });
}
