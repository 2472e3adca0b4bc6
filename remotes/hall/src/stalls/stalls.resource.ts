/** Reads and changes the stalls of a hall. The API lets its operators do both. */
import { ApiError, api, notAnAnswer } from 'shared-contracts/client';
import { fillPath, invalidate, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { DeliveryMethodType, Envelope, HallStalls, StallDetails } from 'shared-contracts/types';

const listPath = (venueId: string) => fillPath('/venues/:venueId/vendors', { venueId });
const VENUES = '/operated-venues';

export function useStalls(venueId: string) {
  return useResource<HallStalls, HallStalls>(listPath(venueId), {}, { select: readStalls });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readStalls(stalls: HallStalls): HallStalls {
  if (!Array.isArray((stalls as Partial<HallStalls>).data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return stalls;
}

/** Shows what a response or a refusal (409) says of the list. */
export function showStalls(venueId: string, stalls: HallStalls): void {
  queryClient().setQueryData(resourceKey(listPath(venueId)), stalls);
}

const refresh = (venueId: string) => Promise.all([invalidate(listPath(venueId)), invalidate(VENUES)]);

export async function changeStall(venueId: string, vendorId: number, details: StallDetails): Promise<void> {
  showStalls(
    venueId,
    await api().put<HallStalls>(fillPath('/vendors/:vendorId/details', { vendorId: String(vendorId) }), details),
  );
  await invalidate(VENUES);
}

/** @param address of an upload; null removes the picture */
export async function changeStallPicture(venueId: string, vendorId: number, address: string | null): Promise<void> {
  const path = fillPath('/vendors/:vendorId/picture', { vendorId: String(vendorId) });
  showStalls(venueId, await api().put<HallStalls>(path, { address }));
}

export async function orderStalls(venueId: string, version: string, ids: readonly number[]): Promise<void> {
  showStalls(venueId, await api().put<HallStalls>(listPath(venueId), { version, ids }));
}

export interface NewStall {
  name: string;
  delivery_method_types: DeliveryMethodType[];
  subaccount_code?: string;
}

/** @returns the id of the new stall */
export async function createStall(venueId: string, stall: NewStall): Promise<number> {
  const { data } = await api().post<Envelope<{ id: number | null }>>(listPath(venueId), stall);
  // Only a trial makes none.
  if (data.id === null) throw notAnAnswer();
  await refresh(venueId);
  return data.id;
}

/** Opens or closes the stall. An opened stall follows its hours if it is open by them now. */
export async function setTakesOrders(venueId: string, vendorId: number, isOpen: boolean): Promise<void> {
  await api().put(fillPath('/vendors/:vendorId', { vendorId: String(vendorId) }), { accepting_orders: isOpen });
  await refresh(venueId);
}

/** @returns whether the stall is archived or deleted */
export async function removeStall(venueId: string, vendorId: number): Promise<'deleted' | 'archived'> {
  const path = fillPath('/vendors/:vendorId', { vendorId: String(vendorId) });
  const { data } = await api().delete<Envelope<{ outcome: 'deleted' | 'archived' }>>(path);
  await refresh(venueId);
  return data.outcome;
}
