// The stages of npm test and of npm run test:all, and their total.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { checkBudgets } from 'releases/build/budgets';
import { buildApps } from 'releases/build/build-apps';
import { printCheck, runChecks } from 'scripts/commands/check';
import { findPostgres, startPostgres } from 'scripts/site/postgres';
import { processEnv } from 'settings/environment';
import { z } from 'zod';
import { type Counts, runJourneys } from './journeys/run';
import { CORE } from './journeys/support/core';
import { runShortKit } from './kit/short';
import { runLighthouse } from './lighthouse/run';
import { missingOf, runPaymentFaults } from './payments/run';
import { ON_POSTGRES, WITH_DATABASE } from './postgres/tests';

const isCi = Boolean(processEnv.CI);

type Stage = () => Promise<Counts>;

const checks: Stage = async () => {
  const results = await runChecks(printCheck);
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  return { passed: results.length - failed, failed, skipped: 0 };
};

/** The fields of Jest's report that this file reads. */
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
  numPendingTests: z.number(),
});

/** Runs Jest and counts by its report, so that an aborted run counts as failed. */
async function jest(args: readonly string[], env: Record<string, string> = {}): Promise<Counts> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-jest-'));
  const report = path.join(directory, 'report.json');
  try {
    await new Promise((resolve) => {
      const child = spawn('npx', ['--no-install', 'jest', '--json', `--outputFile=${report}`, ...args], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...processEnv, NODE_OPTIONS: '--experimental-vm-modules --no-warnings', ...env },
      });
      child.on('close', resolve);
    });
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = reportSchema.parse(
      JSON.parse(await readFile(report, 'utf8')),
    );
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Long tests start programs or build whole apps. test:all plays them, and the tests here prove the rules behind them. */
const WITHOUT_LONG = ['--testPathIgnorePatterns', '/node_modules/', String.raw`\.long\.test\.`];

/** Runs each test file that has a database on one of the two. */
async function unitAndApi(): Promise<Counts> {
  if (!findPostgres()) return jest(WITHOUT_LONG);
  console.log('Without the files that run on PostgreSQL; npm run unit runs all of them on PGlite.');
  return jest([...WITHOUT_LONG, ...ON_POSTGRES]);
}

/** @param files Jest's arguments for the files to run */
async function onPostgres(files: readonly string[]): Promise<Counts> {
  const bin = findPostgres();
  if (!bin) {
    console.log(`PostgreSQL's programs are not on this machine: the API was tested on PGlite alone.`);
    return isCi ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 };
  }
  const postgres = await startPostgres(bin);
  try {
    return await jest(files, { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

async function apiOnPostgres(): Promise<Counts> {
  console.log('The files whose subject the databases treat differently; npm run test:postgres runs all files.');
  return onPostgres(['--selectProjects', 'node', ...WITHOUT_LONG, '--testPathPatterns', ...ON_POSTGRES]);
}

/**
 * Plays payments on the embedded database, where a kill of the process also kills the database. npm run test:payments plays them on
 * PostgreSQL.
 */
async function paymentFaultsOnPglite(): Promise<Counts> {
  const count = 20;
  console.log(`${count} payments on PGlite.`);
  const { problems, counts } = await runPaymentFaults({ count, seed: 1, database: 'pglite' });
  problems.push(...missingOf(counts));
  for (const problem of problems) console.error(`  ${problem}`);
  return { passed: problems.length === 0 ? count : 0, failed: problems.length, skipped: 0 };
}

/** Builds the stale apps, which the journeys need anyway. */
async function bundleBudgets(): Promise<Counts> {
  const { problems, ...counted } = await checkBudgets(await buildApps());
  for (const sentence of problems) console.error(`  ${sentence}`);
  return { ...counted, skipped: 0 };
}

/** Goes from tarballs to a released remote, in an empty folder outside this repository. */
async function kitOffline(): Promise<Counts> {
  await runShortKit((line) => console.log(`  ${line}`));
  return { passed: 1, failed: 0, skipped: 0 };
}

/** Runs without the timings, which depend on the machine: accessibility, best practices and SEO must have every point. */
async function lighthouse(): Promise<Counts> {
  const pages = await runLighthouse({ isTimed: false });
  const failed = pages.filter(({ scores }) => scores.some((score) => score < 100));
  for (const { page, lost } of failed) for (const audit of lost) console.error(`  ${page}: ${audit}`);
  return { passed: pages.length - failed.length, failed: failed.length, skipped: 0 };
}

/** Runs two workers beside each other, as one browser and its site leave some of a second core idle. */
async function journeys(): Promise<Counts> {
  console.log('The core journeys; npm run e2e plays all, each screen in each of its states.');
  return runJourneys(['--grep', CORE], { workers: 2 });
}

/** Runs a long run's own command and counts it as one test. */
const longRun =
  (script: string): Stage =>
  async () => {
    const code = await new Promise((resolve) => {
      spawn('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit' }).on('close', resolve);
    });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  };

/** The stages by name. They run one after another. */
type Stages = Record<string, Stage>;

/**
 * The stages of npm test. The long runs have no short form here: the unit tests prove their rules, and test:all plays them whole each
 * night.
 */
const EACH_COMMIT: Stages = {
  'types, format, lint, boundaries, dead code': checks,
  'unit, and API on PGlite': unitAndApi,
  'API on PostgreSQL': apiOnPostgres,
  'bundle budgets': bundleBudgets,
  'journeys in a browser': journeys,
};

/** Every stage. A release candidate must pass it, and a public CI runs it at night. */
const ALL: Stages = {
  'types, format, lint, boundaries, dead code': checks,
  'unit, and API on PGlite': () => jest([]),
  'API on PostgreSQL': () => onPostgres(WITH_DATABASE),
  'bundle budgets': bundleBudgets,
  'Lighthouse without the timings': lighthouse,
  'journeys in a browser': () => runJourneys([], { workers: 2 }),
  'payment faults on PGlite': paymentFaultsOnPglite,
  'remote kit without a network': kitOffline,
  ...Object.fromEntries(
    [
      'pseudo',
      'print',
      'watch',
      'totals',
      'payments',
      'cluster',
      'race',
      'fuzz',
      'releases',
      'faults',
      'kit',
      'skew',
    ].map((name) => [`test:${name}`, longRun(`test:${name}`)]),
  ),
};

async function runStage(name: string, stage: Stage): Promise<Counts> {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const result = await stage().catch((error: unknown): Counts => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  console.log(
    `== ${name}: ${result.passed} passed, ${result.failed} failed (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  return result;
}

/**
 * Runs the stages of npm test, or all stages. An error in one of them counts as its failure.
 * @returns the exit code
 */
export async function runStages({ isAll }: { isAll: boolean }): Promise<number> {
  const totals: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, stage] of Object.entries(isAll ? ALL : EACH_COMMIT)) {
    const result = await runStage(name, stage);
    totals.passed += result.passed;
    totals.failed += result.failed;
    totals.skipped += result.skipped;
  }
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
  return totals.failed > 0 ? 1 : 0;
}
