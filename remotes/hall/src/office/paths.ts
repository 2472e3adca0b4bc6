/** The addresses that the office leads to. Pages of other remotes are reached by them alone. */

export const todayPath = (venueId: string | number): string => `/hall/${venueId}/today`;
export const ordersPath = (venueId: string | number): string => `/hall/${venueId}/orders`;
export const orderPath = (venueId: string | number, orderId: number): string => `/hall/${venueId}/orders/${orderId}`;
/** The receipt on paper, in queues. It prints and goes back. */
export const printPath = (orderId: number): string => `/order/print?id=${orderId}`;
export const stallsPath = (venueId: string | number): string => `/hall/${venueId}/stalls`;
export const stallPath = (venueId: string | number, vendorId: string | number): string =>
  `/hall/${venueId}/stalls/${vendorId}`;
export const statementsPath = (venueId: string | number): string => `/hall/${venueId}/money`;
export const statementPath = (venueId: string | number, vendorId: string | number): string =>
  `/hall/${venueId}/money/statements/${vendorId}`;
export const ledgerPath = (venueId: string | number): string => `/hall/${venueId}/money/ledger`;
export const disputesPath = (venueId: string | number): string => `/hall/${venueId}/money/disputes`;
export const disputePath = (venueId: string | number, disputeId: number): string =>
  `/hall/${venueId}/money/disputes/${disputeId}`;
export const termsPath = (venueId: string | number): string => `/hall/${venueId}/money/terms`;
export const tablesPath = (venueId: string | number): string => `/hall/${venueId}/tables`;
export const peoplePath = (venueId: string | number): string => `/hall/${venueId}/people`;
export const settingsPagePath = (venueId: string | number): string => `/hall/${venueId}/settings`;
/** @param page the part of the settings, such as 'tax' */
export const settingPath = (venueId: string | number, page: string): string => `/hall/${venueId}/settings/${page}`;

/** Pages of a stall, in vendor-tools. */
export const stallMenuPath = (vendorId: number): string => `/vendor/${vendorId}/menu`;
export const stallHoursPath = (vendorId: number): string => `/vendor/${vendorId}/hours`;
export const stallPeoplePath = (vendorId: number): string => `/vendor/${vendorId}/members`;
export const stallPrintersPath = (vendorId: number): string => `/vendor/${vendorId}/printers`;
/** The page of the hall's operators, in vendor-tools. */
export const operatorsPath = (venueId: string | number): string => `/hall/${venueId}/operators`;
/** The page of the hall's own hours, in vendor-tools. */
export const hallHoursPath = (venueId: string | number): string => `/hall/${venueId}/hours`;
/** The page of the hall's watch, in vendor-tools. */
export const watchPath = (venueId: string | number): string => `/hall/${venueId}/watch`;
