import { memo } from 'react';
import type { Venue } from 'shared-contracts/types';
import { InLanguage } from 'shared-contracts/ui';
import { useCatalogPaths } from '../catalog-paths';
import { ItemRow } from './item-row';
import type { ListedGroup } from './menu.rules';
import styles from './menu-group.module.css';

export interface MenuGroupProps {
  /** The prefix of the ids, unique among the lists of the page that contain this group. */
  idBase: string;
  group: ListedGroup;
  /** The language of the menu; undefined if it is unknown. */
  language: string | undefined;
  vendorId: number;
  venue: Venue;
}

/**
 * Shows a group with its items. Off the screen it is neither laid out nor painted, so that a thousand items scroll smoothly. Its height is
 * computed from the number of its items, so that a tab still scrolls to the right position.
 */
export const MenuGroup = memo(function MenuGroup({ idBase, group, language, vendorId, venue }: MenuGroupProps) {
  const paths = useCatalogPaths();
  const titleId = `${idBase}-group-${group.id}`;
  return (
    <section
      ref={(section) => section?.style.setProperty('--items', String(group.items.length))}
      className={styles.group}
      aria-labelledby={titleId}
    >
      <h2 id={titleId} className={styles.title}>
        <InLanguage of={language}>{group.name}</InLanguage>
      </h2>
      <ul className={styles.items}>
        {group.items.map(({ item, note }) => (
          <li key={item.id}>
            <ItemRow
              item={item}
              language={language}
              note={note}
              to={paths.item(venue.id, vendorId, item.id)}
              currency={venue.currency}
              symbol={venue.currency_symbol}
            />
          </li>
        ))}
      </ul>
    </section>
  );
});
