/** Checks everything that a site for customers needs. It changes nothing. */
import {
  type Config,
  ConfigError,
  type Environment,
  readProductionConfig,
  readRegistryConfig,
  readStorageConfig,
  readStoredConfig,
} from 'core/config';
import { DirectoryInUseError } from 'core/database/directory-lock';
import { type OpenDatabase, openDatabase } from 'core/database/pool';
import { messageOf } from 'core/errors';
import { createLog } from 'core/log';
import { createDeps } from '../../deps';
import { createSmsSender } from '../../messages/sms/twilio-sender';
import { withProviders } from '../../payments/providers/payment-deps';
import { checkClocks, checkDatabase } from './check-database';
import {
  checkDisk,
  checkMail,
  checkPush,
  checkRegistry,
  checkReleaseKeys,
  checkReleases,
  checkTexts,
} from './check-machine';
import { checkProviderKeys, checkWebhooks } from './check-providers';
import { type Finding, ok, type Result, unchecked, wrong } from './finding';

const SETTINGS_FIRST = unchecked('Set the settings right first.');
const NO_DATABASE = unchecked('The database could not be asked.');

type Check = readonly [name: string, results: readonly Result[]];

/** @returns the result of each check, in the order of the checks */
export async function examine(environment: Environment): Promise<Finding[]> {
  const settings = settingsOf(environment);
  const config = Array.isArray(settings) ? null : settings;
  const storage = readIfRight(() => readStorageConfig(environment));
  // Also a trial has releases, and no settings.
  const registry = readIfRight(() => readRegistryConfig(environment));
  const checks: Check[] = [
    ['settings', Array.isArray(settings) ? settings : [ok('They are complete.')]],
    ...(await checksOfDatabase(environment, config)),
    ['mail', config ? await checkMail(config) : [SETTINGS_FIRST]],
    ['text messages', config ? await checkTexts(createSmsSender(config)) : [SETTINGS_FIRST]],
    ['push', config ? checkPush(config) : [SETTINGS_FIRST]],
    ['registry', registry ? await tried(() => checkRegistry(registry)) : [SETTINGS_FIRST]],
    ['release keys', registry ? await tried(() => checkReleaseKeys(registry, new Date())) : [SETTINGS_FIRST]],
    ['releases', config ? await tried(() => checkReleases(config)) : [SETTINGS_FIRST]],
    ['disk', storage ? await checkDisk(storage) : [SETTINGS_FIRST]],
  ];
  return checks.flatMap(([check, results]) => results.map((result) => ({ check, ...result })));
}

/** @param config null if a setting is wrong */
async function checksOfDatabase(environment: Environment, config: Config | null): Promise<Check[]> {
  const database = await openOf(environment);
  if ('isOk' in database) {
    const others = ['clock', 'provider keys', 'webhooks'].map((name): Check => [name, [NO_DATABASE]]);
    return [['database', [database]], ...others];
  }
  try {
    const log = createLog('silent');
    const deps = config && withProviders(createDeps({ config, database, log }));
    return [
      ['database', await tried(() => checkDatabase(database, config?.payments.mode ?? null))],
      ['clock', await tried(() => checkClocks(database.pool))],
      ['provider keys', deps ? await tried(() => checkProviderKeys(deps)) : [SETTINGS_FIRST]],
      ['webhooks', deps ? await tried(() => checkWebhooks(deps)) : [SETTINGS_FIRST]],
    ];
  } finally {
    await database.close();
  }
}

function settingsOf(environment: Environment): Config | Result[] {
  try {
    return readProductionConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.sentences.map(wrong);
  }
}

/** Reads a part of the settings. @returns null if one of them is wrong, which the check of the settings reports */
function readIfRight<Part>(read: () => Part): Part | null {
  try {
    return read();
  } catch {
    return null;
  }
}

async function openOf(environment: Environment): Promise<OpenDatabase | Result> {
  try {
    return await openDatabase(readStoredConfig(environment), createLog('silent'));
  } catch (error) {
    if (error instanceof DirectoryInUseError) {
      return ok('The embedded one, in use by the running site. Stop the site to have it looked at.');
    }
    return wrong(messageOf(error));
  }
}

/** A check that throws is a finding too. */
async function tried(check: () => Promise<Result[]>): Promise<Result[]> {
  try {
    return await check();
  } catch (error) {
    return [wrong(messageOf(error))];
  }
}
