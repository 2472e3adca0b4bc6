/** What the menu offers to whom, and which of its entries the page belongs to. */
import type { ShellState } from 'shared-contracts/events';

export type MenuPlace = 'places' | 'cart' | 'orders' | 'items' | 'account';

export interface MenuEntry {
  place: MenuPlace | 'notifications';
  label: string;
  /** Left out for what opens a panel. */
  to?: string;
  badge?: { count: number; label: string; tone: 'ink' | 'hot' };
}

type MenuState = Pick<ShellState, 'session' | 'venue' | 'cart' | 'unread'>;

export function menuEntries({ session, venue, cart, unread }: MenuState): MenuEntry[] {
  const orders: MenuEntry = { place: 'orders', label: 'Orders', to: '/queues' };
  const account: MenuEntry = { place: 'account', label: 'My Account', to: '/profile' };
  if (session?.context.type === 'Vendor') {
    return [orders, { place: 'items', label: 'Items', to: `/your-items/${session.context.data.id}` }, account];
  }
  const itemCount = cart && cart.venueId === venue?.id ? cart.itemCount : 0;
  return [
    { place: 'notifications', label: 'Notifications', badge: { count: unread, label: 'unread', tone: 'hot' } },
    venue
      ? { place: 'places', label: 'Vendors', to: `/venues/${venue.id}/vendors` }
      : { place: 'places', label: 'Venues', to: '/venues' },
    ...(venue
      ? [
          {
            place: 'cart',
            label: 'Cart',
            to: `/venues/${venue.id}/cart`,
            badge: { count: itemCount, label: itemCount === 1 ? 'item' : 'items', tone: 'ink' },
          } satisfies MenuEntry,
        ]
      : []),
    orders,
    account,
  ];
}

const PLACES: readonly (readonly [RegExp, MenuPlace])[] = [
  [/^\/(venues\/[^/]+\/carts?|carts|stitch)(\/|$)/, 'cart'],
  [/^\/(venues\/[^/]+\/queues|queues|order)(\/|$)/, 'orders'],
  [/^\/(venues\/[^/]+\/profile|profile|login|register|forgot-password|password-reset)(\/|$)/, 'account'],
  [/^\/(your-items|vendor)(\/|$)/, 'items'],
  [/^\/(venues\/?|venuesa?\/[^/]+\/vendors(\/.*)?)?$/, 'places'],
];

export function placeOf(pathname: string): MenuPlace | undefined {
  return PLACES.find(([pattern]) => pattern.test(pathname))?.[1];
}
