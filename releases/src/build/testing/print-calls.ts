/**
 * Prints the calls of every app as JSON, by app: of this working copy, or of another tree that has its packages. A test runs it, since the
 * compiler reads the contracts as an ES module. It also wrote the calls of the baseline:
 * npx tsx releases/src/build/testing/print-calls.ts TREE > releases/src/testing/stored/baseline-calls.json
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Calls } from '../../fits/calls';
import { callsOfApp } from '../app-calls';
import { readJson } from '../apps';
import { contractIn } from '../declarations';

const tree = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../../..'));
const contracts = path.join(tree, 'shared-contracts');
const remotes = readdirSync(path.join(tree, 'remotes')).sort();

const contract = await contractIn(contracts);
const calls: Record<string, Calls> = {};
for (const folder of ['host', ...remotes.map((name) => `remotes/${name}`)]) {
  const directory = path.join(tree, folder);
  if (folder !== 'host' && !existsSync(path.join(directory, 'remote.json'))) continue;
  const manifest = folder === 'host' ? {} : ((await readJson(directory, 'remote.json')) as object);
  calls[path.basename(folder)] = await callsOfApp(directory, manifest, contract, contracts);
}
console.info(JSON.stringify(calls));
