import {
  Bell,
  CircleUserRound,
  type LucideIcon,
  Menu,
  ReceiptText,
  ShoppingBag,
  Store,
  UtensilsCrossed,
} from 'lucide-react';
import { publish, useShell } from 'shared-contracts/events';
import { Link, useLocation } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import { CountBadge, Icon, IconButton } from 'shared-contracts/ui';
import { BrandMark } from '../brand/brand-mark';
import { menuSectionOf, PATHS } from '../routes/paths';
import { t } from '../words';
import styles from './main-menu.module.css';
import { type MenuEntry, menuEntries } from './main-menu.rules';
import { useIsWide } from './use-is-wide';

const ICONS: Record<MenuEntry['id'], LucideIcon> = {
  notifications: Bell,
  venues: Store,
  cart: ShoppingBag,
  orders: ReceiptText,
  items: UtensilsCrossed,
  account: CircleUserRound,
};

/**
 * At the bottom on a phone; from 1024 px a rail at the left, with the brand above and the side panel's button below.
 */
export function MainMenu({ onMenu }: { onMenu: () => void }) {
  const session = useShell((state) => state.session);
  const venue = useShell((state) => state.venue);
  const cart = useShell((state) => state.cart);
  const unread = useShell((state) => state.unread);
  const { pathname } = useLocation();
  const isWide = useIsWide();
  const current = menuSectionOf(pathname);
  const isVendor = session?.context.type === 'Vendor';

  return (
    <nav className={styles.menu} aria-label={t('Main')}>
      {isWide && (
        <Link className={styles.brand} to={isVendor ? PATHS.queues : PATHS.home} aria-label={site().brand}>
          <BrandMark size="rail" />
        </Link>
      )}
      {menuEntries({ session, venue, cart, unread }).map((entry) => (
        <MenuItem key={entry.id} entry={entry} isCurrent={entry.id === current} isSignedIn={session !== null} />
      ))}
      {isWide && <IconButton className={styles.more} icon={Menu} aria-label={t('Menu')} onClick={onMenu} />}
    </nav>
  );
}

interface MenuItemProps {
  entry: MenuEntry;
  isCurrent: boolean;
  isSignedIn: boolean;
}

function MenuItem({ entry, isCurrent, isSignedIn }: MenuItemProps) {
  const face = (
    <>
      <span className={styles.lozenge}>
        <Icon of={ICONS[entry.id]} />
        {entry.badge && <CountBadge {...entry.badge} />}
      </span>
      <span>{entry.label}</span>
    </>
  );
  if (entry.to === undefined) {
    const open = () => {
      if (isSignedIn) publish('notifications-opened', {});
      else publish('sign-in-asked', { mode: 'Login', reason: t('Sign in to see how your orders are doing.') });
    };
    return (
      <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={open}>
        {face}
      </button>
    );
  }
  return (
    <Link className={styles.entry} to={entry.to} aria-current={isCurrent ? 'page' : undefined}>
      {face}
    </Link>
  );
}
