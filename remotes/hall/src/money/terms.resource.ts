/** Reads and changes the terms of a hall. */
import { ApiError, api } from 'shared-contracts/client';
import { fillPath, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, HallTerms, VendorTermsChange, VenueTermsChange } from 'shared-contracts/types';

const termsPath = (venueId: string) => fillPath('/venues/:venueId/terms', { venueId });

export function useTerms(venueId: string) {
  return useResource<Envelope<HallTerms>, HallTerms>(termsPath(venueId), {}, { select: readTerms });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readTerms({ data }: Envelope<HallTerms>): HallTerms {
  if (!Array.isArray((data as Partial<HallTerms> | undefined)?.vendors))
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

export async function saveFeeTerms(venueId: string, terms: VenueTermsChange): Promise<void> {
  show(venueId, await api().put<Envelope<HallTerms>>(termsPath(venueId), terms));
}

export async function saveStallTerms(venueId: string, vendorId: number, terms: VendorTermsChange): Promise<void> {
  show(venueId, await api().put<Envelope<HallTerms>>(`${termsPath(venueId)}/${vendorId}`, terms));
}

/** Shows the terms of a conflict: a colleague was faster. */
export const showTerms = (venueId: string, current: unknown): void => {
  show(venueId, { data: readTerms({ data: current as HallTerms }) });
};

/** Shows the terms of a response. */
const show = (venueId: string, terms: Envelope<HallTerms>) =>
  queryClient().setQueryData(resourceKey(termsPath(venueId)), terms);
