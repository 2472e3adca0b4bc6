import { useRef } from 'react';
import { useServerNow } from 'shared-contracts/query';
import type { Item } from 'shared-contracts/types';
import { Button, ChoiceRow } from 'shared-contracts/ui';
import { backText } from '../back.rules';
import { listed } from '../language';
import { MenuName } from '../menu-name';
import { statusName } from '../status-badge';
import { useFocusAfter } from '../use-focus-after';
import { type StockTarget, useStatusChange } from '../use-status-change';
import { t } from '../words';
import styles from './item-status.module.css';

export interface StatusRowProps extends StockTarget {
  target: StockTarget['target'] & { name: string };
  item: StockTarget['item'] & Pick<Item, 'language'>;
  /** The time zone of the venue, once it is known. */
  timeZone: string | undefined;
}

/** Switches one target. A ticked target is active, and can also be sold out for today only. */
export function StatusRow({ kind, target, item, timeZone }: StatusRowProps) {
  const { status, backAt, isPending, setActive, sellOutForToday } = useStatusChange({ kind, target, item });
  const now = useServerNow();
  const row = useRef<HTMLDivElement>(null);
  // The button stays while its request runs, and keeps the focus.
  const canSellOut = status === 'active' || isPending;
  const notePress = useFocusAfter(canSellOut, () => row.current?.querySelector('input'));
  return (
    <div ref={row} className={styles.row}>
      <div className={styles.choice}>
        <ChoiceRow
          type="checkbox"
          name={`${kind}-${target.id}`}
          checked={status === 'active'}
          disabled={isPending}
          note={listed([statusName(status), backAt ? backText(backAt, timeZone, now) : []].flat())}
          onChange={setActive}
        >
          <MenuName of={item.language}>{target.name}</MenuName>
        </ChoiceRow>
      </div>
      {canSellOut && (
        <Button
          size="small"
          className={styles.untilTomorrow}
          aria-label={t('Off until tomorrow: {name}', { name: target.name })}
          busy={isPending}
          onClick={() => {
            notePress();
            sellOutForToday();
          }}
        >
          {t('Off until tomorrow')}
        </Button>
      )}
    </div>
  );
}
