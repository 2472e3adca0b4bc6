// npm run contract: whether the version of shared-contracts fits what changed since its last release, and whether each
// remote asks for the contract that has what it uses.
// -- --keep: records today's contract as the released one (part of releasing a shell; docs/teams.md).
import { readReleased } from '../check/contract-files';
import { checkRanges } from '../check/contract-ranges';
import { checkContract, keepAsReleased } from '../check/contract-surface';
import { readOptions } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  const { values } = readOptions(['keep']);
  const problems = await checkContract();
  const released = readReleased();
  // The first release has nothing to be compared with.
  if (values.keep && (problems.length === 0 || !released)) {
    console.log(`shared-contracts ${await keepAsReleased()} is recorded as the released contract.`);
    const ranges = await checkRanges();
    if (ranges.length > 0) console.log(['Then, in remote.json, in the same commit:', ...ranges].join('\n'));
    return;
  }
  if (released) problems.push(...(await checkRanges()));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(
    `The version of shared-contracts fits its changes since ${released?.version}, and each remote asks for what it uses.`,
  );
});
