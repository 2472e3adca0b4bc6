import { memo, type RefObject, useRef } from 'react';
import type { Venue } from 'shared-contracts/types';
import { TabPanel, Tabs } from 'shared-contracts/ui';
import { t } from '../words';
import type { ListedMenu } from './menu.rules';
import { MenuGroup } from './menu-group';
import styles from './menu-list.module.css';
import { moveByTabKey } from './tab-key';
import { useMenuInView } from './use-menu-in-view';

export interface MenuListProps {
  menus: readonly ListedMenu[];
  /** The language of the menus; undefined if it is unknown. */
  language: string | undefined;
  vendorId: number;
  venue: Venue;
  /** A search shows its results instead. The list stays drawn, since drawing it again would delay typing. */
  hidden: boolean;
}

/** Shows every menu, one below the other, under tabs that highlight the one in view and scroll to the others. */
export const MenuList = memo(function MenuList({ menus, language, vendorId, venue, hidden }: MenuListProps) {
  const end = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs and items inside have the focus, and their keys arrive here
    <div className={styles.menus} hidden={hidden} onKeyDown={moveByTabKey}>
      {!hidden && <MenuTabs idBase="menu" menus={menus} language={language} end={end} />}
      <MenuPanels idBase="menu" menus={menus} language={language} vendorId={vendorId} venue={venue} />
      <div ref={end} />
    </div>
  );
});

export interface MenuTabsProps {
  /** The prefix of the ids, unique on the page. The panels have the same prefix. */
  idBase: string;
  menus: readonly ListedMenu[];
  language: string | undefined;
  /** The number of menus that have a panel so far. By default all have one. */
  drawn?: number;
  /** Called before a tab scrolls to its menu, which must have its panel afterwards. */
  onSelect?: () => void;
  /** The element below the last panel. */
  end: RefObject<HTMLDivElement | null>;
}

/** Shows the tabs. They are a separate component, so that a menu that comes into view renders its tab and not a thousand items. */
export function MenuTabs({ idBase, menus, language, drawn, onSelect, end }: MenuTabsProps) {
  const tabs = menus.map(({ id, name }) => ({ id: String(id), label: name, lang: language }));
  const { inView, goTo } = useMenuInView({
    idBase,
    ids: tabs.slice(0, drawn).map(({ id }) => id),
    onGo: onSelect,
    end,
  });
  return <Tabs idBase={idBase} label={t('Menus')} tabs={tabs} selected={inView} onSelect={goTo} sticky />;
}

export interface MenuPanelsProps {
  idBase: string;
  menus: readonly ListedMenu[];
  language: string | undefined;
  vendorId: number;
  venue: Venue;
}

export const MenuPanels = memo(function MenuPanels({ idBase, menus, language, vendorId, venue }: MenuPanelsProps) {
  return menus.map((menu) => (
    <TabPanel key={menu.id} idBase={idBase} tab={String(menu.id)} className={styles.menu}>
      {menu.groups.map((group) => (
        <MenuGroup key={group.id} idBase={idBase} group={group} language={language} vendorId={vendorId} venue={venue} />
      ))}
    </TabPanel>
  ));
});
