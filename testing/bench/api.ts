// npm run bench:api: what the API serves and what it costs, on PGlite and on PostgreSQL, each figure beside its limit. Prints medians;
// judges nothing. `-- --only postgres,costs` measures a part: databases, sections, or both.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from 'tooling/commands/run-command';
import { measureCosts } from './api/costs';
import { type Figure, lineOfFigure } from './api/figures';
import { measureHistory } from './api/history';
import { openMarket } from './api/market-day';
import { measureRates } from './api/rates';
import { DATABASES, type Subject, withSubject } from './api/subject';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

type Section = (subject: Subject) => Promise<Figure[]>;

const SECTIONS: Readonly<Record<string, Section>> = {
  rates: (subject) => measureRates(subject, ROUNDS),
  costs: async (subject) => measureCosts(subject, await openMarket(subject), ROUNDS),
  history: async (subject) => measureHistory(subject, await openMarket(subject), ROUNDS),
};

/** @returns those of `all` that `--only` names, or all of them where it names none */
function chosen<Name extends string>(all: readonly Name[], only: readonly string[]): readonly Name[] {
  const named = all.filter((each) => only.includes(each));
  return named.length > 0 ? named : all;
}

function readOnly(): readonly string[] {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const only = values.only.split(',').filter(Boolean);
  const known: readonly string[] = [...DATABASES, ...Object.keys(SECTIONS)];
  const unknown = only.find((each) => !known.includes(each));
  if (unknown !== undefined) throw new Error(`--only takes ${known.join(', ')}, not ${unknown}.`);
  return only;
}

async function main(): Promise<void> {
  const only = readOnly();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-bench-'));
  try {
    console.log(`Medians of ${ROUNDS} rounds`);
    for (const database of chosen(DATABASES, only)) {
      for (const section of chosen(Object.keys(SECTIONS), only)) {
        const isThere = await withSubject(database, directory, async (subject) => {
          console.log(`${database}: ${section}`);
          const figures = (await SECTIONS[section]?.(subject)) ?? [];
          for (const figure of figures) console.log(lineOfFigure(figure));
        });
        if (!isThere) console.log(`${database}: not installed on this machine`);
      }
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

await runCommand(import.meta.url, main);
