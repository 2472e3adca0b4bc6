/** Reads and sets a stall's hours. Its staff read them, and its owners set them; the API decides. */
import { ApiError, api, isApiError } from 'shared-contracts/client';
import { fillPath, invalidate, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, OpeningHours, OpeningMode } from 'shared-contracts/types';

const hoursPath = (vendorId: string) => fillPath('/vendors/:vendorId/hours', { vendorId });

export function useHours(vendorId: string) {
  return useResource<Envelope<OpeningHours>, OpeningHours>(hoursPath(vendorId), {}, { select: readHours });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readHours({ data }: Envelope<OpeningHours>): OpeningHours {
  if (typeof (data as Partial<OpeningHours> | null)?.version !== 'number') {
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  }
  return data;
}

export type HoursChange = Pick<OpeningHours, 'schedule' | 'version'>;

/** Replaces the schedule of the given version. Where another editor was first, the screen then shows theirs. */
export async function saveHours(vendorId: string, change: HoursChange): Promise<void> {
  try {
    const saved = await api().put<Envelope<OpeningHours>>(hoursPath(vendorId), change);
    queryClient().setQueryData(resourceKey(hoursPath(vendorId)), saved);
    // The draft is not needed any more, so the save does not wait for this request.
    void invalidate(fillPath('/vendors/:vendorId', { vendorId }));
  } catch (error) {
    if (isApiError(error) && error.code === 'HOURS_CHANGED') await refreshHours(vendorId);
    throw error;
  }
}

export async function changeMode(vendorId: string, opening_mode: OpeningMode): Promise<void> {
  await api().put(fillPath('/vendors/:vendorId', { vendorId }), { opening_mode });
  await refreshHours(vendorId);
}

export async function refreshHours(vendorId: string): Promise<void> {
  await Promise.all([invalidate(hoursPath(vendorId)), invalidate(fillPath('/vendors/:vendorId', { vendorId }))]);
}
