/** The sentences that release commands print about the registry. */
import type { Audience, LimitedRelease, Snapshot } from '../model/schemas';
import type { Limited, ReleaseStatus } from '../model/service';
import { appsIn } from './snapshot';
import { ReleaseRefused } from './store';
import type { Target } from './targets/target';

/** Names the visitors: 'for all visitors', 'in the channel beta', 'for 10 % of the visitors'. */
export const audienceWords = (to?: Audience | Pick<LimitedRelease, 'channel' | 'percent'>): string => {
  if (!to) return 'for all visitors';
  return to.channel ? `in the channel ${to.channel}` : `for ${to.percent} % of the visitors`;
};

/**
 * Lists the releases of channels and rollouts, which a release for all visitors, or its rollback, leaves as they are.
 * @returns a sentence for each of these releases of the app
 */
export const limitedReleaseLines = ({ offers }: Pick<Snapshot, 'offers'>, app: string): string[] =>
  offers
    .filter(({ part }) => part === app)
    .map(({ channel, percent, release: { version } }) => limitedReleaseLine({ app, version, channel, percent }));

export const limitedReleaseLine = ({ app, version, channel, percent }: Limited): string => {
  const end = channel ? `--to ${channel}` : '--share';
  return `${version} stays live ${audienceWords({ channel, percent })}; npm run rollback -- ${app} ${end} ends that.`;
};

/** The line after the first release of a site, which made its root. */
export const newRootLine = ({ place }: Pick<Target, 'place'>): string =>
  `${place} has a root for its release metadata (registry/tuf): the one key that signs here has every role. npm run keys tells how to separate them.`;

/** Describes the maker of a release: 'menu, of abc1234 with changes: New menu'. The text is empty if the maker is not known. */
export function makerWords({ maker, source }: Pick<ReleaseStatus, 'maker' | 'source'>): string {
  if (!maker) return '';
  const { commit, is_clean: isClean } = source ?? {};
  const made = maker.by === 'rollback' ? ', by a rollback' : '';
  const of = commit ? `, of ${commit.slice(0, 10)}${isClean === false ? ' with changes' : ''}` : '';
  return `${maker.team}${made}${of}${maker.message ? `: ${maker.message}` : ''}`;
}

/** @throws if the registry has no such app */
export function requireKnown(snapshot: Snapshot, app: string, { place }: Pick<Target, 'place'>): void {
  const known = appsIn(snapshot);
  if (known.includes(app)) return;
  throw new ReleaseRefused([
    known.length > 0
      ? `There is no app '${app}' in ${place}. The apps there are ${known.join(', ')}.`
      : `Nothing is released in ${place}.`,
  ]);
}
