/** The invitation of a link, and its acceptance. */
import { api, notAnAnswer } from 'shared-contracts/client';
import { invalidate, useResource } from 'shared-contracts/query';
import { isUser } from 'shared-contracts/session';
import type { Envelope, Invitation, User } from 'shared-contracts/types';

const pathOf = (token: string) => `/invitations/${encodeURIComponent(token)}`;

export function useInvitation(token: string) {
  return useResource<Envelope<Invitation>, Invitation>(pathOf(token), {}, { select: readInvitation, staleTime: 0 });
}

/** A body without an email comes from a network in between. */
function readInvitation({ data }: Envelope<Invitation>): Invitation {
  if (typeof (data as Partial<Invitation> | null)?.email !== 'string') throw notAnAnswer();
  return data;
}

/** @returns the account with its new role */
export async function acceptInvitation(token: string): Promise<User> {
  const { data } = await api().post<Envelope<User>>(`${pathOf(token)}/accept`);
  if (!isUser(data)) throw notAnAnswer();
  return data;
}

/** Requests the state of the invitation again. */
export const refreshInvitation = (token: string): Promise<void> => invalidate(pathOf(token));
