// npm run contract: whether what shared-contracts offers fits its version, compared with its last release, and whether
// each remote asks for the contract that has what it uses.
// -- --keep: today's contract is the released one from now on (part of releasing a shell; docs/teams.md).

import { readJson, root } from '../build/apps';
import { readReleased } from '../check/contract-files';
import { checkRanges } from '../check/contract-ranges';
import { checkContract, keepAsReleased } from '../check/contract-surface';
import { readOptions, runCommand } from './arguments';

await runCommand(async () => {
  const { values } = readOptions(['keep']);
  const problems = await checkContract();
  // The first release has nothing to be compared with.
  if (values.keep && (problems.length === 0 || !readReleased())) {
    console.log(`shared-contracts ${await keepAsReleased()} is kept as the released contract.`);
    const ranges = await checkRanges();
    if (ranges.length > 0) console.log(['Then, in remote.json, in the same commit:', ...ranges].join('\n'));
    return;
  }
  if (readReleased()) problems.push(...(await checkRanges()));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const { version } = await readJson(root, 'shared-contracts/package.json');
  console.log(
    `shared-contracts ${version} is a right step from the released ${readReleased().version}, and each remote asks for what it uses.`,
  );
});
