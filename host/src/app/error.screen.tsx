import { Button, FailedState, StatePage } from 'shared-contracts/ui';
import { PATHS } from '../routes/paths';
import { t } from '../words';

/** Shows that the shell itself failed. Its link is a plain one, since the router may have failed. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <StatePage heading={t('Something went wrong')}>
      <FailedState
        title={t('Unexpected Application Error!')}
        text={t('Your orders and your cart are safe. Try again, or start over.')}
        onRetry={onRetry}
        action={
          <Button variant="quiet" href={PATHS.home}>
            {t('Start Over')}
          </Button>
        }
      />
    </StatePage>
  );
}
