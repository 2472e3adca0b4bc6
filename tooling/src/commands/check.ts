// npm run check: types, format and lint, boundaries with their proof, the contract's version and what remotes ask of it,
// dead code. All of them run before the verdict.
import { spawn } from 'node:child_process';
import { root } from '../build/apps';
import { checkBoundaries } from '../check/boundaries';
import { checkRanges } from '../check/contract-ranges';
import { checkContract } from '../check/contract-surface';
import { runCommand } from './run-command';

function command(name: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', name, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve(code === 0 ? [] : [output.trim() || `${name} ended with ${code}`]));
  });
}

const CHECKS: Readonly<Record<string, () => Promise<string[]>>> = {
  types: () => command('tsc', '--noEmit', '-p', '.'),
  'format and lint': () => command('biome', 'check', '--error-on-warnings', '.'),
  boundaries: checkBoundaries,
  contract: checkContract,
  'contracts asked for': checkRanges,
  'dead code': () => command('knip'),
};

export interface CheckResult {
  name: string;
  problems: string[];
  seconds: number;
}

/** @returns the result of each check, in order */
export async function runChecks(report: (result: CheckResult) => void): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const started = Date.now();
    const problems = await check();
    const result = { name, problems, seconds: (Date.now() - started) / 1000 };
    results.push(result);
    report(result);
  }
  return results;
}

/** One line for each check, and its problems under it. */
export function printCheck({ name, problems, seconds }: CheckResult): void {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  for (const problem of problems) console.log(`       ${problem.replaceAll('\n', '\n       ')}`);
}

await runCommand(import.meta.url, async () => {
  const results = await runChecks(printCheck);
  process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0;
});
