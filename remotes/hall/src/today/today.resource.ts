/** Reads the day of a hall and its watch, and marks alerts as seen. */
import { ApiError, api } from 'shared-contracts/client';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';
import type { Envelope, HallToday, VenueWatch } from 'shared-contracts/types';

/** An open page asks for the day again after this time, in milliseconds: no channel tells a hall of its orders. */
const REFRESH_MS = 30_000;
const WATCH_REFRESH_MS = 15_000;

const todayPath = (venueId: string) => fillPath('/venues/:venueId/today', { venueId });
const watchPath = (venueId: string) => fillPath('/venues/:venueId/watch', { venueId });

export function useToday(venueId: string) {
  return useResource<Envelope<HallToday>, HallToday>(
    todayPath(venueId),
    {},
    { select: readToday, refetchInterval: REFRESH_MS },
  );
}

export function useWatch(venueId: string) {
  return useResource<Envelope<VenueWatch>, VenueWatch>(
    watchPath(venueId),
    {},
    { select: readWatch, refetchInterval: WATCH_REFRESH_MS },
  );
}

/** Refuses a body of another shape, which comes from some network in between. */
function readToday({ data }: Envelope<HallToday>): HallToday {
  if (!Array.isArray((data as Partial<HallToday> | null)?.takings?.data))
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

function readWatch({ data }: Envelope<VenueWatch>): VenueWatch {
  if (!Array.isArray((data as Partial<VenueWatch> | null)?.unseen?.data))
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

export async function markAlertSeen(venueId: string, alertId: number): Promise<void> {
  const path = fillPath('/venues/:venueId/payment-alerts/:alertId', { venueId, alertId: String(alertId) });
  await api().put(path, { is_seen: true });
  await invalidate(todayPath(venueId));
}

/** Decides about all that the provider refused to transfer to a stall, and reads the day again. */
export async function decideRefused(venueId: string, vendorId: number, decision: 'retry' | 'by-hand'): Promise<void> {
  const path = fillPath('/venues/:venueId/refused-transfers/:vendorId', { venueId, vendorId: String(vendorId) });
  await api().put(path, { decision });
  await invalidate(todayPath(venueId));
}

/** Opens or closes a stall, and reads the day again. */
export async function switchStall(venueId: string, vendorId: number, isOpen: boolean): Promise<void> {
  await api().put(fillPath('/vendors/:vendorId', { vendorId: String(vendorId) }), { accepting_orders: isOpen });
  await Promise.all([invalidate(todayPath(venueId)), invalidate(watchPath(venueId))]);
}
