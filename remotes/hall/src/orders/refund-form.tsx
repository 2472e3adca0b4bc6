import { type FormEvent, useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Order } from 'shared-contracts/types';
import { AlertDialog, Button, ChoiceGroup, Stepper, TextArea, TextInput } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { newKey } from '../office/new-key';
import { t } from '../words';
import styles from './orders.module.css';
import { type OrderRefunds, previewRefund, type RefundPreview, refund } from './orders.resource';
import {
  type RefundErrors,
  type RefundForm,
  type RefundKind,
  refundErrors,
  requestOf,
  unitsLeft,
} from './refund-form.rules';

interface RefundFormProps {
  orderId: string;
  order: Order;
  refunds: OrderRefunds;
  customer: string;
}

const EMPTY: RefundForm = { kind: 'items', units: {}, amount: '', reason: '' };

/** Refunds items, an amount or all that is left. The page says what goes back before anything does. */
export function RefundOrder({ orderId, order, refunds, customer }: RefundFormProps) {
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<RefundErrors>({});
  /** What would go back; null while no question is open. */
  const [asked, setAsked] = useState<RefundPreview | null>(null);
  /** One refund has one key, so a second tap or a retry does not refund twice. */
  const [key, setKey] = useState(newKey);
  const { left, currency, currency_symbol } = refunds;
  const money = (major: number) => formatMajor(major, currency, currency_symbol);
  const preview = useMutation({
    mutationFn: () => previewRefund(orderId, requestOf(form, currency), key),
    onSuccess: setAsked,
    onError: showFailure,
  });
  const make = useMutation({
    mutationFn: () => refund(orderId, requestOf(form, currency), key),
    onSuccess: () => {
      showToast(t('The refund is on its way.'), { color: 'success' });
      setForm(EMPTY);
      setKey(newKey());
    },
    onError: showFailure,
    onSettled: () => setAsked(null),
  });
  const edit = (fields: Partial<RefundForm>) => {
    setForm({ ...form, ...fields });
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = refundErrors(form, { left, currency });
    setErrors(wrong);
    if (Object.keys(wrong).length === 0 && !preview.isPending) preview.mutate();
  };
  const kinds: { id: RefundKind; name: string; note?: string }[] = [
    { id: 'items', name: t('Some items') },
    { id: 'amount', name: t('An amount') },
    { id: 'rest', name: t('All that is left'), note: money(left) },
  ];
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ChoiceGroup
        type="radio"
        title={t('What to refund')}
        choices={kinds}
        selected={[form.kind]}
        onChange={([kind]) => kind && edit({ kind })}
        error={errors.units}
      />
      {form.kind === 'items' && (
        <ul>
          {order.order_items.data.map(({ id, quantity, variant, total }) => {
            const most = unitsLeft({ id, quantity }, refunds.data);
            const { name } = variant.item;
            return (
              <li key={id} className={styles.line}>
                <span className={styles.words}>
                  <bdi translate="no">{name}</bdi>
                  <span className={styles.note}>
                    {most === 0 ? t('Refunded') : t('{count} for {amount}', { count: quantity, amount: money(total) })}
                  </span>
                </span>
                {most > 0 && (
                  <Stepper
                    size="small"
                    min={0}
                    max={most}
                    value={form.units[id] ?? 0}
                    label={t('quantity of {name}', { name })}
                    onChange={(units) => edit({ units: { ...form.units, [id]: units } })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {form.kind === 'amount' && (
        <TextInput
          label={t('Amount in {currency}', { currency })}
          inputMode="decimal"
          value={form.amount}
          error={errors.amount}
          onChange={({ target }) => edit({ amount: target.value })}
        />
      )}
      <TextArea
        label={t('Reason')}
        hint={t('The customer reads it.')}
        value={form.reason}
        error={errors.reason}
        maxLength={300}
        onChange={({ target }) => edit({ reason: target.value })}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={preview.isPending}>
          {t('Refund')}
        </Button>
      </div>
      <AlertDialog
        open={asked !== null}
        title={t('Refund {amount}?', { amount: money(asked?.amount ?? 0) })}
        okLabel={t('Refund')}
        closeLabel={t('Cancel')}
        isDanger
        busy={make.isPending}
        onClose={() => setAsked(null)}
        onOk={() => {
          if (!make.isPending) make.mutate();
        }}
      >
        {t('It goes back to {name} by the way it was paid.', { name: customer })}
        {asked?.tip && ` ${t('The tip of {amount} is part of it.', { amount: money(asked.tip) })}`}
      </AlertDialog>
    </form>
  );
}
