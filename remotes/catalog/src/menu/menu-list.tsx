import { memo, type RefObject, useRef } from 'react';
import type { Venue } from 'shared-contracts/types';
import { TabPanel, Tabs } from 'shared-contracts/ui';
import { useResultsInSight } from '../search/use-search';
import type { ListedMenu } from './menu.rules';
import { MenuGroup } from './menu-group';
import styles from './menu-list.module.css';
import { useMenuInView } from './use-menu-in-view';

const ID_BASE = 'menu';

export interface MenuListProps {
  menus: readonly ListedMenu[];
  /** Ids of the items to show. */
  found: ReadonlySet<number>;
  search: string;
  vendorId: number;
  venue: Venue;
}

/** Every menu, one below the other, under tabs that say which one is in view and lead to the others. */
export const MenuList = memo(function MenuList({ menus, found, search, vendorId, venue }: MenuListProps) {
  const results = useResultsInSight<HTMLDivElement>(search);
  const isShown = ({ groups }: ListedMenu) => groups.some(({ items }) => items.some(({ item }) => found.has(item.id)));
  const tabs = menus.filter(isShown).map(({ id, name }) => ({ id: String(id), label: name }));
  const end = useRef<HTMLDivElement>(null);
  return (
    <div ref={results} className={styles.menus} hidden={tabs.length === 0}>
      <MenuTabs tabs={tabs} end={end} />
      {menus.map((menu, index) => (
        <TabPanel key={menu.id} idBase={ID_BASE} tab={String(menu.id)} hidden={!isShown(menu)} className={styles.menu}>
          {menu.groups.map((group, groupIndex) => (
            <MenuGroup
              key={group.id}
              group={group}
              found={found}
              vendorId={vendorId}
              venue={venue}
              isFirst={index === 0 && groupIndex === 0}
            />
          ))}
        </TabPanel>
      ))}
      <div ref={end} />
    </div>
  );
});

interface MenuTabsProps {
  tabs: readonly { id: string; label: string }[];
  /** Lies below the last menu. */
  end: RefObject<HTMLDivElement | null>;
}

/** Of its own, so that a menu which comes into view renders its tab and not a thousand items. */
function MenuTabs({ tabs, end }: MenuTabsProps) {
  const { inView, goTo } = useMenuInView({ idBase: ID_BASE, ids: tabs.map(({ id }) => id), end });
  return <Tabs idBase={ID_BASE} label="Menus" tabs={tabs} selected={inView} onSelect={goTo} sticky />;
}
