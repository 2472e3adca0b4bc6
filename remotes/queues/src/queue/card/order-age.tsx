import { isOverdue } from 'shared-contracts/rules/queue-state';
import { Age } from 'shared-contracts/ui';
import { ageText } from '../../order/order-time.rules';
import { useTicking } from '../ticker';

/** How long an order has been waiting, by the clock: green, from 20 minutes on red. */
export function OrderAge({ createdAt }: { createdAt: string }) {
  const text = useTicking((now) => ageText(createdAt, now));
  const isLate = useTicking((now) => isOverdue(createdAt, now));
  return (
    <Age isLate={isLate} dateTime={createdAt}>
      {text}
    </Age>
  );
}
