// foodhall-remote test: runs the remote's tests and passes all further arguments to Jest.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { runCommand } from '../commands/run-command';

await runCommand(import.meta.url, async () => {
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(process.execPath, [jest, ...process.argv.slice(2)], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
  process.exitCode = code;
});
