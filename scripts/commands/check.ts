// npm run check: checks types, format and lint, boundaries with their proof, the report of the contract, and dead code. Every check runs
// before the verdict.
import { spawn } from 'node:child_process';
import { root } from 'releases/build/apps';
import { runCommand } from 'releases/commands/run-command';
import { checkWords } from 'releases/commands/words';
import { checkReports } from 'releases/pack/api-report';
import { checkBoundaries } from '../check/boundaries';

function command(name: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', name, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve(code === 0 ? [] : [output.trim() || `${name} ended with ${code}`]));
  });
}

type Checks = Readonly<Record<string, () => Promise<string[]>>>;

/** Two lanes of checks run beside each other. */
const LANES: readonly Checks[] = [
  { types: () => command('tsc', '--noEmit', '-p', '.'), 'dead code': () => command('knip') },
  {
    contract: checkReports,
    words: checkWords,
    'format and lint': () => command('biome', 'check', '--error-on-warnings', '.'),
  },
];
/** This check runs alone, since it plants files in the tree. */
const LAST: Checks = { boundaries: checkBoundaries };

export interface CheckResult {
  name: string;
  problems: string[];
  seconds: number;
}

/** @returns the result of each check, in the order in which the checks end */
export async function runChecks(report: (result: CheckResult) => void): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const run = async (checks: Checks) => {
    for (const [name, check] of Object.entries(checks)) {
      const started = Date.now();
      const problems = await check();
      const result = { name, problems, seconds: (Date.now() - started) / 1000 };
      results.push(result);
      report(result);
    }
  };
  await Promise.all(LANES.map(run));
  await run(LAST);
  return results;
}

/** Prints one line for each check, with its problems under it. */
export function printCheck({ name, problems, seconds }: CheckResult): void {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  for (const problem of problems) console.log(`       ${problem.replaceAll('\n', '\n       ')}`);
}

await runCommand(import.meta.url, async () => {
  const results = await runChecks(printCheck);
  process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0;
});
