import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { isApiError } from 'shared-contracts/client';
import { showToast, useShell } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { Order } from 'shared-contracts/types';
import { Alert, Button, Modal, TextArea } from 'shared-contracts/ui';
import { MAX_REASON, refundText } from '../order/cancellation.rules';
import { orderLabel } from '../order/order-words.rules';
import { restText } from '../order/refund.rules';
import { cancelOrder } from '../queue/moves.resource';
import { rich, t } from '../words';
import styles from './cancel-dialog.module.css';

export interface CancelDialogProps {
  /** The order to cancel. Without one the dialog is closed. */
  order: Order | undefined;
  onClose: () => void;
}

/** Asks the vendor for the reason before an order is cancelled, and explains what happens to the buyer's money. */
export function CancelDialog({ order, onClose }: CancelDialogProps) {
  // The order stays readable while the dialog closes.
  const [shown, setShown] = useState(order);
  if (order && order !== shown) setShown(order);
  const [isSending, setSending] = useState(false);
  return (
    <Modal
      open={order !== undefined}
      onClose={onClose}
      isDismissible={!isSending}
      title={shown ? t('Cancel order {number}?', { number: orderLabel(shown) }) : ''}
    >
      {shown && <CancelForm order={shown} onClose={onClose} onSending={setSending} />}
    </Modal>
  );
}

/** Tells the vendor the consequences for the buyer. */
function consequences(order: Order) {
  const { isWhole, money } = restText(order);
  const buyer = (name: ReactNode[]) => (
    <span key="buyer" translate="no">
      {name}
    </span>
  );
  const values = { buyer, name: order.user.name };
  if (money === null && isWhole) {
    return rich('<buyer>{name}</buyer> will see your reason. This cannot be undone.', values);
  }
  if (money === null) {
    return rich(
      '<buyer>{name}</buyer> will see your reason. All that was paid has been refunded already. This cannot be undone.',
      values,
    );
  }
  return isWhole
    ? rich('<buyer>{name}</buyer> will see your reason and get a full refund of {money}. This cannot be undone.', {
        ...values,
        money,
      })
    : rich(
        '<buyer>{name}</buyer> will see your reason and get back what is left of the payment, {money}. This cannot be undone.',
        { ...values, money },
      );
}

interface CancelFormProps {
  order: Order;
  onClose: () => void;
  onSending: (isSending: boolean) => void;
}

function CancelForm({ order, onClose, onSending }: CancelFormProps) {
  const [reason, setReason] = useState('');
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isMissing, setMissing] = useState(false);
  /** The failure stays while the next attempt runs, so that the buttons do not move under the finger. */
  const [failure, setFailure] = useState<Error>();
  const cancel = useMutation<Awaited<ReturnType<typeof cancelOrder>>, Error, string>({
    mutationFn: (words) => cancelOrder(order, words),
    onMutate: () => onSending(true),
    onError: setFailure,
    onSettled: () => onSending(false),
    onSuccess: (cancelled) => {
      onClose();
      const done = t('Order {number} is cancelled.', { number: orderLabel(order) });
      showToast(`${done} ${refundText(cancelled)}`, { timeout: 6000 });
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (cancel.isPending) return;
    const words = reason.trim();
    setMissing(words === '');
    if (words === '') field.current?.focus();
    else cancel.mutate(words);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{consequences(order)}</p>
      <TextArea
        ref={field}
        label={t('Reason')}
        hint={t('For example: The prawns are sold out.')}
        error={isMissing && t('Please give a reason.')}
        value={reason}
        maxLength={MAX_REASON}
        required
        data-autofocus
        onChange={({ target }) => setReason(target.value)}
      />
      {failure && <Alert>{refusal(failure, isOnline)}</Alert>}
      <div className={styles.buttons}>
        <Button
          variant="quiet"
          aria-disabled={cancel.isPending || undefined}
          onClick={cancel.isPending ? undefined : onClose}
        >
          {t('Keep order')}
        </Button>
        <Button type="submit" variant="danger" busy={cancel.isPending}>
          {t('Cancel order')}
        </Button>
      </div>
    </form>
  );
}

function refusal(error: Error, isOnline: boolean): string {
  if (isApiError(error) && error.status > 0) return error.message;
  return isOnline
    ? t('That did not work. Please try again.')
    : t('You are offline. Cancel the order when you are connected again.');
}
