import { Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { formatMajor } from 'shared-contracts/rules/money';
import type { OrderItem } from 'shared-contracts/types';
import { Alert, IconButton, Price, Stepper } from 'shared-contracts/ui';
import { useIsCartChanging, useLineChange } from '../cart/cart.resource';
import { lineFlag } from '../cart/cart.rules';
import { rich, t } from '../words';
import styles from './cart.module.css';

const MOST = 999;

export interface CartLineProps {
  line: OrderItem;
  currency: string;
  symbol: string;
}

/** Shows one line with its quantity and its bin. Stepper and bin are disabled while any change of the cart runs. */
export function CartLine({ line, currency, symbol }: CartLineProps) {
  const { change, failure } = useLineChange();
  const isResting = useIsCartChanging();
  const text = (major: number) => formatMajor(major, currency, symbol);
  const { item } = line.variant;
  const flag = lineFlag(line, currency, symbol);
  const row = useRef<HTMLLIElement>(null);
  useFocusAfterDelete(row);
  return (
    <li ref={row} className={styles.line}>
      <div className={styles.words}>
        <h3 className={styles.name} translate="no">
          <bdi>{item.name}</bdi>
        </h3>
        <div className={styles.choices} translate="no">
          <p>{priced(line.variant.name, text(line.price))}</p>
          {line.item_options.data.map(({ id, option }) => (
            <p key={id}>{priced(option.name, text(option.price))}</p>
          ))}
        </div>
        {line.notes && (
          <p className={styles.notes} translate="no">
            <bdi>{line.notes}</bdi>
          </p>
        )}
      </div>
      <Price className={styles.lineTotal}>{text(line.total)}</Price>
      {flag && <Alert className={styles.flag}>{flag}</Alert>}
      <div className={styles.stepper}>
        <Stepper
          label={t('quantity of {name}', { name: item.name })}
          value={line.quantity}
          max={MOST}
          size="small"
          disabled={isResting}
          onChange={(quantity) => change({ lineId: line.id, quantity })}
        />
      </div>
      <IconButton
        className={styles.bin}
        icon={Trash2}
        aria-label={t('Delete {name}', { name: item.name })}
        // The button must not be `disabled`, because it keeps the focus until the line is gone.
        aria-disabled={isResting || undefined}
        onClick={() => isResting || change({ lineId: line.id, isRemoved: true })}
      />
      {failure && <Alert className={styles.failure}>{failure}</Alert>}
    </li>
  );
}

/** Writes a choice with its price. The name has the direction of its own language. */
const priced = (name: string, price: string) =>
  rich('<name>{choice}</name>, {price}', {
    choice: name,
    price,
    name: (content: ReactNode[]) => <bdi key="name">{content}</bdi>,
  });

/** The pressed bin disappears with its line, so the focus moves to the next bin, else to the previous one, else to the title of the cart. */
function useFocusAfterDelete(row: RefObject<HTMLLIElement | null>): void {
  useLayoutEffect(() => {
    const line = row.current;
    return () => {
      if (!line?.contains(document.activeElement)) return;
      const all = (name = '') => Array.from(document.getElementsByClassName(name)) as HTMLElement[];
      const bins = all(styles.bin);
      const index = bins.findIndex((bin) => line.contains(bin));
      const next = bins[index + 1] ?? bins[index - 1] ?? all(styles.title)[0];
      next?.focus({ preventScroll: true });
    };
  }, [row]);
}
