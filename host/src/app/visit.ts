/**
 * What a visit is about, the venue and the table that its QR sticker named, outlives a reload of the page and no more
 * than that: session storage, one tab's.
 */
import { type ActiveVenue, type ShellState, shellState, subscribe } from 'shared-contracts/events';

const KEY = 'visit';

type Visit = Pick<ShellState, 'venue' | 'destination'>;

export function storedVisit(): Partial<Visit> {
  try {
    const { venue, destination } = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}') as Partial<Visit>;
    return { ...(isVenue(venue) && { venue }), ...(typeof destination === 'string' && { destination }) };
  } catch {
    return {};
  }
}

/** From now on the visit is kept as it changes. */
export function keepVisit(): void {
  const keep = () => {
    const { venue, destination } = shellState();
    try {
      window.sessionStorage.setItem(KEY, JSON.stringify({ venue, destination } satisfies Visit));
    } catch (error) {
      console.warn('The visit could not be kept; a reload will forget the venue.', error);
    }
  };
  subscribe('venue-activated', keep);
  subscribe('venue-cleared', keep);
  subscribe('destination-set', keep);
}

function isVenue(venue: unknown): venue is ActiveVenue {
  return typeof (venue as ActiveVenue | null | undefined)?.id === 'number';
}
