import type { Vendor, Venue } from 'shared-contracts/types';
import { TabPanel, Tabs } from 'shared-contracts/ui';
import type { ListedMenu } from './menu.rules';
import { MenuGroups } from './menu-groups';
import styles from './menu-list.module.css';
import { useMenuInView } from './use-menu-in-view';

const ID_BASE = 'menu';

export interface MenuListProps {
  menus: readonly ListedMenu[];
  vendor: Pick<Vendor, 'id'>;
  venue: Venue;
}

/** Every menu, one below the other, under tabs that say which one is in view and lead to the others. */
export function MenuList({ menus, vendor, venue }: MenuListProps) {
  const tabs = menus.map(({ id, name }) => ({ id: String(id), label: name }));
  const { inView, goTo, end } = useMenuInView(
    ID_BASE,
    tabs.map(({ id }) => id),
  );
  return (
    <div className={styles.menus}>
      <Tabs idBase={ID_BASE} label="Menus" tabs={tabs} selected={inView} onSelect={goTo} sticky />
      {menus.map((menu, index) => (
        <TabPanel key={menu.id} idBase={ID_BASE} tab={String(menu.id)} className={styles.menu}>
          <MenuGroups groups={menu.groups} vendorId={vendor.id} venue={venue} isFirst={index === 0} />
        </TabPanel>
      ))}
      <div ref={end} />
    </div>
  );
}
