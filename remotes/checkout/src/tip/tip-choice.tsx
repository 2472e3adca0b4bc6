import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Cart, CartTip } from 'shared-contracts/types';
import { Alert, Button, ChoiceGroup, TextInput } from 'shared-contracts/ui';
import { useTipChange } from '../cart/cart.resource';
import { type EditingChange, TIP } from '../cart/cart.rules';
import { t } from '../words';
import styles from './tip.module.css';
import { chosenTip, ownTipText, readOwnTip, type TipId, tipChoices, tipOfChange } from './tip.rules';

export interface TipChoiceProps {
  cart: Cart;
  tip: CartTip;
  /** Receives whether an amount is typed that the cart does not have, which blocks payment. Must be a stable function. */
  onEditingChange: EditingChange;
}

/** Offers no tip, the hall's percentages, and an amount of the buyer's own, which counts once it is applied. */
export function TipChoice({ cart, tip, onEditingChange }: TipChoiceProps) {
  const { change, wanted, failure } = useTipChange(cart.id);
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isTyping = typed !== undefined;
  const money = (amount: number) => formatMajor(amount, cart.currency, cart.currency_symbol);
  const selected = isTyping ? 'own' : wanted ? tipOfChange(wanted) : chosenTip(tip);

  useEffect(() => {
    onEditingChange(TIP, isTyping);
    return () => onEditingChange(TIP, false);
  }, [onEditingChange, isTyping]);

  const type = (text: string | undefined) => {
    setError(undefined);
    setTyped(text);
  };
  const choose = (id: TipId | undefined) => {
    if (id === undefined || id === selected) return;
    if (id === 'own') return type(ownTipText(tip, cart));
    type(undefined);
    change({ percent: id === 'none' ? null : id });
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isTyping) return;
    const amount = readOwnTip(typed, { ...cart, most: tip.most });
    if (typeof amount === 'string') {
      setError(amount);
      field.current?.focus();
      return;
    }
    type(undefined);
    change({ amount });
  };

  return (
    <div className={styles.tip}>
      <ChoiceGroup
        type="radio"
        title={t('Tip')}
        hint={t('Optional')}
        choices={tipChoices(tip, cart)}
        selected={[selected]}
        onChange={([id]) => choose(id)}
      />
      {selected === 'own' && (
        <form className={styles.own} onSubmit={apply} noValidate>
          <TextInput
            ref={field}
            className={styles.amount}
            label={t('Your tip in {currency}', { currency: cart.currency })}
            hint={t('At most {amount}, the price of the items.', {
              amount: money(tip.most),
            })}
            error={error}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            value={typed ?? ownTipText(tip, cart)}
            onChange={({ target }) => type(target.value)}
          />
          <div className={styles.apply}>
            <Button type="submit">{t('Apply')}</Button>
          </div>
        </form>
      )}
      {tip.chosen !== undefined && !isTyping && (
        <p className={styles.cut} role="status">
          {t('Your tip of {chosen} is now {amount}, since a tip is at most the price of the items.', {
            chosen: money(tip.chosen),
            amount: money(tip.amount),
          })}
        </p>
      )}
      <p className={styles.note}>{t('A tip goes to the stalls of your order, by what you order at each.')}</p>
      {failure && <Alert>{failure}</Alert>}
    </div>
  );
}
