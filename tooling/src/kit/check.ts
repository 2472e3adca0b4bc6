// foodhall-remote check: types, and what remote.json says.
import { apps, root } from '../build/apps';
import { runCommand } from '../commands/run-command';
import { manifestProblems, typeProblems } from './check-remote';

await runCommand(import.meta.url, async () => {
  const [remote = ''] = apps;
  const checks = { types: () => typeProblems(root), 'remote.json': () => manifestProblems(remote, root) };
  for (const [name, check] of Object.entries(checks)) {
    const problems = await check();
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
    for (const problem of problems) console.log(`       ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
});
