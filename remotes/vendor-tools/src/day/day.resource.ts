import { fillPath, useResource } from 'shared-contracts/query';
import type { DayEnd, Envelope } from 'shared-contracts/types';

/** Reads a stall's day. @param day 'YYYY-MM-DD'; undefined for the venue's present day */
export function useDayEnd(vendorId: string, day: string | undefined) {
  return useResource<Envelope<DayEnd>, DayEnd>(
    fillPath('/vendors/:vendorId/day', { vendorId }),
    day === undefined ? {} : { day },
    { select: ({ data }) => data },
  );
}
