import { type FormEvent, useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { decimalOf, toMinor } from 'shared-contracts/rules/money';
import type { Statement } from 'shared-contracts/types';
import { Alert, Button, Modal, Price, TextInput, useTapGuard } from 'shared-contracts/ui';
import { t } from '../words';
import { amountError, moneyFormatter, parseNumber } from './amounts.rules';
import styles from './money.module.css';
import { type Period, periodText } from './period.rules';
import { leftAfter, payoutAmountError } from './statement.rules';
import { usePayout } from './use-payout';

interface PayoutFormProps {
  open: boolean;
  onClose: () => void;
  venueId: string;
  period: Period;
  /** The hall's present day. */
  today: string;
  statement: Statement;
}

/** Records what was paid to a stall at the bank. */
export function PayoutForm({ open, onClose, ...fields }: PayoutFormProps) {
  const [isSending, setIsSending] = useState(false);
  return (
    <Modal
      open={open}
      onClose={onClose}
      isDismissible={!isSending}
      title={t('Record a payout')}
      text={t('The money itself moves at the bank.')}
    >
      {open && <Form {...fields} onClose={onClose} onSending={setIsSending} />}
    </Modal>
  );
}

interface FormProps extends Omit<PayoutFormProps, 'open'> {
  onSending: (isSending: boolean) => void;
}

function Form({ onClose, onSending, venueId, period, today, statement }: FormProps) {
  const { vendor, currency } = statement;
  const money = moneyFormatter(statement);
  const [form, setForm] = useState(() => ({
    amount: decimalOf(toMinor(statement.payable, currency), currency),
    paid_on: today,
    reference: '',
  }));
  const payout = usePayout(venueId, () => {
    onSending(false);
    onClose();
    showToast(t('The payout to {name} is recorded.', { name: vendor.name }), { color: 'success' });
  });
  const { errors, newer, isPending } = payout;
  // What the form was opened with counts until the API says that it has changed: the operator confirms a figure that was on the screen.
  const [opened] = useState(statement);
  const { payable } = newer ?? opened;
  const isGuarded = useTapGuard(payable);
  const amount = parseNumber(form.amount);
  const wrongAmount =
    amountError(form.amount, currency) ?? (amount === undefined ? undefined : payoutAmountError(amount, payable));
  const edit = (fields: Partial<typeof form>) => {
    setForm({ ...form, ...fields });
    payout.setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || isGuarded) return;
    const wrong = {
      ...(wrongAmount && { amount: wrongAmount }),
      ...(form.paid_on === '' && { paid_on: t('Enter the day of the transfer.') }),
      ...(form.paid_on > today && { paid_on: t('This day is still to come.') }),
      ...(form.reference.trim() === '' && { reference: t('Enter the reference of the transfer.') }),
    };
    payout.setErrors(wrong);
    if (amount === undefined || Object.keys(wrong).length > 0) return;
    onSending(true);
    payout.send(
      {
        vendor_id: vendor.id,
        currency,
        from: period.from,
        to: period.to,
        amount,
        payable,
        paid_on: form.paid_on,
        reference: form.reference.trim(),
      },
      { onSettled: () => onSending(false) },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <dl className={styles.amounts}>
        <div>
          <dt>{t('To')}</dt>
          <dd translate="no">
            <bdi>{vendor.name}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('Days')}</dt>
          <dd>{periodText(period)}</dd>
        </div>
        <div>
          <dt>{t('Payable')}</dt>
          <dd>
            <Price size="row">{money(payable)}</Price>
          </dd>
        </div>
        <div>
          <dt>{t('Left after this payout')}</dt>
          <dd>
            <Price size="row">
              {wrongAmount || amount === undefined ? '–' : money(leftAfter(amount, { payable, currency }))}
            </Price>
          </dd>
        </div>
      </dl>
      <div aria-live="polite">{payout.message && <Alert>{payout.message}</Alert>}</div>
      <fieldset className={styles.fields} disabled={isPending}>
        <TextInput
          label={t('Amount in {currency}', { currency })}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={form.amount}
          error={errors.amount}
          onChange={({ target }) => edit({ amount: target.value })}
        />
        <TextInput
          label={t('Paid on')}
          type="date"
          value={form.paid_on}
          max={today}
          error={errors.paid_on ?? errors.to}
          onChange={({ target }) => edit({ paid_on: target.value })}
        />
        <TextInput
          label={t('Reference')}
          hint={t('As the bank shows it.')}
          autoComplete="off"
          maxLength={140}
          value={form.reference}
          error={errors.reference}
          onChange={({ target }) => edit({ reference: target.value })}
        />
      </fieldset>
      <Button type="submit" variant="primary" busy={isPending} aria-disabled={isGuarded || undefined}>
        {t('Paid out')}
      </Button>
    </form>
  );
}
