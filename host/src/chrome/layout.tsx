import { type MouseEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { publish, shellState } from 'shared-contracts/events';
import { useLocation } from 'shared-contracts/router';
import { cx } from 'shared-contracts/ui';
import { Unseen } from '../boundary/unseen';
import type { ShellRoute } from '../routes/shell-route';
import { t } from '../words';
import { BackgroundSlots } from './background-slots';
import { Footer } from './footer';
import { Header } from './header';
import styles from './layout.module.css';
import { MainMenu } from './main-menu';
import { InstallOfferLater, ReleaseBadgesLater } from './notices-later';
import { OfflineNote } from './offline-note';
import { PageAnnouncer } from './page-announcer';
import { PanelsLater } from './panels-later';

export interface LayoutProps {
  /** The page shown; undefined for Not Found, which is a root page. */
  route: ShellRoute | undefined;
  main: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Renders everything around a page. */
export function Layout({ route, main, children }: LayoutProps) {
  const { pathname } = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  // The path at which the search was opened: on another page it is closed.
  const [searchedAt, setSearchedAt] = useState<string>();
  const isSearchOpen = searchedAt === pathname && route?.search !== undefined;

  // Menus and the sign-in modal belong to the page that they were opened on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address
  useEffect(
    () => () => {
      setIsMenuOpen(false);
      if (shellState().auth) publish('sign-in-closed', {});
    },
    [pathname],
  );

  // The link adds no entry to the history, since Back would only undo the skip.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };

  return (
    <div className={cx(styles.layout, isSearchOpen && styles.searchOpen)}>
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a place of the page */}
      <a className={styles.skip} href="#content" onClick={skip}>
        {t('Skip to content')}
      </a>
      <Unseen>
        <ReleaseBadgesLater />
      </Unseen>
      <Header
        isRoot={route ? route.isRoot === true : true}
        isQueue={route?.width === 'queue'}
        isOverPicture={route?.isOverPicture === true}
        search={route?.search?.()}
        hasSearchField={route?.hasSearchField === true}
        isSearchOpen={isSearchOpen}
        onSearchToggle={(isOpen) => setSearchedAt(isOpen ? pathname : undefined)}
        onMenu={() => setIsMenuOpen(true)}
      />
      <main ref={main} id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <Unseen>
        <InstallOfferLater />
      </Unseen>
      <Footer />
      <Unseen>
        <OfflineNote />
      </Unseen>
      <MainMenu onMenu={() => setIsMenuOpen(true)} />
      <PanelsLater menu={{ open: isMenuOpen, onClose: () => setIsMenuOpen(false) }} />
      <Unseen>
        <PageAnnouncer />
      </Unseen>
      <BackgroundSlots />
    </div>
  );
}
