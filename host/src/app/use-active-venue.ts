import { useEffect } from 'react';
import { publish, shellState, useShell } from 'shared-contracts/events';
import { queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, Venue } from 'shared-contracts/types';
import { isVenueList } from '../routes/paths';
import type { RouteMatch } from '../routes/shell-route';

const venueIdOf = (match: RouteMatch | undefined) => match?.params.venueId ?? match?.params.marketId;

function activate({ id, name, currency, currency_symbol, timezone }: Venue): void {
  publish('venue-activated', { venue: { id, name, currency, currency_symbol, timezone } });
}

/**
 * Activates the venue in the address if the page contains it. Call it before the first render: the menu has other
 * entries in a venue, and would move if they came a frame later.
 */
export function activateKnownVenue(match: RouteMatch | undefined): void {
  const venueId = venueIdOf(match);
  const venue = queryClient().getQueryData<Envelope<Venue>>(resourceKey(`/venues/${venueId}`))?.data;
  if (venue && String(venue.id) === venueId && venue.id !== shellState().venue?.id) activate(venue);
}

/** Makes the venue in the address the active one. The list of venues clears it. */
export function useActiveVenue(match: RouteMatch | undefined): void {
  const activeId = useShell((state) => state.venue?.id);
  const venueId = venueIdOf(match);
  const clearsVenue = isVenueList(match?.route.path);
  const { data } = useResource<Envelope<Venue>>(
    `/venues/${venueId}`,
    {},
    { enabled: venueId !== undefined && /^[1-9]\d*$/.test(venueId), staleTime: 5 * 60_000 },
  );
  const venue = data?.data;

  useEffect(() => {
    if (clearsVenue && activeId !== undefined) publish('venue-cleared', {});
  }, [clearsVenue, activeId]);

  useEffect(() => {
    if (venue && venue.id !== activeId && String(venue.id) === venueId) activate(venue);
  }, [venue, activeId, venueId]);
}
