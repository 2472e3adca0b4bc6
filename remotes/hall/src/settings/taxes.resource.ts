/** Reads and changes the taxes that items may have beside the hall's own. */
import { ApiError, api, isApiError } from 'shared-contracts/client';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';

export interface FurtherTax {
  id: number;
  /** Its identity, which a change of its name leaves as it is. */
  slug: string;
  name: string;
  /** In percent. */
  rate: number;
}

export interface FurtherTaxList {
  data: FurtherTax[];
  /** The API refuses a change of an older version. */
  version: string;
}

const listPath = (venueId: string) => fillPath('/venues/:venueId/tax-categories', { venueId });

export function useFurtherTaxes(venueId: string) {
  return useResource<FurtherTaxList, FurtherTaxList>(listPath(venueId), {}, { select: readTaxes });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readTaxes(list: FurtherTaxList): FurtherTaxList {
  if (!Array.isArray((list as Partial<FurtherTaxList>).data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return list;
}

export async function saveTax(
  venueId: string,
  { slug, ...body }: { slug: string; version: string; name: string; rate: number },
): Promise<void> {
  await changing(venueId, () => api().put(`${listPath(venueId)}/${slug}`, body));
}

export async function removeTax(venueId: string, slug: string, version: string): Promise<void> {
  await changing(venueId, () => api().delete(`${listPath(venueId)}/${slug}`, { params: { version } }));
}

/** Reads the list again after a change, and after a refusal because somebody else has changed it. */
async function changing(venueId: string, change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (isApiError(error) && error.status === 409) await invalidate(listPath(venueId));
    throw error;
  }
  await invalidate(listPath(venueId));
}
