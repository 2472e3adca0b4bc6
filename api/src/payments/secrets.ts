/** Checks the settings of the server that contain the venues' secrets: some may be missing, or of another kind or mode. */
import { ConfigError } from 'core/config';
import { missingKey, type VenueKey, venueKeys } from './core/venue-keys';
import type { PaymentDeps } from './providers/payment-deps';

/** A setting that is missing, or of the wrong mode, with a sentence for each problem. */
export interface KeyToSet {
  setting: string;
  problems: string[];
}

/**
 * Checks the secrets at the start of the process. A secret of the wrong mode stops the start. A missing one stops a production start; elsewhere
 * it is a warning, because other venues can still take payments.
 * @throws ConfigError naming each setting, never its value
 */
export async function checkSecrets(deps: Pick<PaymentDeps, 'db' | 'config' | 'log' | 'providers'>): Promise<void> {
  const { db, config, log } = deps;
  const keys = await venueKeys(db);
  const problems = keys.flatMap((key) => problemsOf(deps, key));
  if (problems.length > 0) throw new ConfigError(problems);
  for (const { setting, venue } of keys) {
    if (config.secret(setting) !== null) continue;
    log.warn(`payments: ${setting} is not set, so payments at ${venue} are incomplete or refused`);
  }
}

/**
 * Returns the settings that are missing or wrong. A production start fails while an open venue names one of them. Outside of production the
 * list is empty.
 */
export function keysToSet(deps: Pick<PaymentDeps, 'config' | 'providers'>, keys: readonly VenueKey[]): KeyToSet[] {
  if (!deps.config.isProduction) return [];
  return keys
    .map((key) => ({ setting: key.setting, problems: problemsOf(deps, key) }))
    .filter(({ problems }) => problems.length > 0);
}

/** Explains why this process would refuse to start with the key. */
function problemsOf({ config, providers }: Pick<PaymentDeps, 'config' | 'providers'>, key: VenueKey): string[] {
  const secret = config.secret(key.setting);
  if (secret === null) return config.isProduction ? [missingKey(key, config.problemOfSecretName(key.setting))] : [];
  const refusal = key.isSecretKey ? providers.refusalOfSecret(key.provider, secret) : null;
  return refusal ? [...new ConfigError(key.setting, 'another kind of key', refusal).sentences] : [];
}
