/** The sources of an app, and the operations of the API that they call. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Calls } from '../fits/calls';
import { callsOf } from './calls/calls';
import type { Contract } from './declarations';

/** Lists the files of an app that are compiled. */
export async function sourcesIn(directory: string): Promise<string[]> {
  const folder = path.join(directory, 'src');
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\//.test(file))
    .sort()
    .map((file) => path.join(folder, file));
}

interface Routes {
  routes?: readonly { prefetch?: readonly { path: string; params?: Readonly<Record<string, string>> }[] }[];
}

/**
 * Lists the calls of an app, also the requests that the shell makes for its routes before a screen of it is loaded.
 * @param manifest its remote.json, or its record
 * @param contracts the folder of shared-contracts
 * @param components the compiled code of sources in other languages than TypeScript, which read fields of responses
 */
export async function callsOfApp(
  directory: string,
  { routes = [] }: Routes,
  contract: Contract,
  contracts: string,
  components: readonly string[] = [],
): Promise<Calls> {
  const prefetches = routes.flatMap(({ prefetch = [] }) => prefetch);
  return callsOf({ directory, files: await sourcesIn(directory), prefetches, components }, contract, contracts);
}
