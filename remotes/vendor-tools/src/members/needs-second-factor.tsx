import { Button, EmptyState, StatePage } from 'shared-contracts/ui';
import { t } from '../words';

/** Leads an operator to the second factor that the hall asks for. */
export function NeedsSecondFactor({ heading }: { heading: string }) {
  return (
    <StatePage heading={heading}>
      <EmptyState
        title={t('This hall asks its operators for a second factor.')}
        text={t('Set one up in My Account, then come back.')}
        action={
          <Button variant="primary" to="/profile?second-factor">
            {t('Set up a second factor')}
          </Button>
        }
      />
    </StatePage>
  );
}
