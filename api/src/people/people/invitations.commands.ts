/** Invites people by email: an invitation offers a role to the person who reads an address. */
import { randomBytes } from 'node:crypto';
import { inTransaction, type Trx } from 'core/database/kysely';
import { ApiError, conflict, messageOf, notFound, tooMany } from 'core/errors';
import { inLanguage } from 'core/http/language';
import { hashToken, type Session } from 'core/http/session';
import type { Invitation, Role, SentInvitation, User } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { actAs } from '../audit/act-as';
import { readerLanguage } from '../auth/reader-language';
import { presentUser } from '../auth/user.presenter';
import { invitationEmail } from './invitation-email';
import {
  findInvitation,
  type InvitationRow,
  openInvitationsOf,
  presentInvitation,
  revokeOpen,
} from './invitations.repository';
import { membersOf } from './members.repository';
import { leadPlace, lockPlace, type Workplace } from './workplace';

const LIFETIME_MS = 7 * 24 * 3_600_000;
/** The most invitations of a vendor or a venue, because each sends an email to an address of the caller's choice. */
const MOST_IN_WINDOW = 20;
const WINDOW_MS = 3_600_000;

export interface InviteInput {
  session: Session;
  place: Workplace;
  email: string;
  role: Role;
}

/**
 * Invites the reader of an address. An older invitation of the same place to this address ends.
 * @throws ApiError 401, 403 if the role has ended; 409 ALREADY_MEMBER; 429; 503 EMAIL_NOT_SENT, and then there is no invitation
 */
export async function invite(deps: Deps, { session, place, email, role }: InviteInput): Promise<SentInvitation> {
  const token = randomBytes(32).toString('base64url');
  const now = deps.clock.now();
  const created = await inTransaction(deps.db, async (trx) => {
    await leadPlace(trx, deps, place, session);
    if ((await membersOf(trx, place)).some(({ user }) => user.email === email)) {
      throw conflict('ALREADY_MEMBER', t('{email} is a member already.', { email }));
    }
    await refuseMany(trx, place, now);
    await revokeOpen(trx, place, { email }, now);
    await trx
      .insertInto('invitations')
      .values({
        token_hash: hashToken(token),
        email,
        role,
        venue_id: place.venueId,
        vendor_id: place.vendorId,
        invited_by: session.user.id,
        created_at: now,
        expires_at: new Date(now.getTime() + LIFETIME_MS),
      })
      .execute();
    const [newest] = await openInvitationsOf(trx, place);
    const row = await findInvitation(trx, token);
    if (!newest || !row) throw new Error('The invitation that was just made is not there');
    return { newest, row };
  });
  const { venue, vendor } = created.row;
  const link = `${deps.config.siteUrl}/invitations/${token}`;
  try {
    const language = await readerLanguage(deps.db, email);
    await deps.mailer.send(inLanguage(language, () => invitationEmail({ email, role, venue, vendor, link })));
  } catch (error) {
    deps.log.error({ reason: messageOf(error) }, 'people: an invitation could not be sent');
    await inTransaction(deps.db, async (trx) => {
      await lockPlace(trx, place, session);
      await revokeOpen(trx, place, { id: created.newest.id }, now);
    });
    throw new ApiError(503, 'EMAIL_NOT_SENT', t('The invitation could not be sent. Please try again in a minute.'), {
      retryAfter: 60,
      cause: error,
    });
  }
  return created.newest;
}

/** @throws ApiError 429 */
async function refuseMany(trx: Trx, { venueId, vendorId }: Workplace, now: Date): Promise<void> {
  const rows = await trx
    .selectFrom('invitations')
    .select('created_at')
    .where('venue_id', '=', venueId)
    .where('vendor_id', vendorId === null ? 'is' : '=', vendorId)
    .where('created_at', '>', new Date(now.getTime() - WINDOW_MS))
    .orderBy('created_at', 'desc')
    .limit(MOST_IN_WINDOW)
    .execute();
  const oldest = rows[MOST_IN_WINDOW - 1];
  if (oldest) throw tooMany((oldest.created_at.getTime() + WINDOW_MS - now.getTime()) / 1000);
}

