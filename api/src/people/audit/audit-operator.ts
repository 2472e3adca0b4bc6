import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';

/** Records what happened to an account, in the log of each hall that its person runs; for anyone else in that of the site (migration 0153). */
export async function auditOfOperator(trx: Trx, action: `second-factor.${string}`, userId: number): Promise<void> {
  await sql`select audit_of_operator(${action}, ${userId}, null, null)`.execute(trx);
}
