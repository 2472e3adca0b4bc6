// npm run check: types, format and lint, boundaries with their proof, the contract's version and what remotes ask of it, dead code. Everything runs, then the verdict.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from '../build/apps';
import { checkBoundaries } from '../check/boundaries';
import { checkRanges } from '../check/contract-ranges';
import { checkContract } from '../check/contract-surface';

function command(name, ...args) {
  return new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', name, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve(code === 0 ? [] : [output.trim() || `${name} ended with ${code}`]));
  });
}

const CHECKS = {
  types: () => command('tsc', '--noEmit', '-p', '.'),
  'format and lint': () => command('biome', 'check', '--error-on-warnings', '.'),
  boundaries: checkBoundaries,
  contract: checkContract,
  'contracts asked for': checkRanges,
  'dead code': () => command('knip'),
};

/** @returns {Promise<{name: string, problems: string[]}[]>} one entry a check, in order */
export async function runChecks(report = () => {}) {
  const results = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const started = Date.now();
    const problems = await check();
    results.push({ name, problems });
    report({ name, problems, seconds: (Date.now() - started) / 1000 });
  }
  return results;
}

/** One line a check, and its problems under it. */
export function printCheck({ name, problems, seconds }) {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  for (const problem of problems) console.log(`       ${problem.replaceAll('\n', '\n       ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await runChecks(printCheck);
  process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0;
}
