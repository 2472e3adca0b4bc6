/** The dependencies that the server passes to the release platform when it registers it. */
import type { AccountPasskeys } from 'core/account-passkeys';
import type { Clock } from 'core/clock';
import type { Config } from 'core/config';
import type { Db } from 'core/database/kysely';
import type { Module } from 'core/http/scope';
import type { Log } from 'core/log';
import type { Workers } from 'core/workers';

export interface ReleasesDeps {
  /**
   * The platform alone reads and writes `release_tokens`, `release_publishers`, `release_members`, `refused_release_tokens`, `desk_sessions`,
   * `desk_answers`, `release_stages`, `release_approvals`, `release_hours` and `release_errors`. Only the deletion of an account changes them too. Its releases are entries of the `audit_log` of the site.
   */
  db: Db;
  clock: Clock;
  log: Log;
  accountPasskeys: AccountPasskeys;
  /** Writes the counts of pages every few seconds, and once more when the process ends. */
  workers: Workers;
  config: Pick<
    Config,
    | 'distDir'
    | 'siteUrl'
    | 'registryKey'
    | 'registryLives'
    | 'registrySite'
    | 'releaseTwoPersons'
    | 'releaseNeedsProvenance'
    | 'deskProvider'
  >;
}

export type ReleasesModule = Module<ReleasesDeps>;
