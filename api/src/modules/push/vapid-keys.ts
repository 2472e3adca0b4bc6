/** The key pair that proves to push services who sends. A browser's subscription is bound to it, so it must stay the same. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import webPush from 'web-push';
import { z } from 'zod';
import { type Config, ConfigError, MEMORY } from '../../config';
import { messageOf } from '../../errors';

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.output<typeof keysSchema>;

/** The configured pair; else that of `vapid.json` in the data directory, which is made where there is none. @throws ConfigError */
export async function readVapidKeys({ push, dataDir }: Pick<Config, 'push' | 'dataDir'>): Promise<VapidKeys> {
  if (push.keys) return push.keys;
  if (dataDir === MEMORY) return webPush.generateVAPIDKeys();
  const file = join(dataDir, 'vapid.json');
  try {
    await mkdir(dataDir, { recursive: true });
    // 'wx' fails where it exists, so that of two processes which start at once one writes and both read the same.
    await writeFile(file, JSON.stringify(webPush.generateVAPIDKeys()), { flag: 'wx', mode: 0o600 }).catch(
      ignoreExisting,
    );
    return keysSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new ConfigError('VAPID_PRIVATE_KEY', undefined, `set, or ${file} readable (${messageOf(error)})`);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
