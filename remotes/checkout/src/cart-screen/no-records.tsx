import { Button, EmptyState } from 'shared-contracts/ui';
import { t } from '../words';

/** Shown if the address names a cart or venue that does not exist. */
export function NoRecords() {
  return (
    <EmptyState
      title={t('No records found.')}
      action={
        <Button variant="primary" to="/venues">
          {t('See all venues')}
        </Button>
      }
    />
  );
}
