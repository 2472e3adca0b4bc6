/** Reads and changes who runs the site itself. The API lets only site operators do both. */
import { api } from 'shared-contracts/client';
import { invalidate, useResource } from 'shared-contracts/query';
import type { Envelope, Member } from 'shared-contracts/types';
import { ignoreNotFound, readList } from './members.resource';

const PATH = '/site-operators';

export type SiteOperator = Member['user'];

export function useSiteOperators() {
  return useResource<Envelope<SiteOperator[]>, SiteOperator[]>(PATH, {}, { select: readList });
}

/** @param email the confirmed email of an account @returns the person who has the role now */
export function addSiteOperator(email: string): Promise<SiteOperator> {
  return withRefresh(async () => (await api().post<Envelope<SiteOperator>>(PATH, { email })).data);
}

/** Removes a site operator. It also resolves for one who was removed meanwhile. */
export function removeSiteOperator(userId: number): Promise<void> {
  return withRefresh(() => ignoreNotFound(api().delete(`${PATH}/${userId}`)));
}

/** Reads the list again after a failure too, since the user's own role may have ended. */
async function withRefresh<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } finally {
    await invalidate(PATH);
  }
}
