// npm run contract: whether what shared-contracts offers fits its version, compared with its last release, and whether
// each remote asks for the contract that has what it uses.
// -- --keep: today's contract is the released one from now on (part of releasing a shell; docs/teams.md).
import { checkRanges } from './lib/contract-ranges.mjs';
import { checkContract, keepAsReleased } from './lib/contract-surface.mjs';

const problems = await checkContract();
if (process.argv.includes('--keep') && problems.length === 0) {
  console.log(`shared-contracts ${await keepAsReleased()} is kept as the released contract.`);
} else {
  problems.push(...(await checkRanges()));
  console.log(
    problems.length > 0 ? problems.join('\n') : 'The contract fits its version, and each remote its contract.',
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
