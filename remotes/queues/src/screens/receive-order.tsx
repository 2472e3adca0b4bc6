import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { Order } from 'shared-contracts/types';
import { AlertDialog, Button } from 'shared-contracts/ui';
import { orderLabel, receivedText } from '../order/order-words.rules';
import { receiveEntry } from '../queue/moves.resource';
import { rich, t } from '../words';

export interface ReceiveOrderProps {
  order: Order;
  queueId: number;
}

/** Marks an order as received, which ends it, after asking once more. */
export function ReceiveOrder({ order, queueId }: ReceiveOrderProps) {
  const [isAsking, setAsking] = useState(false);
  const receive = useMutation({
    mutationFn: () => receiveEntry(queueId),
    onSuccess: (outcome) => {
      setAsking(false);
      if (outcome.result === 'moved') {
        showToast(receivedText(orderLabel(order)), { color: 'success' });
      } else showToast(outcome.message, { color: outcome.result === 'failed' ? 'danger' : 'dark', timeout: 6000 });
    },
  });
  return (
    <>
      <Button variant="success" size="tall" wide icon={PackageCheck} onClick={() => setAsking(true)}>
        {t('Mark as received')}
      </Button>
      <AlertDialog
        open={isAsking}
        title={t('Mark as received')}
        onClose={() => setAsking(false)}
        onOk={() => receive.mutate()}
        busy={receive.isPending}
      >
        {rich('Do you have everything of order <number>{label}</number> from <vendor>{name}</vendor>?', {
          label: orderLabel(order),
          name: order.vendor.name,
          number: (text) => (
            <span key="number" translate="no">
              {text}
            </span>
          ),
          vendor: (text) => (
            <span key="vendor" translate="no">
              {text}
            </span>
          ),
        })}
      </AlertDialog>
    </>
  );
}
