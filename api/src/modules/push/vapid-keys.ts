/** The key pair that proves to push services who sends. A browser's subscription is bound to it, so it must stay the same. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
    if (!existsSync(file)) await makeOnce(file);
    return keysSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new ConfigError('VAPID_PRIVATE_KEY', undefined, `set, or ${file} readable (${messageOf(error)})`);
  }
}

/** A whole file or none, and never another one: of two processes that start at once one makes it and both read the same. */
async function makeOnce(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}-${randomUUID()}`;
  await writeFile(own, JSON.stringify(webPush.generateVAPIDKeys()), { mode: 0o600 });
  try {
    await link(own, file).catch(({ code, message }: NodeJS.ErrnoException) => {
      if (code !== 'EEXIST') throw new Error(message);
    });
  } finally {
    await rm(own);
  }
}
