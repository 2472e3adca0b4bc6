/** The addresses that the office leads to. Pages of other remotes are reached by them alone. */

export const todayPath = (venueId: string | number): string => `/hall/${venueId}/today`;
/** The page of an order, in queues. */
export const orderPath = (orderId: number): string => `/order?id=${orderId}`;
export const stallsPath = (venueId: string | number): string => `/hall/${venueId}/stalls`;
export const stallPath = (venueId: string | number, vendorId: string | number): string =>
  `/hall/${venueId}/stalls/${vendorId}`;
export const statementsPath = (venueId: string | number): string => `/hall/${venueId}/money`;
export const statementPath = (venueId: string | number, vendorId: string | number): string =>
  `/hall/${venueId}/money/statements/${vendorId}`;

/** Pages of a stall, in vendor-tools. */
export const stallMenuPath = (vendorId: number): string => `/vendor/${vendorId}/menu`;
export const stallHoursPath = (vendorId: number): string => `/vendor/${vendorId}/hours`;
export const stallPeoplePath = (vendorId: number): string => `/vendor/${vendorId}/members`;
export const stallPrintersPath = (vendorId: number): string => `/vendor/${vendorId}/printers`;
/** The page of the hall's watch, in vendor-tools. */
export const watchPath = (venueId: string | number): string => `/hall/${venueId}/watch`;
