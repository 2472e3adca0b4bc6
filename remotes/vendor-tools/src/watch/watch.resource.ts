/** Reads and sets what the watch does: for a stall its minutes, for a hall its lists and its rule for silent stalls. The API decides who may. */
import { ApiError, api } from 'shared-contracts/client';
import { fillPath, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, VenueTextMessages, VenueWatch, WatchSettings } from 'shared-contracts/types';

/** An open page asks for the lists again after this time, in milliseconds. */
const REFRESH_MS = 15_000;

const venuePath = (venueId: string) => fillPath('/venues/:venueId/watch', { venueId });
const vendorPath = (vendorId: string) => fillPath('/vendors/:vendorId/watch', { vendorId });

export function useVenueWatch(venueId: string) {
  return useResource<Envelope<VenueWatch>, VenueWatch>(
    venuePath(venueId),
    {},
    { select: readVenue, refetchInterval: REFRESH_MS },
  );
}

/** Refuses a body of another shape, which comes from some network in between. */
function readVenue({ data }: Envelope<VenueWatch>): VenueWatch {
  if (!Array.isArray((data as Partial<VenueWatch> | null)?.unseen?.data))
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/** Counts the text messages of the hall. Undefined until they are loaded, if they cannot be, and on a site that sends none. */
export function useTextMessages(venueId: string): VenueTextMessages | undefined {
  const path = fillPath('/venues/:venueId/text-messages', { venueId });
  const { data } = useResource<Envelope<VenueTextMessages>, VenueTextMessages>(
    path,
    {},
    { select: ({ data: it }) => it },
  );
  return data?.is_offered ? data : undefined;
}

export async function setStopsSilentStalls(venueId: string, isOn: boolean): Promise<void> {
  const saved = await api().put<Envelope<VenueWatch>>(venuePath(venueId), { stops_silent_stalls: isOn });
  queryClient().setQueryData(resourceKey(venuePath(venueId)), saved);
}

export function useWatchSettings(vendorId: string) {
  return useResource<Envelope<WatchSettings>, WatchSettings>(vendorPath(vendorId), {}, { select: readSettings });
}

function readSettings({ data }: Envelope<WatchSettings>): WatchSettings {
  if (typeof (data as Partial<WatchSettings> | null)?.ring_minutes !== 'number') {
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  }
  return data;
}

export async function saveWatchSettings(vendorId: string, settings: WatchSettings): Promise<void> {
  const saved = await api().put<Envelope<WatchSettings>>(vendorPath(vendorId), settings);
  queryClient().setQueryData(resourceKey(vendorPath(vendorId)), saved);
}
