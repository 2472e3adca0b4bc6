/** Reads the halls that the user operates. */
import { ApiError } from 'shared-contracts/client';
import { useResource } from 'shared-contracts/query';
import type { Envelope } from 'shared-contracts/types';

export interface OperatedVenue {
  id: number;
  slug: string;
  name: string;
  state: 'open' | 'closed' | 'removed';
  /** False if a site operator sees a hall that they do not operate. Absent in responses of an earlier API. */
  is_operator?: boolean;
  vendors: { id: number; slug: string; name: string; state: 'open' | 'paused' | 'removed' }[];
}

export function useOperatedVenues() {
  return useResource<Envelope<OperatedVenue[]>, OperatedVenue[]>('/operated-venues', {}, { select: readVenues });
}

/** Waits for the halls of the user as well, where the lead of a page depends on them: it arrives at once, and nothing moves. */
export function useWithHalls<Read extends { data: unknown; isPending: boolean; isError: boolean }>(
  read: Read,
): { read: Read; areHallsKnown: boolean } {
  const halls = useOperatedVenues();
  const areHallsKnown = !halls.isPending;
  return { read: areHallsKnown ? read : { ...read, data: undefined, isPending: true, isError: false }, areHallsKnown };
}

/** Leaves out removed halls, and those whose office the user may not open. Refuses a body of another shape, which comes from some network in between. */
function readVenues({ data }: Envelope<OperatedVenue[]>): OperatedVenue[] {
  if (!Array.isArray(data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data.filter(({ state, is_operator = true }) => state !== 'removed' && is_operator);
}
