/** The key pair that proves to push services who sends. A browser's subscription is bound to it, so it must stay the same. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import webPush from 'web-push';
import { z } from 'zod';
import { type Config, ConfigError } from '../../core/config';
import type { Queryable } from '../../core/database/kysely';
import { sharedSecret } from '../../core/database/shared-secret';
import { messageOf } from '../../core/errors';

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.output<typeof keysSchema>;

/**
 * Returns the configured pair, or the database's, which all processes share. It makes the pair where there is none, or imports it from
 * `vapid.json` of the data directory, where an earlier version kept it.
 * @throws ConfigError where that file cannot be read
 */
export async function readVapidKeys(
  db: Queryable,
  { push, dataDir }: Pick<Config, 'push' | 'dataDir'>,
): Promise<VapidKeys> {
  if (push.keys) return push.keys;
  const earlier = async () => (await readEarlier(join(dataDir, 'vapid.json'))) ?? webPush.generateVAPIDKeys();
  return keysSchema.parse(await sharedSecret(db, 'vapid', earlier));
}

/** Null where the file does not exist. */
async function readEarlier(file: string): Promise<VapidKeys | null> {
  try {
    return keysSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new ConfigError('VAPID_PRIVATE_KEY', undefined, `set, or ${file} readable (${messageOf(error)})`);
  }
}
