import { type FormEvent, useId, useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { Payout } from 'shared-contracts/types';
import { Alert, Badge, Button, Card, cx, Modal, Price, TextArea } from 'shared-contracts/ui';
import { firstErrors } from '../office/failures';
import { t } from '../words';
import styles from './money.module.css';
import { refreshMoney, undoPayout, useAmounts } from './money.resource';
import { dayText, periodText } from './period.rules';

interface PayoutsProps {
  venueId: string;
  payouts: readonly Payout[];
  /** True if the payouts are of several stalls. */
  hasStalls?: boolean;
  isOperator?: boolean;
}

/** Lists payouts, also those that were undone, with who recorded them. */
export function Payouts({ venueId, payouts, hasStalls = false, isOperator = true }: PayoutsProps) {
  const id = useId();
  const money = useAmounts(venueId);
  const [undoing, setUndoing] = useState<Payout | null>(null);
  return (
    <Card as="section" padded className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t('Payouts')}</h2>
      <ul className={styles.list}>
        {payouts.map((payout) => (
          <li key={payout.id} className={styles.payout}>
            <div className={styles.rowWords}>
              <span className={styles.name} translate="no">
                <bdi>{hasStalls ? payout.vendor.name : payout.reference}</bdi>
              </span>
              <PayoutFacts payout={payout} hasReference={hasStalls} />
            </div>
            <div className={styles.end}>
              {payout.undone_at !== null && <Badge tone="neutral">{t('Undone')}</Badge>}
              <Price size="row" className={cx(payout.undone_at !== null && styles.undone)}>
                {money(payout.amount, payout.currency)}
              </Price>
              {isOperator && payout.undone_at === null && (
                <Button
                  size="small"
                  variant="quiet"
                  className={styles.noPrint}
                  aria-label={t('Undo the payout {reference}', { reference: payout.reference })}
                  onClick={() => setUndoing(payout)}
                >
                  {t('Undo')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Modal
        open={undoing !== null}
        onClose={() => setUndoing(null)}
        title={t('Undo this payout?')}
        text={t('The payout stays in the list with its reason, and the amount is owed again.')}
      >
        {undoing && <UndoForm venueId={venueId} payout={undoing} onDone={() => setUndoing(null)} />}
      </Modal>
    </Card>
  );
}

function PayoutFacts({ payout, hasReference }: { payout: Payout; hasReference: boolean }) {
  const { from, to, paid_on, recorded_by, reference, undo_reason } = payout;
  return (
    <>
      <span className={styles.note}>
        {t('Paid on {day} for {days}', { day: dayText(paid_on), days: periodText({ from, to }) })}
      </span>
      {hasReference && (
        <span className={styles.note} translate="no">
          <bdi>{reference}</bdi>
        </span>
      )}
      {recorded_by !== null && <span className={styles.note}>{t('Recorded by {name}', { name: recorded_by })}</span>}
      {undo_reason !== null && <span className={styles.note}>{t('Undone: {reason}', { reason: undo_reason })}</span>}
    </>
  );
}

interface UndoFormProps {
  venueId: string;
  payout: Payout;
  onDone: () => void;
}

function UndoForm({ venueId, payout, onDone }: UndoFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [message, setMessage] = useState<string>();
  const undo = useMutation<void, ApiErrorShape>({
    mutationFn: () => undoPayout(venueId, payout.id, reason.trim()),
    onSuccess: () => {
      showToast(t('The payout is undone.'), { color: 'success' });
      onDone();
    },
    onError: (failure) => {
      if (isApiError(failure) && failure.status === 422) return setError(firstErrors(failure).reason);
      const isResponse = isApiError(failure) && failure.status >= 400 && failure.status < 500;
      setMessage(isResponse ? failure.message : t('That was not saved. Please try again.'));
      // A colleague may have undone it, or the response to an earlier request was lost.
      void refreshMoney(venueId);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMessage(undefined);
    const isEmpty = reason.trim() === '';
    setError(isEmpty ? t('Enter a reason.') : undefined);
    if (!isEmpty && !undo.isPending) undo.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div aria-live="polite">{message && <Alert>{message}</Alert>}</div>
      <TextArea
        label={t('Reason')}
        value={reason}
        error={error}
        maxLength={300}
        disabled={undo.isPending}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" variant="danger" busy={undo.isPending}>
        {t('Undo the payout')}
      </Button>
    </form>
  );
}
