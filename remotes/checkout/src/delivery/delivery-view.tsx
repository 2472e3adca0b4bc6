import { type DeliveryChoice, describeDelivery } from 'shared-contracts/rules/delivery';
import { Button, DELIVERY_ICONS, Icon } from 'shared-contracts/ui';
import styles from './delivery.module.css';

export interface DeliveryViewProps {
  choice: DeliveryChoice;
  instructions: string;
  /** Left out, there is nothing to change. */
  onChange: (() => void) | undefined;
}

/** The settled choice, at a glance. */
export function DeliveryView({ choice, instructions, onChange }: DeliveryViewProps) {
  return (
    <div className={styles.view}>
      <Icon of={DELIVERY_ICONS[choice.type || 'collect']} />
      <div className={styles.chosen}>
        <p className={styles.method}>{describeDelivery(choice)}</p>
        {instructions && <p className={styles.instructions}>{instructions}</p>}
      </div>
      {onChange && (
        <Button size="small" onClick={onChange}>
          Change
        </Button>
      )}
    </div>
  );
}
