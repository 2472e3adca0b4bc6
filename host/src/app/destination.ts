/**
 * The active venue and the destination (the table of a QR sticker) outlive a reload: they are in the tab's session
 * storage.
 */
import { type ActiveVenue, type ShellState, shellState, subscribe } from 'shared-contracts/events';

const KEY = 'visit';

type Destination = Pick<ShellState, 'venue' | 'destination'>;

export function storedDestination(): Partial<Destination> {
  try {
    const { venue, destination } = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}') as Partial<Destination>;
    return { ...(isVenue(venue) && { venue }), ...(typeof destination === 'string' && { destination }) };
  } catch {
    return {};
  }
}

/** From now on, every change is stored. */
export function storeDestination(): void {
  const store = () => {
    const { venue, destination } = shellState();
    try {
      window.sessionStorage.setItem(KEY, JSON.stringify({ venue, destination } satisfies Destination));
    } catch (error) {
      console.warn('The venue could not be stored; a reload will lose it.', error);
    }
  };
  subscribe('venue-activated', store);
  subscribe('venue-cleared', store);
  subscribe('destination-set', store);
}

function isVenue(venue: unknown): venue is ActiveVenue {
  return typeof (venue as ActiveVenue | null | undefined)?.id === 'number';
}
