/** Makes `surface.json` of a build: what a remote takes from the shell, or what a shell offers, and the operations of the API that it calls. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { FORM, type Surface, TOKENS } from '../fits/surface';
import type { Contract } from './declarations';
import { ALL, type SharedNames } from './shared-names';
import { tokensNamedBy, tokensNamedIn, typesTakenBy } from './sources';
import { customPropertiesIn } from './styles';

const PACKAGE = 'shared-contracts/';

/** A version range decides about these names, so they need no hash. */
const withoutHashes = (names: Iterable<string>): Record<string, string> =>
  Object.fromEntries([...names].sort().map((name) => [name, '']));

/** The declarations that these modules refer to. */
function filesOf({ entries, files, imports }: Contract, modules: readonly string[]): Record<string, string> {
  const needed = new Set<string>();
  const follow = (file: string | undefined): void => {
    if (file === undefined || needed.has(file)) return;
    needed.add(file);
    for (const next of imports[file] ?? []) follow(next);
  };
  for (const module of modules) follow(entries[module]);
  return Object.fromEntries([...needed].sort().map((file) => [file, files[file] ?? '']));
}

/** The fields that the surfaces of a remote and of a shell have in common. */
function surfaceOf(contract: Contract, names: Surface['names']): Surface {
  const modules = Object.keys(names).filter((module) => contract.entries[module]);
  return {
    form: FORM,
    contract: contract.version,
    names,
    carried: [],
    events: [],
    entries: Object.fromEntries(modules.map((module) => [module, contract.entries[module] ?? ''])),
    files: filesOf(contract, modules),
  };
}

/**
 * Describes what a shell offers: all declarations of its shared contracts, the names of the packages, and the design tokens.
 * @param provided the names that the bundler knows of each shared module
 */
export function shellSurface(provided: SharedNames, contract: Contract): Surface {
  const shared = [...provided].sort(([a], [b]) => (a < b ? -1 : 1));
  const names = shared.map(([module, found]) => [
    module,
    module.startsWith(PACKAGE) ? (contract.names[module] ?? {}) : withoutHashes(found),
  ]);
  return surfaceOf(contract, { ...Object.fromEntries(names), [TOKENS]: withoutHashes(contract.tokens) });
}

/** The text of each style of a remote. */
async function stylesIn(directory: string): Promise<string[]> {
  const files = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('.css'));
  return await Promise.all(files.map((file) => readFile(path.join(directory, file), 'utf8')));
}

/** The facts that a build has about a remote. */
export interface RemoteSources {
  /** The folder with its sources. */
  directory: string;
  /** Its source files, without tests. */
  files: readonly string[];
  /** The source files that are in its bundle. */
  bundled: readonly string[];
  /** The events that it names. */
  events: readonly string[];
  /** Shared modules that it brings a copy of. */
  carried: readonly string[];
  /** The compiled code of its sources in other languages than TypeScript. */
  components: readonly string[];
  /** The built styles of such sources. */
  styles: readonly string[];
}

/**
 * Describes what a remote takes: the names that its code uses, the types that its sources name, and the design tokens that its styles and
 * the strings of its code name.
 * @param taken the names that its code uses when it runs
 */
export async function remoteSurface(
  taken: SharedNames,
  { directory, files, bundled, events, carried, components, styles }: RemoteSources,
  contract: Contract,
): Promise<Surface> {
  const types = typesTakenBy(files);
  const names: Record<string, Record<string, string>> = {};
  for (const [module, run] of [...taken].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // This skips the types of modules that run no code, since such a module takes nothing from the shell.
    const found = new Set([...run, ...(types.get(module) ?? [])]);
    const known = contract.names[module];
    if (!module.startsWith(PACKAGE)) names[module] = withoutHashes([...run].filter((name) => name !== ALL));
    else if (!known || found.has(ALL)) names[module] = known ?? withoutHashes(found);
    else names[module] = Object.fromEntries([...found].sort().map((name) => [name, known[name] ?? '']));
  }
  const tokens = new Set(contract.tokens);
  const written = await stylesIn(path.join(directory, 'src'));
  const used = [...written, ...styles].flatMap((css) => [...customPropertiesIn(css).used]);
  const styled = used.filter((name) => tokens.has(name));
  names[TOKENS] = withoutHashes(
    new Set([...styled, ...tokensNamedBy(bundled, tokens), ...tokensNamedIn(components, tokens)]),
  );
  return { ...surfaceOf(contract, names), carried: [...carried], events: [...events] };
}
