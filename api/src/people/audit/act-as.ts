import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';

/** Names the user in the audit log for the rest of this transaction. */
export async function actAs(trx: Trx, userId: number): Promise<void> {
  await sql`select set_config('foodhall.actor', ${String(userId)}, true)`.execute(trx);
}

/** Records what happened to an account, in the log of each hall that its person runs; for anyone else in that of the site (migration 0153). */
export async function auditOfOperator(trx: Trx, action: `second-factor.${string}`, userId: number): Promise<void> {
  await sql`select audit_of_operator(${action}, ${userId}, null, null)`.execute(trx);
}
