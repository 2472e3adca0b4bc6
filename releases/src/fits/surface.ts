/** `surface.json` of a build: what a remote takes from the shell, or what a shell offers, in one form. */

import { satisfy } from '@module-federation/runtime';
import { z } from 'zod';
import type { Lack } from '../model/schemas';

/** The form of surfaces that this version reads and writes. */
export const FORM = 1;
/** A package of which the bundler does not know the names offers each of them. */
export const ANY_NAME = '*';
/** The design tokens are names of it. */
export const TOKENS = 'shared-contracts/ui/tokens.css';

const textByName = z.record(z.string(), z.string()).readonly();

export const surfaceSchema = z.object({
  form: z.literal(FORM),
  /** Version of shared-contracts that it was built with. */
  contract: z.string(),
  /**
   * By shared module, the names with a hash of the declaration and of those it refers to. Names of packages and design tokens
   * have an empty one: a range decides about packages.
   */
  names: z.record(z.string(), textByName).readonly(),
  /** Shared modules of which a remote brings a copy for shells with an older contract. */
  carried: z.array(z.string()).readonly(),
  /** The events that a remote names. */
  events: z.array(z.string()).readonly(),
  /** The file of each shared module of the contracts in `files`. */
  entries: textByName,
  /** Declarations by path, as the compiler writes them. */
  files: textByName,
});
export type Surface = z.output<typeof surfaceSchema>;

/** Names of shared modules. */
export type NamesByModule = Readonly<Record<string, readonly string[]>>;

/** The result that needs no compiler. */
export interface FirstComparison {
  /** The names that the shell does not offer. */
  missing: Lack[];
  /** The names that both declare in different words, so that the compiler has to decide. */
  undecided: NamesByModule;
}

/** Federation gives a remote its own copy where the shell's version is not in the range of what it was built with. */
const isOwnCopy = (taken: Surface, offered: Surface, module: string) =>
  taken.carried.includes(module) && !satisfy(offered.contract, `^${taken.contract}`);

/**
 * Compares names, and the hashes of their declarations.
 * @param taken of a remote
 * @param offered of a shell
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
