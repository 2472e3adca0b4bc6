import type { Queryable } from 'core/database/kysely';
import type { User } from 'shared-contracts/types';

/** Presents a user with the places where they are a member or an operator. */
export async function presentUser(db: Queryable, userId: number): Promise<User> {
  const user = await db
    .selectFrom('users')
    .select(({ exists, selectFrom }) => [
      'id',
      'name',
      'email',
      'phone',
      'created_at',
      exists(selectFrom('site_operators').select('user_id').whereRef('user_id', '=', 'users.id'))
        .$castTo<boolean>()
        .as('is_site_operator'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const vendors = await db
    .selectFrom('vendor_members')
    .innerJoin('vendors', 'vendors.id', 'vendor_members.vendor_id')
    .select(['vendors.id', 'vendors.name', 'vendor_members.role'])
    .where('vendor_members.user_id', '=', userId)
    .where('vendors.is_active', '=', true)
    .orderBy('vendors.venue_id')
    .orderBy('vendors.position')
    .execute();
  const venues = await db
    .selectFrom('venue_operators')
    .innerJoin('venues', 'venues.id', 'venue_operators.venue_id')
    .select(['venues.id', 'venues.name'])
    .where('venue_operators.user_id', '=', userId)
    .orderBy('venues.position')
    .execute();
  return { ...user, created_at: user.created_at.toISOString(), vendors: { data: vendors }, venues: { data: venues } };
}
