/** Reads the hours of a hall, which a page of another remote sets. */
import { ApiError } from 'shared-contracts/client';
import { fillPath, useResource } from 'shared-contracts/query';
import type { Envelope, HallHours } from 'shared-contracts/types';

export function useHallHours(venueId: string) {
  const path = fillPath('/venues/:venueId/hours', { venueId });
  return useResource<Envelope<HallHours>, HallHours>(path, {}, { select: readHours });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readHours({ data }: Envelope<HallHours>): HallHours {
  if (typeof (data as Partial<HallHours> | null)?.version !== 'number') {
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  }
  return data;
}
