import { type ReactNode, useId } from 'react';
import type { Item, Option, Status, Variant } from 'shared-contracts/types';
import { Card, CoverImage } from 'shared-contracts/ui';
import { HiddenBadge } from '../hidden-badge';
import type { Stocked } from '../stock.resource';
import { t } from '../words';
import styles from './item-status.module.css';
import { StatusRow } from './status-row';

interface ItemStockProps {
  item: Item;
  timeZone: string | undefined;
  /** Content below the switches. */
  children: ReactNode;
}

/** Shows one switch each for the item, its variants and its options. */
export function ItemStock({ item, timeZone, children }: ItemStockProps) {
  const shared = { item, timeZone };
  return (
    <div className={styles.columns}>
      <div className={styles.item}>
        <CoverImage src={item.image_url} ratio="item" eager className={styles.picture} />
        <h1 translate="no">{item.name}</h1>
        {item.group.status === 'inactive' && (
          <p className={styles.note}>
            {t('Guests do not see it: its menu or “{name}” is hidden.', { name: item.group.name })}
          </p>
        )}
        <Card clip>
          <StatusRow kind="items" target={item} {...shared} />
        </Card>
      </div>
      <div className={styles.choices}>
        <StatusList title={t('Variants')} kind="variants" targets={item.variants.data} {...shared} />
        {item.option_groups.data.map((group) => (
          <StatusList
            key={group.id}
            title={group.name}
            status={group.status}
            kind="options"
            targets={group.options.data}
            {...shared}
          />
        ))}
        {item.group.option_groups.data.map((group) => (
          <StatusList
            key={group.id}
            title={group.name}
            status={group.status}
            note={t('Shared by everything in “{name}”.', { name: item.group.name })}
            kind="options"
            targets={group.options.data}
            {...shared}
          />
        ))}
        {children}
      </div>
    </div>
  );
}

interface StatusListProps {
  title: string;
  status?: Status | undefined;
  note?: string;
  kind: Stocked;
  targets: readonly (Variant | Option)[];
  item: Item;
  timeZone: string | undefined;
}

function StatusList({ title, status, note, kind, targets, item, timeZone }: StatusListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <span>{title}</span> {status === 'inactive' && <HiddenBadge />}
      </h2>
      {note && <p className={styles.note}>{note}</p>}
      <Card clip className={styles.list}>
        {targets.map((target) => (
          <StatusRow key={target.id} kind={kind} target={target} item={item} timeZone={timeZone} />
        ))}
      </Card>
    </section>
  );
}
