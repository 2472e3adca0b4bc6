/** Who works for a vendor, and who is invited to. The API lets its owners read and change it. */
import { ApiError, api } from 'shared-contracts/client';
import { useShell } from 'shared-contracts/events';
import { invalidate, useResource } from 'shared-contracts/query';
import type { Envelope, Member, SentInvitation, VendorRole } from 'shared-contracts/types';

const membersOf = (vendorId: string) => `/vendors/${vendorId}/members`;
const invitationsOf = (vendorId: string) => `/vendors/${vendorId}/invitations`;

export function useMembers(vendorId: string) {
  return useResource<Envelope<Member[]>, Member[]>(membersOf(vendorId), {}, { select: listIn });
}

export function useInvitations(vendorId: string) {
  return useResource<Envelope<SentInvitation[]>, SentInvitation[]>(invitationsOf(vendorId), {}, { select: listIn });
}

/** A body without a list is of some network in between. */
function listIn<T>({ data }: Envelope<T[]>): T[] {
  if (!Array.isArray(data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/** A shell of contract 1.2.0 passes the role on, and does not declare it. */
interface Membership {
  id: number;
  role?: VendorRole | undefined;
}

/**
 * Whether the user may do what the vendor's owner does, as far as is known here; the API decides. An earlier API tells no roles,
 * an operator has none in the vendor, and the page of another site, which embeds a screen, has no session of ours.
 */
export function useIsOwner(vendorId: string): boolean {
  return useShell(({ session }) => {
    const membership: Membership | undefined = session?.user.vendors.find(({ id }) => String(id) === vendorId);
    return (membership?.role ?? 'owner') === 'owner';
  });
}

export async function inviteMember(vendorId: string, invitation: { email: string; role: VendorRole }): Promise<void> {
  await api().post(invitationsOf(vendorId), invitation);
  await invalidate(invitationsOf(vendorId));
}

/** Also resolves for one that was accepted or revoked meanwhile: the lists then show it. */
export async function revokeInvitation(vendorId: string, invitationId: number): Promise<void> {
  await settled(api().delete(`${invitationsOf(vendorId)}/${invitationId}`));
  await refresh(vendorId);
}

/** Also resolves for a member who was removed meanwhile. */
export async function removeMember(vendorId: string, userId: number): Promise<void> {
  await settled(api().delete(`${membersOf(vendorId)}/${userId}`));
  await refresh(vendorId);
}

export async function changeRole(vendorId: string, userId: number, role: VendorRole): Promise<void> {
  await api().put(`${membersOf(vendorId)}/${userId}`, { role });
  await refresh(vendorId);
}

async function settled(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if ((error as { status?: number }).status !== 404) throw error;
  }
}

async function refresh(vendorId: string): Promise<void> {
  await Promise.all([invalidate(membersOf(vendorId)), invalidate(invitationsOf(vendorId))]);
}
