/** Reads and changes the people of a vendor or a venue and its invitations. The API lets those who lead the place do both. */
import { ApiError, api } from 'shared-contracts/client';
import { useShell } from 'shared-contracts/events';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';
import type { Envelope, Member, SentInvitation, VendorRole } from 'shared-contracts/types';

/** A vendor or a venue, in which people have roles. */
export interface Place {
  kind: 'vendor' | 'venue';
  /** The paths of the place's people and of its invitations. */
  members: string;
  invitations: string;
  /** The path of the people whose role can change. People of a venue have only one role. */
  roles?: string;
}

export const vendorPlace = (vendorId: string): Place => ({
  kind: 'vendor',
  members: fillPath('/vendors/:vendorId/members', { vendorId }),
  invitations: fillPath('/vendors/:vendorId/invitations', { vendorId }),
  roles: fillPath('/vendors/:vendorId/members', { vendorId }),
});

export const venuePlace = (venueId: string): Place => ({
  kind: 'venue',
  members: fillPath('/venues/:venueId/operators', { venueId }),
  invitations: fillPath('/venues/:venueId/invitations', { venueId }),
});

export function useMembers({ members }: Place) {
  return useResource<Envelope<Member[]>, Member[]>(members, {}, { select: readList });
}

export function useInvitations({ invitations }: Place) {
  return useResource<Envelope<SentInvitation[]>, SentInvitation[]>(invitations, {}, { select: readList });
}

/** Returns the list of a body. A body without a list comes from some network in between. */
export function readList<T>({ data }: Envelope<T[]>): T[] {
  if (!Array.isArray(data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/**
 * Tells whether the user may act as an owner of the vendor, as far as the page knows; the API decides. It is true without a role in the
 * vendor: an operator of the venue has none, and the page of another site, which embeds a screen, has no session of ours.
 */
export function useIsOwner(vendorId: string): boolean {
  return useShell(({ session }) => {
    const membership = session?.user.vendors.find(({ id }) => String(id) === vendorId);
    return (membership?.role ?? 'owner') === 'owner';
  });
}

/** Tells the same as `useIsOwner`, but is false without a session, since the API then refuses the user. */
export function useMayOwn(vendorId: string): boolean {
  const isOwner = useIsOwner(vendorId);
  return useShell(({ session }) => session !== null) && isOwner;
}

/** @param role the role of a vendor's people; a venue has only one */
export async function inviteMember(
  { invitations }: Place,
  invitation: { email: string; role?: VendorRole },
): Promise<void> {
  await api().post(invitations, invitation);
  await invalidate(invitations);
}

/** Revokes an invitation. It also resolves for one that was accepted or revoked meanwhile: the lists then show it. */
export async function revokeInvitation(place: Place, invitationId: number): Promise<void> {
  await ignoreNotFound(api().delete(`${place.invitations}/${invitationId}`));
  await refresh(place);
}

/** Removes a member. It also resolves for one who was removed meanwhile. */
export async function removeMember(place: Place, userId: number): Promise<void> {
  await ignoreNotFound(api().delete(`${place.members}/${userId}`));
  await refresh(place);
}

/**
 * Changes the role of one of a vendor's people.
 * @param roles the place's path of people whose role can change
 */
export async function changeRole(place: Place, roles: string, userId: number, role: VendorRole): Promise<void> {
  await api().put(`${roles}/${userId}`, { role });
  await refresh(place);
}

/** Removes the second factor of an operator who has lost it. */
export async function resetSecondFactor(email: string): Promise<void> {
  await api().post('/accounts/second-factor-reset', { email });
}

export async function ignoreNotFound(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if ((error as { status?: number }).status !== 404) throw error;
  }
}

async function refresh({ members, invitations }: Place): Promise<void> {
  await Promise.all([invalidate(members), invalidate(invitations)]);
}
