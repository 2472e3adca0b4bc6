/** The dependencies that the server passes to the release platform when it registers it. */
import type { Clock } from 'core/clock';
import type { Config } from 'core/config';
import type { Db } from 'core/database/kysely';
import type { Module } from 'core/http/scope';
import type { Log } from 'core/log';
import type { Workers } from 'core/workers';

/** Checks passkeys of accounts. The server of the site has the accounts. */
export interface AccountPasskeys {
  /** False where browsers know no passkeys for the address of the site. */
  isOffered: boolean;
  /**
   * @param challenge 32 bytes in base64url
   * @param userId the account that is asked, or null for any
   * @returns the options for the browser, `PublicKeyCredentialRequestOptionsJSON`
   */
  question(challenge: string, userId: number | null): Promise<object>;
  /**
   * @param response of the browser
   * @returns the account whose passkey signed the challenge after it had checked who the person is. Null for any other response
   */
  accountOf(response: Record<string, unknown>, challenge: string): Promise<number | null>;
}

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
    'distDir' | 'siteUrl' | 'registryKey' | 'registryLives' | 'registrySite' | 'releaseTwoPersons' | 'deskProvider'
  >;
}

export type ReleasesModule = Module<ReleasesDeps>;