/** @throws ApiError 401, 403 if the role has ended; 404 for an invitation that is not open */
export async function revokeInvitation(
  deps: Deps,
  { session, place, invitationId }: { session: Session; place: Workplace; invitationId: number },
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await leadPlace(trx, deps, place, session);
    const revoked = await revokeOpen(trx, place, { id: invitationId }, deps.clock.now());
    if (revoked === 0) throw notFound(t('Invitation not found.'));
  });
}

/** Reads the invitation behind a link. @throws ApiError 404; 410 once it is used, revoked or expired */
export async function readInvitation({ db, clock }: Deps, token: string): Promise<Invitation> {
  const row = await findInvitation(db, token);
  if (!row) throw notFound(t('Invitation not found.'));
  refuseEnded(row, clock.now());
  return presentInvitation(row);
}

/**
 * Gives the role to the caller, and ends the other sessions of the account. A repeat by the same person has the same result.
 * @throws ApiError 403 OTHER_ACCOUNT for another email than the invited one; 404; 410 once it is used, revoked or expired
 */
export function acceptInvitation(deps: Deps, session: Session, token: string): Promise<User> {
  const { user } = session;
  const now = deps.clock.now();
  return inTransaction(deps.db, async (trx) => {
    const invitation = await findInvitation(trx, token);
    if (!invitation) throw notFound(t('Invitation not found.'));
    const place = { venueId: invitation.venue_id, vendorId: invitation.vendor_id };
    await lockPlace(trx, place, session);
    // The invitation is read again under the lock.
    const row = await findInvitation(trx, token);
    if (!row) throw notFound(t('Invitation not found.'));
    const isInvited = row.email === user.email;
    const member = (await membersOf(trx, place)).find((one) => one.user.id === user.id);
    if (row.used_at !== null && isInvited && member) return presentUser(trx, user.id);
    refuseEnded(row, now);
    // The link is a secret that may be passed on, but the role belongs to the person who was invited.
    if (!isInvited) {
      const message = t('This invitation is for {email}. Log in with that email to accept it.', { email: row.email });
      throw new ApiError(403, 'OTHER_ACCOUNT', message);
    }
    await trx.updateTable('invitations').set({ used_at: now }).where('id', '=', row.id).execute();
    await addMember(trx, place, user.id, row.role);
    // Sessions from before the role end, because a stranger may have opened them.
    await trx.deleteFrom('tokens').where('user_id', '=', user.id).where('id', '<>', session.tokenId).execute();
    // The person read the link in the emails of this address.
    await trx
      .updateTable('users')
      .set((values) => ({ email_confirmed_at: values.fn.coalesce('email_confirmed_at', values.val(now)) }))
      .where('id', '=', user.id)
      .execute();
    return presentUser(trx, user.id);
  });
}

/** An invitation removes no role: an owner who accepts an old one for staff stays an owner. */
async function addMember(trx: Trx, { venueId, vendorId }: Workplace, user_id: number, role: Role): Promise<void> {
  await actAs(trx, user_id);
  if (vendorId === null || role === 'operator') {
    await trx
      .insertInto('venue_operators')
      .values({ venue_id: venueId, user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await trx
    .insertInto('vendor_members')
    .values({ vendor_id: vendorId, user_id, role })
    .onConflict((conflict) =>
      role === 'owner' ? conflict.columns(['vendor_id', 'user_id']).doUpdateSet({ role }) : conflict.doNothing(),
    )
    .execute();
}

/** @throws ApiError 410 */
function refuseEnded({ used_at, revoked_at, expires_at, is_open }: InvitationRow, now: Date): void {
  if (used_at) throw ended('INVITATION_USED', t('This invitation was accepted already.'));
  if (revoked_at || !is_open)
    throw ended('INVITATION_REVOKED', t('This invitation was withdrawn. Please ask for a new one.'));
  if (expires_at <= now) throw ended('INVITATION_EXPIRED', t('This invitation has expired. Please ask for a new one.'));
}

const ended = (code: string, message: string) => new ApiError(410, code, message);
