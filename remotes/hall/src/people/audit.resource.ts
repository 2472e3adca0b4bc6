/** Reads the audit log of a hall, page by page. Only its operators may. */
import { ApiError } from 'shared-contracts/client';
import { fillPath, useResource } from 'shared-contracts/query';
import type { VenueAudit } from 'shared-contracts/types';
import { FILTERS, type FilterId } from './audit-words';

const PAGE = 30;

/** @param after the last entry of the page before; null for the first page */
export function useAudit(venueId: string, filter: FilterId, after: number | null) {
  const kinds = FILTERS[filter];
  const params = { limit: PAGE, ...(kinds.length > 0 && { kinds: kinds.join(',') }), ...(after !== null && { after }) };
  return useResource<VenueAudit, VenueAudit>(fillPath('/venues/:venueId/audit', { venueId }), params, {
    select: readAudit,
  });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readAudit(audit: VenueAudit): VenueAudit {
  if (!Array.isArray((audit as Partial<VenueAudit>).data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return audit;
}
