/** Changes the people of a vendor, or the operators of a venue. */

import { inTransaction, type Trx } from 'core/database/kysely';
import { conflict, messageOf, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import type { Member, VendorRole } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { endLapsedListeners } from '../../messages/realtime/listener-check';
import { announceRoleEnded } from '../../messages/realtime/peers';
import { t } from '../../words';
import { revokeSentBy } from './invitations.repository';
import { membersOf } from './members.repository';
import { leadPlace, type Workplace } from './workplace';

interface MemberInput {
  session: Session;
  place: Workplace;
  userId: number;
}

/**
 * Ends the role, and the open invitations that the person sent in it. The next request no longer has the role, and open sockets that listened by
 * it end before this resolves.
 * @throws ApiError 401, 403 if the role has ended; 404; 409 LAST_OWNER, LAST_OPERATOR
 */
export async function removeMember(deps: Deps, { session, place, userId }: MemberInput): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const caller = await leadPlace(trx, deps, place, session);
    const { role } = await memberOf(trx, place, userId);
    if (role !== 'staff') await refuseLast(trx, place, caller);
    const { venueId, vendorId } = place;
    if (vendorId === null) {
      await trx.deleteFrom('venue_operators').where('venue_id', '=', venueId).where('user_id', '=', userId).execute();
    } else {
      await trx.deleteFrom('vendor_members').where('vendor_id', '=', vendorId).where('user_id', '=', userId).execute();
    }
    await revokeSentBy(trx, place, userId, deps.clock.now());
    await announceRoleEnded(trx);
  });
  // The role has ended in any case. If this fails, the next round of the listener check ends the sockets.
  await endLapsedListeners(deps).catch((error: unknown) =>
    deps.log.error({ reason: messageOf(error) }, 'people: the sockets of a removed member could not be checked'),
  );
}

/**
 * Makes an owner staff, which ends the owner's open invitations, or staff an owner. @throws ApiError 401, 403 if the role has ended; 404; 409
 * LAST_OWNER
 */
export function changeRole(
  deps: Deps,
  { session, place, userId, role }: MemberInput & { role: VendorRole },
): Promise<Member> {
  return inTransaction(deps.db, async (trx) => {
    const caller = await leadPlace(trx, deps, place, session);
    const member = await memberOf(trx, place, userId);
    if (member.role === role) return member;
    if (member.role === 'owner') await refuseLast(trx, place, caller);
    await trx
      .updateTable('vendor_members')
      .set({ role })
      .where('vendor_id', '=', place.vendorId)
      .where('user_id', '=', userId)
      .execute();
    if (role === 'staff') await revokeSentBy(trx, place, userId, deps.clock.now());
    return { ...member, role };
  });
}

/** @throws ApiError 404 */
async function memberOf(trx: Trx, place: Workplace, userId: number): Promise<Member> {
  const member = (await membersOf(trx, place)).find(({ user }) => user.id === userId);
  if (!member) throw notFound(t('Member not found.'));
  return member;
}

/**
 * Refuses to remove the last owner of a vendor, or the last operator of a venue. An operator of the venue may remove a vendor's last owner,
 * because the operators then run the vendor.
 * @throws ApiError 409 LAST_OWNER, LAST_OPERATOR
 */
export async function refuseLast(trx: Trx, place: Workplace, session: Session): Promise<void> {
  const { vendorId } = place;
  if (vendorId !== null && session.vendors.get(vendorId) === 'operator') return;
  const leading = (await membersOf(trx, place)).filter(({ role }) => role !== 'staff');
  if (leading.length > 1) return;
  if (vendorId === null)
    throw conflict('LAST_OPERATOR', t('A venue keeps at least one operator. Invite another one first.'));
  throw conflict('LAST_OWNER', t('This is the last owner. Invite another one first, or ask an operator of the venue.'));
}
