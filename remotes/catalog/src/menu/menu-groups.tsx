import { memo } from 'react';
import type { Venue } from 'shared-contracts/types';
import { useCatalogPaths } from '../catalog-paths';
import { ItemRow } from './item-row';
import type { ListedGroup } from './menu.rules';
import styles from './menu-groups.module.css';

/** Seen without scrolling, or nearly. */
const EAGER_PICTURES = 3;

export interface MenuGroupsProps {
  groups: readonly ListedGroup[];
  vendorId: number;
  venue: Venue;
  /** The first menu of the page: its first pictures are fetched at once. */
  isFirst: boolean;
}

/**
 * The groups of one menu with their items. A group off the screen is neither laid out nor painted, so that a thousand
 * items scroll smoothly; its height is reckoned from the number of its items, so that a tab still leads to the right place.
 */
export const MenuGroups = memo(function MenuGroups({ groups, vendorId, venue, isFirst }: MenuGroupsProps) {
  const paths = useCatalogPaths();
  return groups.map((group, groupIndex) => (
    <section
      key={group.id}
      ref={(section) => section?.style.setProperty('--items', String(group.items.length))}
      className={styles.group}
      aria-labelledby={`group-${group.id}`}
    >
      <h2 id={`group-${group.id}`} className={styles.title}>
        {group.name}
      </h2>
      <ul className={styles.items}>
        {group.items.map((item, index) => (
          <li key={item.id}>
            <ItemRow
              item={item}
              to={paths.item(venue.id, vendorId, item.id)}
              currency={venue.currency}
              symbol={venue.currency_symbol}
              eager={isFirst && groupIndex === 0 && index < EAGER_PICTURES}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
});
