/** Finds the settings that contain the keys of the venues. A venue document names these settings and never contains a key. */

import { ConfigError, type Environment, readStoredConfig } from 'core/config';
import { createKysely, type Queryable } from 'core/database/kysely';
import { openDatabase } from 'core/database/pool';
import type { Session } from 'core/http/session';
import { createLog } from 'core/log';
import { problemOfSecretName, readSecret } from 'settings/read';

export interface VenueKey {
  /** The name of the venue. */
  venue: string;
  provider: string;
  setting: string;
  /** True for the provider's secret key, whose text shows its mode. False for any other secret. */
  isSecretKey: boolean;
}

/** Returns every key that the open venues need, in the order of the venues. */
export async function venueKeys(db: Queryable): Promise<VenueKey[]> {
  const venues = await db
    .selectFrom('venues')
    .select(['name', 'payment_provider', 'secret_env', 'webhook_secret_env'])
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
  return venues.flatMap(keysOf);
}

interface KeyNames {
  name: string;
  payment_provider: string;
  secret_env: string;
  webhook_secret_env: string | null;
}

/** Returns the keys that one venue needs. */
export function keysOf({ name, payment_provider, secret_env, webhook_secret_env }: KeyNames): VenueKey[] {
  const others = [webhook_secret_env, payment_provider === 'Global' ? `${secret_env}_REBATE` : null];
  const key = { venue: name, provider: payment_provider };
  return [
    { ...key, setting: secret_env, isSecretKey: true },
    ...others.flatMap((setting) => (setting === null ? [] : [{ ...key, setting, isSecretKey: false }])),
  ];
}

/** Returns the settings with keys of venues that the caller does not run. A venue that names such a setting would take payments with its key. */
export async function keysOfOthers(db: Queryable, session: Pick<Session, 'venueIds'>): Promise<ReadonlySet<string>> {
  const venues = await db
    .selectFrom('venues')
    .select(['id', 'name', 'payment_provider', 'secret_env', 'webhook_secret_env'])
    .execute();
  const others = venues.filter(({ id }) => !session.venueIds.includes(id));
  return new Set(others.flatMap((venue) => keysOf(venue).map(({ setting }) => setting)));
}

/**
 * Explains in a sentence why a venue has no key.
 * @param problem the error in the name of its setting; null if the setting is missing
 */
export function missingKey({ venue, provider, setting }: VenueKey, problem: string | null): string {
  if (problem !== null) return `${setting}, which the venue ${venue} names for a key of ${provider}, ${problem}.`;
  return new ConfigError(setting, undefined, `a key of ${provider}, as the venue ${venue} names it`).message;
}

const isSet = (environment: Environment, { setting }: VenueKey) => readSecret(environment, setting) !== undefined;

/**
 * Returns a sentence for each key that a venue lacks. A start uses this when it fails before its database is open. The list is empty if
 * there is no database yet, or if it cannot be read: the next start reports that.
 */
export async function missingKeysOf(environment: Environment): Promise<string[]> {
  try {
    const database = await openDatabase(readStoredConfig(environment), createLog('silent'));
    try {
      const keys = await venueKeys(createKysely(database.pool));
      return keys
        .filter((key) => !isSet(environment, key))
        .map((key) => missingKey(key, problemOfSecretName(environment, key.setting)));
    } finally {
      await database.close();
    }
  } catch {
    return [];
  }
}
