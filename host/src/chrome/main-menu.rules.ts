/** The entries of the menu for customers and for vendors. */
import type { ShellState } from 'shared-contracts/events';
import { cartPath, type MenuSection, PATHS, vendorItemsPath, vendorsPath } from '../routes/paths';
import { plural, t } from '../words';

export interface MenuEntry {
  id: MenuSection | 'notifications';
  label: string;
  /** Undefined for an entry that opens a panel. */
  to?: string;
  badge?: { count: number; label: string; tone: 'ink' | 'hot' };
}

type MenuState = Pick<ShellState, 'session' | 'venue' | 'cart' | 'unread'>;

export function menuEntries({ session, venue, cart, unread }: MenuState): MenuEntry[] {
  const orders: MenuEntry = { id: 'orders', label: t('Orders'), to: PATHS.queues };
  const account: MenuEntry = { id: 'account', label: t('My Account'), to: PATHS.account };
  if (session?.context.type === 'Vendor') {
    return [orders, { id: 'items', label: t('Items'), to: vendorItemsPath(session.context.data.id) }, account];
  }
  const itemCount = cart && cart.venueId === venue?.id ? cart.itemCount : 0;
  return [
    {
      id: 'notifications',
      label: t('Notifications'),
      badge: { count: unread, label: plural(unread, { one: 'unread', other: 'unread' }), tone: 'hot' },
    },
    venue
      ? { id: 'venues', label: t('Vendors'), to: vendorsPath(venue.id) }
      : { id: 'venues', label: t('Venues'), to: PATHS.venues },
    ...(venue
      ? [
          {
            id: 'cart',
            label: t('Cart'),
            to: cartPath(venue.id),
            badge: { count: itemCount, label: plural(itemCount, { one: 'item', other: 'items' }), tone: 'ink' },
          } satisfies MenuEntry,
        ]
      : []),
    orders,
    account,
  ];
}
