/** The format of a build's `surface.json`: what a remote takes from the shell, or what a shell offers. */

import { satisfy } from '@module-federation/runtime';
import { z } from 'zod';
import type { Lack } from '../model/schemas';
import { callsSchema } from './calls';

/** The number of the format that this version reads and writes. */
export const FORM = 1;
/** A package offers every name if the bundler does not know its names. */
export const ANY_NAME = '*';
/** The module that the design tokens count as names of. */
export const TOKENS = 'shared-contracts/ui/tokens.css';

const textByName = z.record(z.string(), z.string()).readonly();

export const surfaceSchema = z.object({
  form: z.literal(FORM),
  /** The version of shared-contracts in the build. */
  contract: z.string(),
  /**
   * For each shared module, its names with a hash of their declaration and of those that it refers to. Names of packages and design tokens
   * have an empty hash, since a version range decides about packages.
   */
  names: z.record(z.string(), textByName).readonly(),
  /** The shared modules that a remote brings copies of, for shells with an older contract. */
  carried: z.array(z.string()).readonly(),
  /** The events that a remote names. */
  events: z.array(z.string()).readonly(),
  /** The file of each shared module of the contracts in `files`. */
  entries: textByName,
  /** Declarations by path, as the compiler writes them. */
  files: textByName,
  /** The operations of the API that it calls. Builds of the baseline have none, and another format than this version's counts as none. */
  calls: callsSchema.optional().catch(undefined),
});
export type Surface = z.output<typeof surfaceSchema>;

/** Names of shared modules. */
export type NamesByModule = Readonly<Record<string, readonly string[]>>;

/** The result of the comparison that needs no compiler. */
export interface FirstComparison {
  /** The names that the shell does not offer. */
  missing: Lack[];
  /** The names whose declarations differ, so that the compiler has to decide. */
  undecided: NamesByModule;
}

/**
 * Tells whether federation gives the remote its own copy of a module. It does so if the shell's version is not in the range of the version
 * that the remote was built with.
 */
const isOwnCopy = (taken: Surface, offered: Surface, module: string) =>
  taken.carried.includes(module) && !satisfy(offered.contract, `^${taken.contract}`);

/**
 * Compares the names and the hashes of their declarations.
 * @param taken the surface of a remote
 * @param offered the surface of a shell
 */
export function compareNames(taken: Surface, offered: Surface): FirstComparison {
  const missing: Lack[] = [];
  const undecided: Record<string, string[]> = {};
  for (const [module, names] of Object.entries(taken.names)) {
    if (isOwnCopy(taken, offered, module)) continue;
    const known = offered.names[module] ?? {};
    if (ANY_NAME in known) continue;
    for (const [name, declaration] of Object.entries(names)) {
      const counterpart = known[name];
      if (counterpart === undefined) missing.push({ name, from: module });
      else if (counterpart !== declaration) undecided[module] = [...(undecided[module] ?? []), name];
    }
  }
  return { missing, undecided };
}
