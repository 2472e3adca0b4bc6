import { useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { Button, Modal, TextArea } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { t } from '../words';
import styles from './orders.module.css';
import { cancelOrder, useRefunds } from './orders.resource';

/** Cancels an order that is not collected yet, with a reason. What is left of its payment goes back, if anything is. */
export function CancelOrder({ orderId }: { orderId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const goesBack = useRefunds(orderId).data?.left !== 0;
  const cancel = useMutation({
    mutationFn: () => cancelOrder(orderId, reason.trim()),
    onSuccess: () => {
      setIsAsking(false);
      const done = goesBack
        ? t('The order is cancelled. What is left of its payment goes back.')
        : t('The order is cancelled.');
      showToast(done, { color: 'success' });
    },
    onError: showFailure,
  });
  const submit = () => {
    if (reason.trim() === '') setError(t('Please give a reason.'));
    else if (!cancel.isPending) cancel.mutate();
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {t('Cancel the order')}
      </Button>
      <Modal
        open={isAsking}
        title={t('Cancel the order?')}
        text={
          goesBack
            ? t('It leaves the kitchen for good, and what is left of its payment goes back.')
            : t('It leaves the kitchen for good. Nothing is left of its payment, so nothing goes back any more.')
        }
        onClose={() => setIsAsking(false)}
      >
        <div className={styles.form}>
          <TextArea
            label={t('Reason')}
            hint={t('The customer reads it.')}
            value={reason}
            error={error}
            maxLength={300}
            onChange={({ target }) => {
              setReason(target.value);
              setError(undefined);
            }}
          />
          <div className={styles.actions}>
            <Button variant="danger" busy={cancel.isPending} onClick={submit}>
              {t('Cancel the order')}
            </Button>
            <Button disabled={cancel.isPending} onClick={() => setIsAsking(false)}>
              {t('Keep the order')}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
