/** The entries of the menu for customers and for vendors. */
import type { ShellState } from 'shared-contracts/events';
import { cartPath, type MenuSection, PATHS, vendorItemsPath, vendorsPath } from '../routes/paths';

export interface MenuEntry {
  id: MenuSection | 'notifications';
  label: string;
  /** Undefined for an entry that opens a panel. */
  to?: string;
  badge?: { count: number; label: string; tone: 'ink' | 'hot' };
}

type MenuState = Pick<ShellState, 'session' | 'venue' | 'cart' | 'unread'>;

export function menuEntries({ session, venue, cart, unread }: MenuState): MenuEntry[] {
  const orders: MenuEntry = { id: 'orders', label: 'Orders', to: PATHS.queues };
  const account: MenuEntry = { id: 'account', label: 'My Account', to: PATHS.account };
  if (session?.context.type === 'Vendor') {
    return [orders, { id: 'items', label: 'Items', to: vendorItemsPath(session.context.data.id) }, account];
  }
  const itemCount = cart && cart.venueId === venue?.id ? cart.itemCount : 0;
  return [
    { id: 'notifications', label: 'Notifications', badge: { count: unread, label: 'unread', tone: 'hot' } },
    venue
      ? { id: 'venues', label: 'Vendors', to: vendorsPath(venue.id) }
      : { id: 'venues', label: 'Venues', to: PATHS.venues },
    ...(venue
      ? [
          {
            id: 'cart',
            label: 'Cart',
            to: cartPath(venue.id),
            badge: { count: itemCount, label: itemCount === 1 ? 'item' : 'items', tone: 'ink' },
          } satisfies MenuEntry,
        ]
      : []),
    orders,
    account,
  ];
}
