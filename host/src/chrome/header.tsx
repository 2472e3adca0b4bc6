import { ArrowLeft, Menu, Search } from 'lucide-react';
import { type ShellState, useShell } from 'shared-contracts/events';
import { Link } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import { cx, IconButton } from 'shared-contracts/ui';
import packageJson from '../../package.json';
import { BrandMark } from '../brand/brand-mark';
import { PATHS } from '../routes/paths';
import { useGoBack } from '../routes/use-go-back';
import { t } from '../words';
import styles from './header.module.css';
import { SearchField } from './search-field';
import { useIsWide } from './use-is-wide';
import { useScrolledPast } from './use-scrolled-past';

/** The header sticks once a tenth of the window has been scrolled. */
const stickAt = () => window.innerHeight * 0.1;
const top = () => 0;

export interface HeaderProps {
  /** Shows the brand in place of the way back, and the menu button first rather than last. */
  isRoot: boolean;
  /** The page has the wide column of a queue. */
  isQueue: boolean;
  /** The page draws its picture up to the window's edge: buttons float over it until the header sticks. */
  isOverPicture: boolean;
  /** Placeholder of the search; undefined: the page has no search. */
  search: string | undefined;
  /** The page has a search field of its own, until that is scrolled away. */
  hasSearchField: boolean;
  isSearchOpen: boolean;
  onSearchToggle: (isOpen: boolean) => void;
  onMenu: () => void;
}

export function Header({
  isRoot,
  isQueue,
  isOverPicture,
  search: usualSearch,
  hasSearchField,
  isSearchOpen,
  onSearchToggle,
  onMenu,
}: HeaderProps) {
  const title = useShell((state) => state.title);
  const described = useShell((state) => state.search.placeholder);
  const search = usualSearch && (described ?? usualSearch);
  const session = useShell((state) => state.session);
  const isWide = useIsWide();
  const isStuck = useScrolledPast(stickAt);
  const hasContentUnder = useScrolledPast(top);
  const isFloating = isOverPicture && !isWide && !isStuck && !isSearchOpen;
  const hasRow = search !== undefined && !isWide && isSearchOpen;

  return (
    <header
      className={cx(
        styles.header,
        isQueue && styles.queue,
        hasContentUnder && styles.over,
        isStuck && styles.stuck,
        isOverPicture && styles.overPicture,
        isFloating && styles.floating,
        hasRow && styles.open,
      )}
    >
      <div className={styles.bar}>
        {isRoot ? (
          !isWide && <IconButton icon={Menu} aria-label={t('Menu')} onClick={onMenu} />
        ) : (
          <BackButton isFloating={isFloating} />
        )}
        {isRoot && !(isStuck && title) ? (
          <Brand session={session} hasMark={!isWide} />
        ) : (
          // The page's own heading says the same until it is scrolled away.
          <p className={cx(styles.title, isStuck && styles.shown)} aria-hidden={!isStuck}>
            {title}
          </p>
        )}
        <div className={styles.space} />
        {search !== undefined && isWide && (
          <SearchField className={cx(styles.search, styles.field)} placeholder={search} hasShortcut />
        )}
        <span className={styles.version} translate="no">
          {packageJson.version}
        </span>
        {search !== undefined && !isWide && !isSearchOpen && (isStuck || !hasSearchField) && (
          <IconButton
            className={styles.search}
            icon={Search}
            aria-label={search}
            aria-expanded={false}
            floating={isFloating}
            onClick={() => onSearchToggle(true)}
          />
        )}
        {!isRoot && !isWide && <IconButton icon={Menu} aria-label={t('Menu')} floating={isFloating} onClick={onMenu} />}
      </div>
      {hasRow && (
        <div className={cx(styles.search, styles.row)}>
          <SearchField placeholder={search} isFocused onClose={() => onSearchToggle(false)} />
        </div>
      )}
    </header>
  );
}

/** The name of the brand or, in vendor context, of the vendor. */
function Brand({ session, hasMark }: { session: ShellState['session']; hasMark: boolean }) {
  if (session?.context.type === 'Vendor') {
    return (
      <Link className={styles.brand} to={PATHS.queues}>
        <span translate="no">{session.context.data.name}</span>
      </Link>
    );
  }
  return (
    <Link className={styles.brand} to={PATHS.home}>
      {hasMark && <BrandMark />}
      <span translate="no">{site().brand}</span>
    </Link>
  );
}

function BackButton({ isFloating }: { isFloating: boolean }) {
  return (
    <IconButton icon={ArrowLeft} isDirectional aria-label={t('Back')} floating={isFloating} onClick={useGoBack()} />
  );
}
