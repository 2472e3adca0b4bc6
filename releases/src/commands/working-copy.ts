// Compares the sources of this working copy with a site's live versions. Only a release changes them; a start only gives a registry to a
// site that has none.
import path from 'node:path';
import { root } from '../build/apps';
import type { Live } from '../store/read-live';
import { type Build, versionIn } from '../store/snapshot';

export interface Unreleased {
  /** The apps that a release of all would make live, each with the version that it would replace. */
  differing: (Build & { live: string | undefined })[];
  /** Builds that were rolled back or retired. Only a release by name brings them back. */
  heldBack: Build[];
}

/** @param versions the versions of the working copy */
export function unreleased(
  versions: readonly Build[],
  { pointer, snapshot }: Pick<Live, 'pointer' | 'snapshot'>,
): Unreleased {
  const recalled = new Set(pointer?.recalled);
  const others = versions
    .map(({ part, version }) => ({ part, version, live: versionIn(snapshot, part) }))
    .filter(({ version, live }) => version !== live);
  const isRecalled = ({ part, version }: Build) => recalled.has(`${part}@${version}`);
  return {
    differing: others.filter((each) => !isRecalled(each)),
    heldBack: others.filter(isRecalled).map(({ part, version }) => ({ part, version })),
  };
}

/**
 * @param heldBack at least one
 * @param target the option for the site, with a space before it
 */
export function staysOut(heldBack: readonly Build[], target = ''): string {
  const named = heldBack.map(({ part, version }) => `${part} ${version}`).join(', ');
  const [what, which] =
    heldBack.length > 1
      ? ['were rolled back or retired and stay out', 'the first of them']
      : ['was rolled back or retired and stays out', 'it'];
  return `${named} ${what}; npm run release -- ${heldBack[0]?.part}${target} brings ${which} back.`;
}

/**
 * @param out the site's dist folder, if it is not this clone's own
 * @returns one line, or null if the whole working copy is live
 */
export function noticeOf({ differing, heldBack }: Unreleased, out?: string): string | null {
  const target = out && path.resolve(out) !== path.join(root, 'dist') ? ` --target ${out}` : '';
  const words = differing.map(
    ({ part, version, live }) => `${part} ${version} (${live ? `live is ${live}` : 'not live'})`,
  );
  const sentences: string[] = [];
  const [first, ...others] = differing;
  if (first) {
    const [released, which] = others.length === 0 ? [first.part, 'it'] : ['--all', 'them'];
    sentences.push(
      `Not released from this working copy: ${words.join(', ')}. npm run release -- ${released}${target} makes ${which} live.`,
    );
  }
  if (heldBack.length > 0) sentences.push(staysOut(heldBack, target));
  return sentences.length > 0 ? sentences.join(' ') : null;
}
