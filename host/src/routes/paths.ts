/**
 * Every address that the spec gives the shell's own menus, side panel and redirects. Which remote serves one of them,
 * and whether any does, is in the registry alone: an address that no remote claims is Not Found.
 */

export const PATHS = {
  /** The list of venues. */
  home: '/',
  venues: '/venues',
  queues: '/queues',
  allOrders: '/queues/?filter=all',
  account: '/profile',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  accessibility: '/accessibility',
  /** A payment provider leads back here. */
  paymentReturn: '/stitch/return',
} as const;

export const vendorsPath = (venueId: number): string => `/venues/${venueId}/vendors`;
/** The office of a hall, and the list of the halls that a person operates. */
export const officePath = (venueId: number): string => `/hall/${venueId}/today`;
export const hallsPath = '/hall';
export const operatorsPath = (venueId: number): string => `/hall/${venueId}/operators`;
export const watchPath = (venueId: number): string => `/hall/${venueId}/watch`;
export const siteOperatorsPath = '/hall/site-operators';
export const cartPath = (venueId: number): string => `/venues/${venueId}/cart`;
export const vendorItemsPath = (vendorId: number): string => `/your-items/${vendorId}`;

export const isVenueList = (path: string | undefined): boolean => path === PATHS.home || path === PATHS.venues;

export const isSignInPage = (pathname: string): boolean =>
  /^\/(login|register|forgot-password|password-reset)(\/|$)/.test(pathname);

/** The entries of the main menu that lead to an address. */
export type MenuSection = 'venues' | 'cart' | 'orders' | 'items' | 'account';

const SECTIONS: readonly (readonly [RegExp, MenuSection])[] = [
  [/^\/(venues\/[^/]+\/carts?|carts|stitch)(\/|$)/, 'cart'],
  [/^\/(venues\/[^/]+\/queues|queues|order)(\/|$)/, 'orders'],
  [/^\/(venues\/[^/]+\/profile|profile)(\/|$)/, 'account'],
  [/^\/(your-items|vendor)(\/|$)/, 'items'],
  [/^\/(venues\/?|venuesa?\/[^/]+\/vendors(\/.*)?)?$/, 'venues'],
];

/** The entry of the main menu that an address belongs to. */
export function menuSectionOf(pathname: string): MenuSection | undefined {
  if (isSignInPage(pathname)) return 'account';
  return SECTIONS.find(([pattern]) => pattern.test(pathname))?.[1];
}
