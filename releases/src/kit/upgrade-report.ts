/** Says what newer contracts change for a remote. */
import type { Contract } from '../build/declarations';
import { shellSurface } from '../build/surface';
import type { Compiler } from '../fits/compiler';
import { ANY_NAME, compareNames, type Surface } from '../fits/surface';

export interface Upgrade {
  from: string;
  to: string;
  /** A sentence for each name that the remote takes and that is gone, or is another one. */
  breaks: string[];
  /** The names that are new, by module. */
  added: Record<string, string[]>;
  /** The changelog's entries for the versions after the installed one, as they are written. */
  changes: string;
}

interface UpgradeQuestion {
  /** The names of the contracts that a build of the remote uses. */
  taken: Surface;
  /** The contracts that are installed. */
  installed: Contract;
  next: Contract;
  /** The changelog of the newer contracts. */
  changelog: string;
  /** Decides about a name that both declare in different words. */
  compiler: Pick<Compiler, 'compare'>;
}

/** Compares what a remote takes with newer contracts, by the rule of a release. */
export async function upgradeOf({ taken, installed, next, changelog, compiler }: UpgradeQuestion): Promise<Upgrade> {
  // Only a bundler knows the names of packages, so any name of one is accepted.
  const modules = new Set([...Object.keys(next.names), ...Object.keys(taken.names)]);
  const offered = shellSurface(new Map([...modules].map((module) => [module, new Set([ANY_NAME])])), next);
  // The remote is built again with the newer contracts, so it brings no copy of the installed ones.
  const { missing, undecided } = compareNames({ ...taken, carried: [] }, offered);
  const isEqual = Object.keys(undecided).length === 0;
  const decided = isEqual ? [] : await compiler.compare({ taken, offered, names: undecided });
  const added = Object.entries(next.names).map(([module, names]) => {
    const known = installed.names[module] ?? {};
    return [module, Object.keys(names).filter((name) => !(name in known))] as const;
  });
  return {
    from: installed.version,
    to: next.version,
    breaks: [...missing, ...decided].map(({ name, from, why }) =>
      why === undefined ? `${name} of ${from} is gone.` : `${name} of ${from} is another one. ${why}`,
    ),
    added: Object.fromEntries(added.filter(([, names]) => names.length > 0)),
    changes: entriesAfter(changelog, installed.version),
  };
}

/** The part of a changelog before the entry of a version: the entries of newer versions, newest first. */
export function entriesAfter(changelog: string, version: string): string {
  const [, ...entries] = changelog.split(/^(?=## )/m);
  const at = entries.findIndex((entry) => entry.startsWith(`## ${version}`));
  return (at < 0 ? entries : entries.slice(0, at)).join('').trim();
}

/** The report of the command. */
export function upgradeLines({ from, to, breaks, added, changes }: Upgrade): string[] {
  if (from === to) return [`shared-contracts ${from} is installed, and the other package is the same version.`];
  return [
    `shared-contracts ${from} → ${to}`,
    '',
    ...(breaks.length === 0
      ? ['Everything that this remote takes is there, in a form that it fits.']
      : ['This remote has to change:', ...breaks.map((each) => `- ${each}`)]),
    ...(Object.keys(added).length === 0 ? [] : ['', 'New:']),
    ...Object.entries(added).map(([module, names]) => `- ${module}: ${names.join(', ')}`),
    ...(changes === '' ? [] : ['', changes]),
  ];
}

/** The range of the dependency in package.json for another version. An alias keeps its name. */
export function raisedRange(range: string, version: string): string {
  const alias = /^npm:(?:@[^/@]+\/)?[^@]+@/.exec(range)?.[0] ?? '';
  return `${alias}^${version}`;
}
