import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { languageAttributes } from '../../language';
import { cx } from '../cx';
import styles from './tabs.module.css';

export interface Tab {
  id: string;
  label: string;
  /** The language of the label; absent if it is the page's or unknown. */
  lang?: string | undefined;
  /** What is read aloud in place of the label and its count: 'Français, 3 missing'. */
  spoken?: string | undefined;
  /** In a chip behind the label; 0 is shown. */
  count?: number;
}

export interface TabsProps {
  /** Unique on the page. TabPanel takes the same one, which links the two. */
  idBase: string;
  /** Names the row of tabs: 'Menus', 'Orders'. */
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
  /** `even` fits four tabs with counts into a phone's width. Otherwise the row scrolls sideways. */
  even?: boolean;
  /** Counts are still loading: a dash keeps the room of each, so that the row does not move. */
  isCounting?: boolean;
  /** Stops under the header while the page scrolls, and takes the header's ground when it does. */
  sticky?: boolean;
}

/**
 * One of several views: pills, the selected one in ink. Arrow keys, Home and End move and select.
 * Runs from edge to edge, so it belongs beside a Page rather than in it; its pills line up with the page's column.
 */
export function Tabs({ idBase, label, tabs, selected, onSelect, even, isCounting = false, sticky }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const { mark, bar, isStuck } = useStuck(sticky === true);

  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`#${CSS.escape(tabId(idBase, selected))}`);
    // `scrollIntoView` would move the page as well.
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [idBase, selected]);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const from = tabs.findIndex((tab) => tab.id === selected);
    // The next tab is at the left where text runs from right to left.
    const step = event.currentTarget.closest('[dir]')?.getAttribute('dir') === 'rtl' ? -1 : 1;
    const to = { ArrowRight: from + step, ArrowLeft: from - step, Home: 0, End: tabs.length - 1 }[event.key];
    const target = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!target) return;
    event.preventDefault();
    onSelect(target.id);
    document.getElementById(tabId(idBase, target.id))?.focus({ preventScroll: true });
  };

  return (
    <>
      {sticky && <div ref={mark} />}
      <div ref={bar} className={cx(styles.bar, sticky && styles.sticky, isStuck && styles.stuck)}>
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className={cx(styles.list, even && styles.even)}
          onKeyDown={move}
        >
          {tabs.map((tab) => {
            const isSelected = tab.id === selected;
            return (
              <button
                key={tab.id}
                type="button"
                role="tab"
                id={tabId(idBase, tab.id)}
                aria-selected={isSelected}
                aria-label={tab.spoken}
                aria-controls={panelId(idBase, tab.id)}
                tabIndex={isSelected ? 0 : -1}
                className={styles.tab}
                onClick={() => onSelect(tab.id)}
              >
                <span className={styles.pill}>
                  <span {...languageAttributes(tab.lang)}>{tab.label}</span>
                  {/* Without it, a screen reader and a person who speaks to the page would have 'New1'. */}
                  {(tab.count !== undefined || isCounting) && ' '}
                  {tab.count !== undefined && (
                    <span className={styles.count} translate="no">
                      {tab.count}
                    </span>
                  )}
                  {tab.count === undefined && isCounting && (
                    <span className={styles.count} aria-hidden="true">
                      –
                    </span>
                  )}
                </span>
              </button>
            );
          })}
        </div>
      </div>
    </>
  );
}

export interface TabPanelProps {
  idBase: string;
  /** The id of the panel's tab. */
  tab: string;
  /** True keeps the panel in the page without showing it. */
  hidden?: boolean;
  children: ReactNode;
  className?: string;
}

/** The content of a tab. Render the selected one, or, where the tabs follow the scroll, all of them one below the other. */
export function TabPanel({ idBase, tab, hidden, children, className }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={panelId(idBase, tab)}
      aria-labelledby={tabId(idBase, tab)}
      hidden={hidden}
      className={cx(styles.panel, className)}
    >
      {children}
    </div>
  );
}

const tabId = (idBase: string, tab: string) => `${idBase}-tab-${tab}`;

/** The element id of a tab's panel, to scroll to it or watch it. */
export const panelId = (idBase: string, tab: string) => `${idBase}-panel-${tab}`;

/** Whether a sticky row is stuck, since the mark just above it has scrolled away. */
function useStuck(isWatching: boolean) {
  const mark = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [isStuck, setIsStuck] = useState(false);
  useEffect(() => {
    if (!isWatching) return;
    const look = () => {
      if (!mark.current || !bar.current) return;
      setIsStuck(mark.current.getBoundingClientRect().bottom < bar.current.getBoundingClientRect().top - 1);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [isWatching]);
  return { mark, bar, isStuck };
}
