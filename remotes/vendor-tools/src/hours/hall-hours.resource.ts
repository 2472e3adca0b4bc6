/** Reads and sets the hours of a hall. Only its operators do; the API decides. */
import { ApiError, api, isApiError } from 'shared-contracts/client';
import { fillPath, invalidate, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, HallHours } from 'shared-contracts/types';
import type { HoursChange } from './hours.resource';

const hoursPath = (venueId: string) => fillPath('/venues/:venueId/hours', { venueId });

export function useHallHours(venueId: string) {
  return useResource<Envelope<HallHours>, HallHours>(hoursPath(venueId), {}, { select: readHours });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readHours({ data }: Envelope<HallHours>): HallHours {
  if (typeof (data as Partial<HallHours> | null)?.version !== 'number') {
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  }
  return data;
}

/** Replaces the schedule of the given version. Where another operator was first, the screen then shows theirs. */
export async function saveHallHours(venueId: string, change: HoursChange): Promise<void> {
  try {
    const saved = await api().put<Envelope<HallHours>>(hoursPath(venueId), change);
    queryClient().setQueryData(resourceKey(hoursPath(venueId)), saved);
  } catch (error) {
    // A person who is no operator any more reads that too.
    if (isApiError(error) && (error.code === 'HOURS_CHANGED' || error.status === 403)) await refreshHallHours(venueId);
    throw error;
  }
}

export const refreshHallHours = (venueId: string): Promise<void> => invalidate(hoursPath(venueId));
