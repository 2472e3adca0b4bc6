import { randomBytes } from 'node:crypto';
import type { Queryable } from 'core/database/kysely';
import { hashToken } from 'core/http/session';
import type { SignedIn } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { presentUser } from './user.presenter';

const SESSION_MS = 90 * 24 * 3_600_000;

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Opens a session of a person who has proved every factor of the account. */
export async function openSession(db: Queryable, { clock }: Deps, userId: number): Promise<SignedIn> {
  const token = newToken();
  const now = clock.now();
  // This also deletes the account's expired sessions, so that the table does not grow forever.
  await db.deleteFrom('tokens').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
  await db
    .insertInto('tokens')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + SESSION_MS),
      // A sign-in proves all factors of the account.
      proved_at: now,
      last_used_at: now,
    })
    .execute();
  return { token, data: await presentUser(db, userId) };
}
