/** Reads, enters and closes the disputes of a hall's payments. */
import { api } from 'shared-contracts/client';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';
import type { ClosedDispute, Dispute, Disputes, Envelope, NewDispute } from 'shared-contracts/types';
import { readList, refreshMoney } from './money.resource';

const disputesPath = (venueId: string) => fillPath('/venues/:venueId/disputes', { venueId });
const disputePath = (venueId: string, disputeId: string) => `${disputesPath(venueId)}/${disputeId}`;

/** @param before the last dispute of the page before; null for the first page */
export function useDisputes(venueId: string, before: number | null) {
  return useResource<Disputes, Disputes>(disputesPath(venueId), before === null ? {} : { before }, {
    select: readList,
  });
}

export function useDispute(venueId: string, disputeId: string) {
  return useResource<Envelope<Dispute>, Dispute>(disputePath(venueId, disputeId), {}, { select: ({ data }) => data });
}

const refresh = (venueId: string) => Promise.all([invalidate(disputesPath(venueId)), refreshMoney(venueId)]);

export async function enterDispute(venueId: string, dispute: NewDispute): Promise<void> {
  await api().post(disputesPath(venueId), dispute);
  await refresh(venueId);
}

export async function closeDispute(venueId: string, disputeId: number, closed: ClosedDispute): Promise<void> {
  await api().put(disputePath(venueId, String(disputeId)), closed);
  await refresh(venueId);
}
