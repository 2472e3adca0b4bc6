// npm run bench:api: measures the API's throughput and its costs, on PGlite and on PostgreSQL, with the limit beside each figure. Then it
// measures the throughput of several processes, and the cost of sockets. It prints medians and does not fail if one is over its limit. `--
// --only postgres,costs` measures a part: databases, sections, or both.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from 'releases/commands/run-command';
import { processEnv } from 'settings/environment';
import { measureCosts } from './api/costs';
import { measureHistory } from './api/history';
import { openMarket } from './api/market-day';
import { measurePolls } from './api/printers';
import { measureProcesses } from './api/processes';
import { measureRates } from './api/rates';
import { measureSockets } from './api/sockets';
import { measureStatements } from './api/statements';
import { DATABASES, type Subject, withSubject } from './api/subject';
import { type Figure, printFigures } from './support/figures';

const ROUNDS = Number(processEnv.BENCH_ROUNDS ?? 5);

type Section = (subject: Subject) => Promise<Figure[]>;

const SECTIONS: Readonly<Record<string, Section>> = {
  rates: (subject) => measureRates(subject, ROUNDS),
  printers: (subject) => measurePolls(subject, ROUNDS),
  costs: async (subject) => measureCosts(subject, await openMarket(subject), ROUNDS),
  statements: async (subject) => measureStatements(subject, await openMarket(subject), ROUNDS),
  history: async (subject) => measureHistory(subject, await openMarket(subject), ROUNDS),
};

/** The sections that run once, on sites of their own. */
const OWN_SECTIONS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  processes: () => measureProcesses(ROUNDS),
  sockets: measureSockets,
};

const NAMES = [...Object.keys(SECTIONS), ...Object.keys(OWN_SECTIONS)];

/** @returns the names of `all` that `--only` lists, or all of them if it lists none */
function chosen<Name extends string>(all: readonly Name[], only: readonly string[]): readonly Name[] {
  const named = all.filter((each) => only.includes(each));
  return named.length > 0 ? named : all;
}

function readOnly(): readonly string[] {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const only = values.only.split(',').filter(Boolean);
  const known: readonly string[] = [...DATABASES, ...NAMES];
  const unknown = only.find((each) => !known.includes(each));
  if (unknown !== undefined) throw new Error(`--only takes ${known.join(', ')}, not ${unknown}.`);
  return only;
}

async function main(): Promise<void> {
  const only = readOnly();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-bench-'));
  try {
    console.log(`Medians of ${ROUNDS} rounds\n`);
    const sections = chosen(NAMES, only);
    for (const database of chosen(DATABASES, only)) {
      for (const section of sections) {
        const measure = SECTIONS[section];
        if (!measure) continue;
        const isThere = await withSubject(database, directory, async (subject) =>
          printFigures(`${database}: ${section}`, await measure(subject)),
        );
        if (!isThere) console.log(`${database}: not installed on this machine`);
      }
    }
    for (const section of sections) {
      const measure = OWN_SECTIONS[section];
      if (measure) printFigures(section, await measure());
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

await runCommand(import.meta.url, main);
