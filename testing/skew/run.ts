// npm run test:skew [remote…]: plays each shell with each remote, of this working copy and of the baseline. It prints a table of the pairs
// that pass and those that are refused, and ends with 1 if a pair does neither. docs/decisions/compatibility.md explains the baseline.

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { apps, isRemote, root } from 'releases/build/apps';
import { buildApps } from 'releases/build/build-apps';
import { appsOf, BASELINE, retainedBuilds } from 'releases/build/retained-builds';
import { runCommand } from 'releases/commands/run-command';
import type { BuildRecord } from 'releases/model/schemas';
import { sign } from 'releases/store/signing';
import { emptySnapshot, nameOf, problemsOf, releaseOf, textOf, withBuilds } from 'releases/store/snapshot';
import { signedPointer } from 'releases/store/store';
import { z } from 'zod';
import { runJourneys } from '../journeys/run';
import type { Pair } from './pair';
import { type Outcome, tableOf } from './table';

const remotes = apps.filter(isRemote);

type Report = (line: string) => void;

/** The builds of one release, including the shell's. */
interface Generation {
  label: string;
  builds: { folder: string; record: BuildRecord }[];
}

/** Returns the builds of this working copy and those of the baseline, which lacks the apps that came after it. */
async function generations(played: string[], report: Report): Promise<Generation[]> {
  const out = path.join(root, 'dist');
  const today = await buildApps(played, { out });
  const early = await appsOf(BASELINE, played);
  return [
    {
      label: 'N',
      builds: today.map(({ part, version, record }) => ({ folder: path.join(out, part, version), record })),
    },
    { label: 'baseline', builds: await retainedBuilds(BASELINE, early, report) },
  ];
}

const findRecord = ({ builds }: Generation, app: string): BuildRecord | undefined =>
  builds.find(({ record }) => record.part === app)?.record;

function recordOf(generation: Generation, app: string): BuildRecord {
  const found = findRecord(generation, app);
  if (!found) throw new Error(`${generation.label} has no build of ${app}.`);
  return found;
}

/**
 * Makes the registry of a shell with its own remotes, except for one of the other release. A pair that a release would refuse is made live
 * all the same, since the page has to refuse it too.
 */
function pairOf(shell: Generation, part: string, other: Generation, at: string) {
  const own = shell.builds.map(({ record }) => record).filter((record) => record.part !== part);
  const remote = recordOf(other, part);
  const snapshot = withBuilds(emptySnapshot(), [...own, remote], { at });
  const text = textOf(snapshot);
  const name = nameOf(text);
  const pair: Pair = {
    shell: shell.label,
    remote: other.label,
    part,
    hostPath: releaseOf(recordOf(shell, 'host')).path,
    partPath: releaseOf(remote).path,
    refusals: problemsOf(snapshot),
    pointer: JSON.stringify(signedPointer({ current: name, previous: null, at, recalled: [] })),
  };
  return { files: { [`${name}.json`]: text, [`${name}.sig`]: sign(text) }, pair };
}

const resultSchema = z.object({ index: z.number(), result: z.string() });

interface SkewOptions {
  /** The names of the remotes to play. */
  played?: string[];
  report?: Report;
}

/** @throws when one of the builds is not available */
export async function runSkew({ played = remotes, report = () => {} }: SkewOptions = {}): Promise<Outcome> {
  const all = await generations(['host', ...played], report);
  const contracts = Object.fromEntries(all.map((each) => [each.label, recordOf(each, 'host').contract]));
  const start = Date.now();
  const made = all
    .flatMap((shell) => played.flatMap((part) => all.map((other) => ({ shell, part, other }))))
    .filter(({ part, other }) => findRecord(other, part))
    // Each pair has a later time, since a page refuses a pointer that is older than one it has seen.
    .map(({ shell, part, other }, index) => pairOf(shell, part, other, new Date(start + index).toISOString()));
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-skew-'));
  const pairsFile = path.join(directory, 'pairs.json');
  const resultsFile = path.join(directory, 'results.jsonl');
  try {
    await writeFile(pairsFile, JSON.stringify(made.map(({ pair }) => pair)));
    await writeFile(resultsFile, '');
    await runJourneys(['--config', 'testing/skew/playwright.config.ts'], {
      env: { SKEW_PAIRS: pairsFile, SKEW_RESULTS: resultsFile },
      async prepare(dist) {
        for (const { builds } of all) {
          for (const { folder, record } of builds) {
            await mkdir(path.join(dist, record.part), { recursive: true });
            await cp(folder, path.join(dist, record.part, record.version), { recursive: true });
          }
        }
        for (const [name, text] of made.flatMap(({ files }) => Object.entries(files))) {
          await writeFile(path.join(dist, 'registry', name), text);
        }
      },
    });
    const lines = (await readFile(resultsFile, 'utf8')).split('\n').filter(Boolean);
    const outcomes = new Map(
      lines.map((line) => resultSchema.parse(JSON.parse(line))).map(({ index, result }) => [index, result]),
    );
    const results = made.map(({ pair: { shell, remote, part } }, index) => ({
      shell,
      remote,
      part,
      result: outcomes.get(index) ?? 'FAIL: it did not run.',
    }));
    return { contracts, results };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

await runCommand(import.meta.url, async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !remotes.includes(name));
  if (unknown) throw new Error(`There is no remote '${unknown}'. The remotes are ${remotes.join(', ')}.`);
  const outcome = await runSkew({ played: names.length > 0 ? names : remotes, report: console.log });
  console.log(`\n${tableOf(remotes, outcome)}`);
  const count = (test: (result: string) => boolean) => outcome.results.filter(({ result }) => test(result)).length;
  const failed = count((result) => result.startsWith('FAIL'));
  const passed = count((result) => result === 'passes');
  console.log(`\n${passed} pass, ${outcome.results.length - passed - failed} refused by name, ${failed} fail`);
  process.exitCode = failed > 0 || outcome.results.length === 0 ? 1 : 0;
});
