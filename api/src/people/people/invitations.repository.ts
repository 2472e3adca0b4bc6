import type { Queryable } from 'core/database/kysely';
import { hashToken } from 'core/http/session';
import { sql } from 'kysely';
import type { Invitation, Role, SentInvitation } from 'shared-contracts/types';
import type { Workplace } from './workplace';

const open = (db: Queryable, { venueId, vendorId }: Workplace) =>
  db
    .selectFrom('invitations')
    .where('invitations.venue_id', '=', venueId)
    .where('invitations.vendor_id', vendorId === null ? 'is' : '=', vendorId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null);

/** Returns the invitations that are neither accepted nor revoked, newest first. */
export async function openInvitationsOf(db: Queryable, place: Workplace): Promise<SentInvitation[]> {
  const rows = await open(db, place)
    .leftJoin('users', 'users.id', 'invited_by')
    .select(['invitations.id', 'invitations.email', 'role', 'invitations.created_at', 'expires_at'])
    .select(['invited_by', 'users.name as inviter'])
    .orderBy('invitations.id', 'desc')
    .execute();
  return rows.map(({ created_at, expires_at, invited_by, inviter, ...row }) => ({
    ...row,
    invited_by: invited_by === null || inviter === null ? null : { id: invited_by, name: inviter },
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

/** Revokes an open invitation of the place, by its id or its email. @returns the number of revoked invitations */
export async function revokeOpen(
  db: Queryable,
  place: Workplace,
  by: { id: number } | { email: string },
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', 'in', open(db, place).select('invitations.id'))
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('email', '=', by.email)))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Revokes a person's open invitations there, and for a venue also those of its vendors. */
export async function revokeSentBy(
  db: Queryable,
  { venueId, vendorId }: Workplace,
  userId: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('invited_by', '=', userId)
    .where('venue_id', '=', venueId)
    .$if(vendorId !== null, (query) => query.where('vendor_id', '=', vendorId))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

export interface InvitationRow {
  id: number;
  email: string;
  role: Role;
  venue_id: number;
  venue: string;
  vendor_id: number | null;
  vendor: string | null;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  /** False once the venue or the vendor is removed. */
  is_open: boolean;
}

export async function findInvitation(db: Queryable, token: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('venues', 'venues.id', 'invitations.venue_id')
    .leftJoin('vendors', 'vendors.id', 'invitations.vendor_id')
    .select(['invitations.id', 'email', 'role', 'invitations.venue_id', 'vendor_id', 'venues.name as venue'])
    .select(['vendors.name as vendor', 'expires_at', 'used_at', 'revoked_at'])
    .select(sql<boolean>`venues.removed_at is null and coalesce(vendors.is_active, true)`.as('is_open'))
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
}

export function presentInvitation(row: InvitationRow): Invitation {
  const { email, role, venue_id, venue, vendor_id, vendor, expires_at } = row;
  return {
    email,
    role,
    venue: { id: venue_id, name: venue },
    vendor: vendor_id === null || vendor === null ? null : { id: vendor_id, name: vendor },
    expires_at: expires_at.toISOString(),
  };
}
