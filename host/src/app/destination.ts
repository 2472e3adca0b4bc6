/**
 * The active venue and the destination (the table of a QR sticker) outlive a reload: they are in the tab's session
 * storage.
 */
import { serverNow } from 'shared-contracts/client';
import { type ActiveVenue, type ShellState, shellState, subscribe } from 'shared-contracts/events';

const KEY = 'visit';
/** How long a scan counts, in milliseconds. A phone restores its tabs after days, with the data that they stored. */
const VISIT_MS = 6 * 3_600_000;

type Destination = Pick<ShellState, 'venue' | 'destination' | 'destinationFrom'>;

export function storedDestination(): Partial<Destination> {
  try {
    const { venue, destination, destinationFrom } = JSON.parse(
      window.sessionStorage.getItem(KEY) ?? '{}',
    ) as Partial<Destination>;
    return {
      ...(isVenue(venue) && { venue }),
      ...(typeof destination === 'string' &&
        !isOld(destinationFrom) && { destination, ...(isSource(destinationFrom) && { destinationFrom }) }),
    };
  } catch {
    return {};
  }
}

/** From now on, every change is stored. */
export function storeDestination(): void {
  const store = () => {
    const { venue, destination, destinationFrom } = shellState();
    try {
      window.sessionStorage.setItem(KEY, JSON.stringify({ venue, destination, destinationFrom } satisfies Destination));
    } catch (error) {
      console.warn('A reload will lose the venue.', error);
    }
  };
  subscribe('venue-activated', store);
  subscribe('venue-cleared', store);
  subscribe('destination-set', store);
}

function isOld(from: unknown): boolean {
  const { scannedAt } = (from ?? {}) as Partial<NonNullable<ShellState['destinationFrom']>>;
  return typeof scannedAt === 'number' && serverNow() - scannedAt > VISIT_MS;
}

function isVenue(venue: unknown): venue is ActiveVenue {
  return typeof (venue as ActiveVenue | null | undefined)?.id === 'number';
}

function isSource(from: unknown): from is NonNullable<ShellState['destinationFrom']> {
  const { venueId, scannedAt } = (from ?? {}) as Partial<NonNullable<ShellState['destinationFrom']>>;
  return typeof venueId === 'number' && (scannedAt === undefined || typeof scannedAt === 'number');
}
