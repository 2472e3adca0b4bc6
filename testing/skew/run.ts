// npm run test:skew [part…]: shells and remotes of three contracts, each with each. Prints a table of what passes and
// what is refused; ends with 1 when a pair does neither. Decision 0013 says what the three are.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sign } from 'registry/node/signing';
import { emptySnapshot, nameOf, problemsOf, releaseOf, textOf, withBuilds } from 'registry/node/snapshot';
import { signedPointer } from 'registry/node/store';
import { apps, isRemote, root } from 'tooling/build/apps';
import { buildApps } from 'tooling/build/build-apps';
import { RELEASED, retainedBuilds } from 'tooling/build/retained-builds';
import { runJourneys } from '../journeys/run';

const remotes = apps.filter(isRemote);

/** Today's builds and the kept ones, each with its label: the newest first. */
async function generations(labels, played, report) {
  const out = path.join(root, 'dist');
  const today = await buildApps(played, { out });
  const found = [
    {
      label: 'N',
      builds: today.map(({ part, version, record }) => ({ folder: path.join(out, part, version), record })),
    },
  ];
  for (const released of RELEASED.filter(({ label }) => labels.includes(label))) {
    found.push({ label: released.label, builds: await retainedBuilds(released, played, report) });
  }
  return found;
}

const recordOf = ({ builds }, part) => builds.find(({ record }) => record.part === part).record;

/** The shell with its own remotes, but for one. What a release would refuse goes live all the same: the page has to refuse it. */
function pairOf(shell, part, other, at) {
  const own = shell.builds.map(({ record }) => record).filter((record) => record.part !== part);
  const remote = recordOf(other, part);
  const snapshot = withBuilds(emptySnapshot(), [...own, remote], { at });
  const text = textOf(snapshot);
  const name = nameOf(text);
  return {
    files: { [`${name}.json`]: text, [`${name}.sig`]: sign(text) },
    pair: {
      shell: shell.label,
      remote: other.label,
      part,
      hostPath: releaseOf(recordOf(shell, 'host')).path,
      partPath: releaseOf(remote).path,
      refusals: problemsOf(snapshot),
      pointer: JSON.stringify(signedPointer({ current: name, previous: null, at, recalled: [] })),
    },
  };
}

export const LABELS = ['N', ...RELEASED.map(({ label }) => label)];

/**
 * @param {{played?: string[], labels?: string[], wanted?: (pair: {shell: string, remote: string, part: string}) => boolean,
 *   report?: (line: string) => void}} [options] `played`: the remotes, `labels`: the releases, `wanted`: which pairs of them
 * @returns {Promise<{contracts: Record<string, string>, results: {shell: string, remote: string, part: string, result: string}[]}>}
 * @throws when a build of them cannot be had
 */
export async function runSkew({ played = remotes, labels = LABELS, wanted = () => true, report = () => {} } = {}) {
  const all = await generations(labels, ['host', ...played], report);
  const contracts = Object.fromEntries(all.map((each) => [each.label, recordOf(each, 'host').contract]));
  if (new Set(Object.values(contracts)).size < all.length) {
    throw new Error(`The shells provide the contracts ${Object.values(contracts).join(', ')}: they have to differ.`);
  }
  const start = Date.now();
  const made = all
    .flatMap((shell) => played.flatMap((part) => all.map((other) => ({ shell, part, other }))))
    .filter(({ shell, part, other }) => wanted({ shell: shell.label, remote: other.label, part }))
    // A page does not take a pointer for an older one than it has seen.
    .map(({ shell, part, other }, index) => pairOf(shell, part, other, new Date(start + index).toISOString()));
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-skew-'));
  const [pairsFile, resultsFile] = ['pairs.json', 'results.jsonl'].map((name) => path.join(directory, name));
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
    const told = new Map(lines.map((line) => JSON.parse(line)).map(({ index, result }) => [index, result]));
    const results = made.map(({ pair: { shell, remote, part } }, index) => ({
      shell,
      remote,
      part,
      result: told.get(index) ?? 'FAIL: it did not run.',
    }));
    return { contracts, results };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** In Markdown; a refusal is a number, and its sentence stands below. */
export function tableOf({ contracts, results }) {
  const sentences = [];
  const cell = (result) => {
    if (result === 'passes') return result;
    if (!sentences.includes(result)) sentences.push(result);
    return `${result.startsWith('FAIL') ? 'FAIL' : 'refused'} (${sentences.indexOf(result) + 1})`;
  };
  const labels = Object.keys(contracts).filter((label) => results.some(({ shell }) => shell === label));
  const rows = remotes.flatMap((part) =>
    Object.keys(contracts).flatMap((remote) => {
      const row = labels.map((shell) =>
        results.find((each) => each.part === part && each.remote === remote && each.shell === shell),
      );
      return row.some(Boolean)
        ? [`| ${part} ${remote} | ${row.map((each) => (each ? cell(each.result) : '')).join(' | ')} |`]
        : [];
    }),
  );
  return [
    `| | ${labels.map((label) => `shell ${label} (${contracts[label]})`).join(' | ')} |`,
    `|---|${labels.map(() => '---|').join('')}`,
    ...rows,
    ...(sentences.length > 0 ? [''] : []),
    ...sentences.map((sentence, index) => `${index + 1}. ${sentence}`),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const names = process.argv.slice(2);
    const unknown = names.find((name) => !remotes.includes(name));
    if (unknown) throw new Error(`There is no remote '${unknown}'. The remotes are ${remotes.join(', ')}.`);
    const outcome = await runSkew({ played: names.length > 0 ? names : remotes, report: console.log });
    console.log(`\n${tableOf(outcome)}`);
    const count = (test) => outcome.results.filter(({ result }) => test(result)).length;
    const failed = count((result) => result.startsWith('FAIL'));
    const passed = count((result) => result === 'passes');
    console.log(`\n${passed} pass, ${outcome.results.length - passed - failed} refused by name, ${failed} fail`);
    process.exitCode = failed > 0 || outcome.results.length === 0 ? 1 : 0;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
