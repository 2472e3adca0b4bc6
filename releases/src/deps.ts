/** The dependencies that the server passes to the release platform when it registers it. */
import type { Clock } from 'core/clock';
import type { Config } from 'core/config';
import type { Db } from 'core/database/kysely';
import type { Module } from 'core/http/scope';
import type { Log } from 'core/log';
import type { Workers } from 'core/workers';

export interface ReleasesDeps {
  /**
   * The platform alone reads and writes `release_tokens`, `release_publishers`, `refused_release_tokens`, `desk_sessions`, `release_hours` and
   * `release_errors`. Its releases are entries of the `audit_log` of the site.
   */
  db: Db;
  clock: Clock;
  log: Log;
  /** Writes the counts of pages every few seconds, and once more when the process ends. */
  workers: Workers;
  config: Pick<Config, 'distDir' | 'siteUrl' | 'registryKey' | 'registryLives' | 'registrySite'>;
}

export type ReleasesModule = Module<ReleasesDeps>;
