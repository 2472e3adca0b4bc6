import type { Trx } from 'core/database/kysely';

interface StallChange {
  at: Date;
  actorId: number;
  venueId: number;
  vendorId: number;
  name: string;
  /** The fields that changed, with their values. */
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

/** Writes into the audit log what an operator changed about a stall. */
export async function auditStall(trx: Trx, change: StallChange): Promise<void> {
  const { at, actorId, venueId, vendorId, name, before, after } = change;
  await trx
    .insertInto('audit_log')
    .values({
      at,
      actor_id: actorId,
      action: 'vendor.changed',
      subject: name,
      venue_id: venueId,
      vendor_id: vendorId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute();
}
