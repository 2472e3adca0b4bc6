import { memo } from 'react';
import type { Venue } from 'shared-contracts/types';
import { useCatalogPaths } from '../catalog-paths';
import { ItemRow } from './item-row';
import type { ListedGroup } from './menu.rules';
import styles from './menu-group.module.css';

/** Seen without scrolling, or nearly. */
const EAGER_PICTURES = 3;

export interface MenuGroupProps {
  group: ListedGroup;
  /** Ids of the items to show. */
  found: ReadonlySet<number>;
  vendorId: number;
  venue: Venue;
  /** The first group of the page: its first pictures are fetched at once. */
  isFirst: boolean;
}

/**
 * A group with its items. Off the screen it is neither laid out nor painted, so that a thousand items scroll smoothly;
 * its height is reckoned from the number of its items, so that a tab still leads to the right place. What a search
 * leaves out is hidden, not taken away: to make it again would hold up the keys.
 */
export const MenuGroup = memo(function MenuGroup({ group, found, vendorId, venue, isFirst }: MenuGroupProps) {
  const paths = useCatalogPaths();
  const shownCount = group.items.filter(({ item }) => found.has(item.id)).length;
  return (
    <section
      ref={(section) => {
        // A group that is hidden needs no height.
        if (shownCount > 0) section?.style.setProperty('--items', String(shownCount));
      }}
      className={styles.group}
      aria-labelledby={`group-${group.id}`}
      hidden={shownCount === 0}
    >
      <h2 id={`group-${group.id}`} className={styles.title}>
        {group.name}
      </h2>
      <ul className={styles.items}>
        {group.items.map(({ item }, index) => (
          <li key={item.id} className={styles.item} hidden={!found.has(item.id)}>
            <ItemRow
              item={item}
              to={paths.item(venue.id, vendorId, item.id)}
              currency={venue.currency}
              symbol={venue.currency_symbol}
              eager={isFirst && index < EAGER_PICTURES}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}, isSame);

/** Most letters leave most groups as they are. */
function isSame(before: MenuGroupProps, after: MenuGroupProps): boolean {
  return (
    before.group === after.group &&
    before.vendorId === after.vendorId &&
    before.venue === after.venue &&
    before.isFirst === after.isFirst &&
    after.group.items.every(({ item }) => before.found.has(item.id) === after.found.has(item.id))
  );
}
