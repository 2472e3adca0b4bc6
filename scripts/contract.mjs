// npm run contract: whether what shared-contracts offers fits its version, compared with its last release.
// -- --keep: today's contract is the released one from now on (part of releasing a shell; docs/teams.md).
import { checkContract, keepAsReleased } from './lib/contract-surface.mjs';

const problems = await checkContract();
if (process.argv.includes('--keep') && problems.length === 0) {
  console.log(`shared-contracts ${await keepAsReleased()} is kept as the released contract.`);
} else {
  console.log(problems.length > 0 ? problems.join('\n') : 'The contract fits its version.');
  process.exitCode = problems.length > 0 ? 1 : 0;
}
