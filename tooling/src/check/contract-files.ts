/**
 * Locates the contract: its sources, and the declarations of 1.2.0. Shells with a later contract record what they offer, so nothing is
 * added to these declarations (decision 0106).
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readJson, root } from '../build/apps';
import { customPropertiesIn } from '../build/styles';

const contracts = path.join(root, 'shared-contracts');
export const sources = path.join(contracts, 'src');
export const released = path.join(contracts, 'released');
export const tokensFile = path.join(sources, 'ui', 'tokens.css');

const manifestSchema = z.object({ version: z.string(), exports: z.record(z.string(), z.string()) });
/** The package.json of the contracts. `exports` maps a subpath to a file of src/. */
export type ContractManifest = z.output<typeof manifestSchema>;

const releaseSchema = z.object({
  version: z.string(),
  /** The file of each entry point, './events' → 'events/index'. */
  entries: z.record(z.string(), z.string()),
  /** Names of the design tokens. */
  tokens: z.array(z.string()),
});
/** The parts of a released contract besides its declarations. */
export type ContractRelease = z.output<typeof releaseSchema>;

export const readContractManifest = async (): Promise<ContractManifest> =>
  manifestSchema.parse(await readJson(contracts, 'package.json'));

/** Reads the last contract without records, or undefined where its declarations are not stored. */
export function readReleased(folder = released): ContractRelease | undefined {
  const file = path.join(folder, 'release.json');
  return existsSync(file) ? releaseSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Entry points for the tests, the API and builds. No app that is released alone is built against them. */
const NOT_SHARED: ReadonlySet<string> = new Set([
  './testing',
  './testing/builders',
  './testing/translation',
  './utf8',
  './schemas',
  './events/names',
  './remote/slots',
  './remote/facts',
  './remote/prefetch',
]);

/** The entry points that are code, './events' → 'events/index'. */
export const entryPoints = ({ exports }: ContractManifest): [subpath: string, file: string][] =>
  Object.entries(exports)
    .filter(([subpath, file]) => /\.tsx?$/.test(file) && !NOT_SHARED.has(subpath))
    .map(([subpath, file]) => [subpath, file.replace('./src/', '').replace(/\.tsx?$/, '')]);

/** The names of the design tokens, sorted. */
export const tokensIn = (styles: string): string[] => [...customPropertiesIn(styles).declared].sort();
