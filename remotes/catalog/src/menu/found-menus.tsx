import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Venue } from 'shared-contracts/types';
import { useResultsInSight } from '../search/use-search';
import { countItems, firstItems, type ListedMenu } from './menu.rules';
import { MenuPanels, MenuTabs } from './menu-list';
import styles from './menu-list.module.css';
import { moveByTabKey } from './tab-key';

/** The number of items that a phone shows. If there is room for more, the next ones come with the next frame. */
const BATCH = 6;
/** More is drawn when the end is this far below the window. */
const NEAR = '100%';

export interface FoundMenusProps {
  /** The menus with the items that the search found. */
  menus: readonly ListedMenu[];
  search: string;
  language: string | undefined;
  vendorId: number;
  venue: Venue;
}

/** Shows the items that a search found. It draws the first ones at once and the rest as the page scrolls, so that a long menu is not slow. */
export function FoundMenus({ menus, search, language, vendorId, venue }: FoundMenusProps) {
  const results = useResultsInSight<HTMLDivElement>(search);
  const end = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState(BATCH);
  const [drawnFor, setDrawnFor] = useState(search);
  if (drawnFor !== search) {
    setDrawnFor(search);
    setLimit(BATCH);
  }
  const beginning = useMemo(() => firstItems(menus, limit), [menus, limit]);
  const isWhole = limit >= countItems(menus);

  useEffect(() => {
    if (isWhole || !end.current) return;
    // The end is observed again after each batch, since the browser reports an end that stays near only once.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setLimit(limit + BATCH);
      },
      { rootMargin: `0px 0px ${NEAR} 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [limit, isWhole]);

  // A tab can scroll to its menu once everything before it is drawn.
  const drawAll = () => flushSync(() => setLimit(Number.POSITIVE_INFINITY));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs and items inside have the focus, and their keys arrive here
    <div ref={results} className={styles.menus} onKeyDown={moveByTabKey}>
      <MenuTabs
        idBase="found"
        menus={menus}
        language={language}
        drawn={beginning.length}
        onSelect={drawAll}
        end={end}
      />
      <MenuPanels idBase="found" menus={beginning} language={language} vendorId={vendorId} venue={venue} />
      <div ref={end} />
    </div>
  );
}
