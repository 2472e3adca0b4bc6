import type { Trx } from 'core/database/kysely';

/**
 * Brings the ledger up to date with the disputes of a payment: a withdrawn amount and its fee are held against the stalls of the payment, and
 * come back when the dispute is won. Call it in each transaction that adds or changes a row of `disputes`. It books nothing yet.
 */
export async function bookDisputes(_trx: Trx, _attemptId: number, _at: Date): Promise<void> {}
