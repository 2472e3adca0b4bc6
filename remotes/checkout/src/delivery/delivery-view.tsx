import { type DeliveryChoice, describeDelivery } from 'shared-contracts/rules/delivery';
import { Alert, Button, DELIVERY_ICONS, Icon, LinkText } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './delivery.module.css';

export interface DeliveryViewProps {
  choice: DeliveryChoice;
  instructions: string;
  /** Without it there is no Change button. */
  onChange: (() => void) | undefined;
  /** The table where the guest sits, if the order goes elsewhere. */
  table: DeliveryChoice | undefined;
  onTakeTable: (table: DeliveryChoice) => void;
  /** Why the table was not saved. */
  failure: string | undefined;
}

/** Shows the chosen delivery in one line. */
export function DeliveryView({ choice, instructions, onChange, table, onTakeTable, failure }: DeliveryViewProps) {
  return (
    <div className={styles.view}>
      <Icon of={DELIVERY_ICONS[choice.type || 'collect']} />
      <div className={styles.chosen}>
        <p className={styles.method}>{describeDelivery(choice)}</p>
        {instructions && (
          <p className={styles.instructions} translate="no">
            <bdi>{instructions}</bdi>
          </p>
        )}
        {table && (
          <LinkText className={styles.instead} onClick={() => onTakeTable(table)}>
            {t('{delivery} instead', { delivery: describeDelivery(table) })}
          </LinkText>
        )}
        {failure && <Alert>{failure}</Alert>}
      </div>
      {onChange && (
        <Button size="small" onClick={onChange}>
          {t('Change')}
        </Button>
      )}
    </div>
  );
}
