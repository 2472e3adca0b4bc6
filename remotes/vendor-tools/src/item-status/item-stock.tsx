import { type ReactNode, useId } from 'react';
import type { Item, Option, Status, Variant } from 'shared-contracts/types';
import { Card, CoverImage } from 'shared-contracts/ui';
import { HiddenBadge } from '../hidden-badge';
import { MenuName } from '../menu-name';
import type { Stocked } from '../stock.resource';
import { rich, t } from '../words';
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
  const nameOfGroup = {
    value: item.group.name,
    name: (text: ReactNode[]) => (
      <MenuName key="name" of={item.language}>
        {text}
      </MenuName>
    ),
  };
  return (
    <div className={styles.columns}>
      <div className={styles.item}>
        <CoverImage src={item.image_url} ratio="item" eager className={styles.picture} />
        <h1>
          <MenuName of={item.language}>{item.name}</MenuName>
        </h1>
        {item.group.status === 'inactive' && (
          <p className={styles.note}>
            {rich('Guests do not see it: its menu or “<name>{value}</name>” is hidden.', nameOfGroup)}
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
            title={<MenuName of={item.language}>{group.name}</MenuName>}
            status={group.status}
            kind="options"
            targets={group.options.data}
            {...shared}
          />
        ))}
        {item.group.option_groups.data.map((group) => (
          <StatusList
            key={group.id}
            title={<MenuName of={item.language}>{group.name}</MenuName>}
            status={group.status}
            note={rich('Shared by everything in “<name>{value}</name>”.', nameOfGroup)}
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
  title: ReactNode;
  status?: Status | undefined;
  note?: ReactNode;
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
