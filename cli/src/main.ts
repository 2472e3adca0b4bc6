// npm run foodhall -- <command>: runs a food hall from a terminal. --help lists the commands.

import { processEnv } from 'settings/environment';
import { checkDocument } from './document-check';
import { runMaintenance } from './maintenance';
import { openOffline } from './offline-site';
import { runProgram } from './program';
import { configFolder, SignIns } from './sign-ins';
import { askAtTerminal } from './terminal';

// The reader of a pipe may stop early, as `head` does. The command goes on without it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await runProgram(process.argv.slice(2), {
    environment: processEnv,
    signIns: new SignIns(configFolder(processEnv)),
    openOffline,
    checkDocument,
    runMaintenance,
    fetch: globalThis.fetch,
    ask: askAtTerminal,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    setExitCode: (code) => {
      process.exitCode = code;
    },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
