// What the commands of a release say of the registry.
import { partsIn } from './registry.mjs';

/** @param {import('./registry.mjs').Audience} [to] */
export const wordsFor = (to) => {
  if (!to) return 'for everybody';
  return to.channel ? `in the channel ${to.channel}` : `for ${to.percent} % of the visitors`;
};

/**
 * Whoever releases for everybody, or takes that back, may forget that some have another build and keep it.
 * @param {import('./registry.mjs').Snapshot} snapshot
 * @returns {string[]} a sentence for each offer of the part
 */
export const otherOffers = ({ offers }, part) =>
  offers
    .filter((offer) => offer.part === part)
    .map(({ channel, percent, release }) => {
      const end = channel ? `--to ${channel}` : '--share';
      return `${release.version} stays live ${wordsFor({ channel, percent })}; npm run rollback -- ${part} ${end} ends that.`;
    });

/** @throws when the registry has no such part */
export function requireKnown(snapshot, part, target) {
  const known = partsIn(snapshot);
  if (known.includes(part)) return;
  throw new Error(
    known.length > 0
      ? `There is no part '${part}' in ${target.place}. The parts there are ${known.join(', ')}.`
      : `Nothing is released in ${target.place}.`,
  );
}
