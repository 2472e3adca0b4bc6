// How the sources of this working copy compare with what a site has live. Only a release changes what is live; a start
// gives a registry to a site that has none.
import path from 'node:path';
import { versionIn } from 'registry/node/snapshot';
import { root } from '../build/apps';

/**
 * @typedef {{part: string, version: string}} Version
 * @param {Version[]} versions those of the working copy
 * @param {{pointer: import('registry/model').Pointer | null, snapshot: import('registry/model').Snapshot}} live
 * @returns {{differing: (Version & {live?: string})[], heldBack: Version[]}} `differing`: what a release of all would
 *   make live, with what is live in its place; `heldBack`: rolled back or retired, so that only a release by name brings
 *   it back
 */
export function unreleased(versions, { pointer, snapshot }) {
  const recalled = new Set(pointer?.recalled);
  const other = versions
    .map(({ part, version }) => ({ part, version, live: versionIn(snapshot, part) }))
    .filter(({ version, live }) => version !== live);
  const isRecalled = ({ part, version }) => recalled.has(`${part}@${version}`);
  return {
    differing: other.filter((each) => !isRecalled(each)),
    heldBack: other.filter(isRecalled).map(({ part, version }) => ({ part, version })),
  };
}

/** @param {Version[]} heldBack at least one */
export const staysOut = (heldBack, target = '') =>
  `${heldBack.map(({ part, version }) => `${part} ${version}`).join(', ')} was rolled back or retired and stays out; npm run release -- ${heldBack[0].part}${target} brings ${heldBack.length > 1 ? 'the first of them' : 'it'} back.`;

/**
 * @param {string} [out] the site's dist folder, where it is not this clone's own
 * @returns {string | null} one line; null where the working copy is what is live
 */
export function noticeOf({ differing, heldBack }, out) {
  const target = out && path.resolve(out) !== path.join(root, 'dist') ? ` --target ${out}` : '';
  const [only] = differing;
  const released = differing.length === 1 ? only.part : '--all';
  const words = differing.map(
    ({ part, version, live }) => `${part} ${version} (${live ? `live is ${live}` : 'not live'})`,
  );
  const sentences = [
    ...(only
      ? [
          `Not released from this working copy: ${words.join(', ')}. npm run release -- ${released}${target} makes ${differing.length === 1 ? 'it' : 'them'} live.`,
        ]
      : []),
    ...(heldBack.length > 0 ? [staysOut(heldBack, target)] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}
