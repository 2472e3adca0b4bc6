import type { Queryable } from 'core/database/kysely';
import { currentLanguage } from 'shared-contracts/language';

/** Returns the language of an email that belongs to no order: the reader's choice, else the language of the request that causes it. */
export async function readerLanguage(db: Queryable, email: string): Promise<string> {
  const ofRequest = currentLanguage();
  const reader = await db.selectFrom('users').select('language').where('email', '=', email).executeTakeFirst();
  return reader?.language ?? ofRequest;
}
