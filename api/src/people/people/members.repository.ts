import type { Queryable } from 'core/database/kysely';
import type { Member } from 'shared-contracts/types';
import type { Workplace } from './workplace';

/** Sorts owners first, then by name. */
export async function membersOf(db: Queryable, { venueId, vendorId }: Workplace): Promise<Member[]> {
  if (vendorId === null) {
    const operators = await db
      .selectFrom('venue_operators')
      .innerJoin('users', 'users.id', 'venue_operators.user_id')
      .select(['users.id', 'users.name', 'users.email'])
      .where('venue_id', '=', venueId)
      .orderBy('users.name')
      .orderBy('users.id')
      .execute();
    return operators.map((user) => ({ user, role: 'operator' }));
  }
  const members = await db
    .selectFrom('vendor_members')
    .innerJoin('users', 'users.id', 'vendor_members.user_id')
    .select(['users.id', 'users.name', 'users.email', 'vendor_members.role'])
    .where('vendor_id', '=', vendorId)
    .orderBy('vendor_members.role')
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
  return members.map(({ role, ...user }) => ({ user, role }));
}
