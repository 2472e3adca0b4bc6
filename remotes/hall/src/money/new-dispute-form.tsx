import { useState } from 'react';
import { Alert, Button, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { numberError, parseNumber } from './amounts.rules';
import { enterDispute } from './disputes.resource';
import styles from './money.module.css';
import { useSave } from './use-save';

interface NewDisputeFormProps {
  venueId: string;
  /** The hall's present day. */
  today: string;
  onDone: () => void;
}

export function NewDisputeForm({ venueId, today, onDone }: NewDisputeFormProps) {
  const [form, setForm] = useState({ payment: '', amount: '', fee: '0', reason: '', opened_on: today, due_on: '' });
  const { submit, errors, message, isPending } = useSave({
    check: () => errorsOf(form, today),
    send: () =>
      enterDispute(venueId, {
        payment: form.payment.trim(),
        amount: parseNumber(form.amount) ?? 0,
        fee: parseNumber(form.fee) ?? 0,
        reason: form.reason.trim(),
        opened_on: form.opened_on,
        due_on: form.due_on || null,
      }),
    done: t('The dispute is entered.'),
    onDone,
  });
  const field = (name: keyof typeof form, label: string, more: object = {}) => (
    <TextInput
      label={label}
      autoComplete="off"
      value={form[name]}
      error={errors[name]}
      onChange={({ target }) => setForm({ ...form, [name]: target.value })}
      {...more}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div aria-live="polite">{message && <Alert>{message}</Alert>}</div>
      <fieldset className={styles.fields} disabled={isPending}>
        {field('payment', t('Number of the payment or of an order'), { maxLength: 200, dir: 'ltr' })}
        {field('amount', t('Disputed amount'), { inputMode: 'decimal', dir: 'ltr' })}
        {field('fee', t('Fee of the dispute'), { inputMode: 'decimal', dir: 'ltr' })}
        {field('reason', t('Reason'), { maxLength: 300 })}
        {field('opened_on', t('Opened on'), { type: 'date', max: today })}
        {field('due_on', t('Answer by'), { type: 'date', hint: t('Empty if the bank names no day.') })}
      </fieldset>
      <Button type="submit" variant="primary" busy={isPending}>
        {t('Enter the dispute')}
      </Button>
    </form>
  );
}

type Form = Record<'payment' | 'amount' | 'fee' | 'reason' | 'opened_on' | 'due_on', string>;

function errorsOf(form: Form, today: string): Partial<Record<string, string>> {
  const amount =
    numberError(form.amount) ?? (parseNumber(form.amount) === 0 ? t('Enter an amount above 0.') : undefined);
  const fee = numberError(form.fee);
  return {
    ...(form.payment.trim() === '' && { payment: t('Enter the number of the payment or of an order.') }),
    ...(amount && { amount }),
    ...(fee && { fee }),
    ...(form.reason.trim() === '' && { reason: t('Enter a reason.') }),
    ...(form.opened_on === '' && { opened_on: t('Enter a day.') }),
    ...(form.opened_on > today && { opened_on: t('This day is still to come.') }),
  };
}
