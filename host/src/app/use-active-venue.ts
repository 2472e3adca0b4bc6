import { useEffect } from 'react';
import { publish, useShell } from 'shared-contracts/events';
import { useResource } from 'shared-contracts/query';
import type { Envelope, Venue } from 'shared-contracts/types';
import { isVenueList } from '../routes/paths';
import type { RouteMatch } from '../routes/shell-route';

/** The venue of the address becomes the active one; the list of venues clears it. */
export function useActiveVenue(match: RouteMatch | undefined): void {
  const activeId = useShell((state) => state.venue?.id);
  const venueId = match?.params.venueId ?? match?.params.marketId;
  const clearsVenue = isVenueList(match?.route.path);
  const { data } = useResource<Envelope<Venue>>(
    `/venues/${venueId}`,
    {},
    { enabled: venueId !== undefined && /^\d+$/.test(venueId), staleTime: 5 * 60_000 },
  );
  const venue = data?.data;

  useEffect(() => {
    if (clearsVenue && activeId !== undefined) publish('venue-cleared', {});
  }, [clearsVenue, activeId]);

  useEffect(() => {
    if (!venue || venue.id === activeId || String(venue.id) !== venueId) return;
    const { id, name, currency, currency_symbol, timezone } = venue;
    publish('venue-activated', { venue: { id, name, currency, currency_symbol, timezone } });
  }, [venue, activeId, venueId]);
}
