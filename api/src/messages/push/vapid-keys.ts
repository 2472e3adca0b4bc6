/** The key pair that proves the sender's identity to push services. A browser's subscription is bound to it, so it must stay the same. */

import type { Config } from 'core/config';
import type { Queryable } from 'core/database/kysely';
import { sharedSecret } from 'core/database/shared-secret';
import webPush from 'web-push';
import { z } from 'zod';

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.output<typeof keysSchema>;

/** Returns the configured pair, or the database's, which all processes share. It creates a pair if there is none. */
export async function readVapidKeys(db: Queryable, { push }: Pick<Config, 'push'>): Promise<VapidKeys> {
  return push.keys ?? keysSchema.parse(await sharedSecret(db, 'vapid', async () => webPush.generateVAPIDKeys()));
}
