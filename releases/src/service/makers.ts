/** Finds the team that made each live release live. The audit log names it; the registry does not, since everyone can read the registry. */
import type { ReleaseStatus } from '../model/service';
import { type Attempt, madeBy } from './attempts.query';

/**
 * Adds the maker to a release: the team of the newest attempt that gave this build to these visitors. If a later snapshot made the release
 * live, it was made without the service, and the log has no entry about it.
 * @param taken attempts that made listed builds live, newest first
 * @param madeAt returns when a snapshot was made, ISO 8601, or null if the snapshot is gone
 */
export async function withMaker(
  release: ReleaseStatus,
  taken: readonly Attempt[],
  madeAt: (snapshot: string) => Promise<string | null>,
): Promise<ReleaseStatus> {
  const build = `${release.app}@${release.version}`;
  const ofBuild = taken.filter((attempt) => madeBy(attempt).includes(build));
  // A rollback names the commit of the working copy that requested it, which is not the source of the build.
  const source = ofBuild.find(({ kind, commit }) => kind === 'release' && commit !== undefined);
  const { commit, is_clean, ci_run } = source ?? {};
  return {
    ...release,
    maker: await makerOf(release, ofBuild, madeAt),
    source: source ? { commit, is_clean, ci_run } : null,
  };
}

async function makerOf(
  { for: visitors, channel, percent, since }: ReleaseStatus,
  ofBuild: readonly Attempt[],
  madeAt: (snapshot: string) => Promise<string | null>,
): Promise<ReleaseStatus['maker']> {
  const isForSame = (attempt: Attempt) =>
    attempt.channel === channel && (attempt.percent === undefined) === (visitors !== 'percent');
  const made = ofBuild.find((attempt) => attempt.changed !== false && isForSame(attempt));
  if (!made?.team || made.percent !== percent) return null;
  if (since !== null) {
    const at = made.snapshot ? await madeAt(made.snapshot) : null;
    if (at === null || at < since) return null;
  }
  const by = made.kind === 'rollback' ? ('rollback' as const) : ('release' as const);
  return { team: made.team, at: made.at.toISOString(), by, message: made.message };
}
