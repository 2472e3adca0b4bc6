// npm run contract [-- --target PLACE]: tells whether a shell with the contracts of this working copy would fit the live remotes, and
// whether the version of shared-contracts says how they differ from those of the live shell. It changes nothing.

import { readArguments } from 'releases/commands/arguments';
import { runCommand } from 'releases/commands/run-command';
import { startCompiler } from 'releases/fits/compiler';
import { compareWithLive } from '../check/live-contract';

await runCommand(import.meta.url, async () => {
  const { target } = readArguments(['target', 'out']);
  const compiler = startCompiler();
  try {
    const { compared, unrecorded, problems } = await compareWithLive(target, compiler);
    if (unrecorded.length > 0) {
      console.log(`Without a record of what they take or offer, so that ranges decide: ${unrecorded.join(', ')}.`);
    }
    if (problems.length > 0) throw new Error(problems.join('\n'));
    if (compared.length === 0) console.log(`Nothing that is live in ${target.place} could be compared.`);
    else console.log(`The contracts of this working copy fit what is live in ${target.place}: ${compared.join(', ')}.`);
  } finally {
    compiler.close();
  }
});
