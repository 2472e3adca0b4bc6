import type { Pool } from 'pg';

export interface RefundToLookUp {
  refund: number;
  order: number;
  /** The reference of its payment at the provider. */
  reference: string | null;
  amountMinor: number;
  currency: string;
}

/** Returns the refunds at Global with an unknown outcome, including those that were waiting in a backup. */
export async function refundsToLookUp(pool: Pool): Promise<RefundToLookUp[]> {
  const { rows } = await pool.query<RefundToLookUp>(`
    select refund.id as refund, order_id as "order", attempt.reference, refund.amount_minor as "amountMinor", attempt.currency
      from order_refunds refund join payment_attempts attempt on attempt.id = refund.attempt_id
      where refund.state = 'unclear' and attempt.provider = 'Global' order by refund.id`);
  return rows;
}
