/** The place of a visitor, and the venue that it belongs to. */

/** A place that an address named: a table, a room, an address. */
export interface Destination {
  location: string;
  /** The venue of the address that named it. */
  venueId?: number;
  /** When the sticker of the table was scanned, in milliseconds. A scan is a choice; any other place is only offered. */
  scannedAt?: number;
}

/** The part of the shared state that says where the visitor is. */
export interface WithDestination {
  destination: string;
  /** The venue that the destination belongs to, and when it was scanned; absent where the address named no venue. */
  destinationFrom?: { venueId: number; scannedAt?: number } | undefined;
}

/**
 * Returns the address of a venue's vendors for a visitor at a table.
 * @example
 * locationPath(3, '12 A'); // '/venues/3/vendors/location/12%20A'
 */
export const locationPath = (venueId: number, location: string): string =>
  `/venues/${venueId}/vendors/location/${encodeURIComponent(location)}`;

/**
 * Returns the visitor's place if it may be this venue's, and '' otherwise: until the venue is the active one, the state may hold another's.
 * @example
 * destinationAt({ destination: '12', destinationFrom: { venueId: 3 } }, 4); // ''
 */
export function destinationAt(
  { destination, destinationFrom: from }: WithDestination,
  venueId: number | undefined,
): string {
  return from && venueId !== undefined && from.venueId !== venueId ? '' : destination;
}

/**
 * Returns when the visitor scanned the table of this venue, in milliseconds, or undefined where the place is no scanned table of it.
 * @example
 * scannedAt({ destination: '12', destinationFrom: { venueId: 3, scannedAt: 1000 } }, 3); // 1000
 */
export function scannedAt({ destinationFrom: from }: WithDestination, venueId: number | undefined): number | undefined {
  return from?.venueId === venueId ? from?.scannedAt : undefined;
}
