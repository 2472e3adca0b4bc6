import { Button, EmptyState, StatePage } from 'shared-contracts/ui';
import { PATHS } from '../routes/paths';
import { t } from '../words';

/** Says that a page is for the operators of a hall. @param heading the title of the page */
export function NotOperatorScreen({ heading }: { heading: string }) {
  return (
    <StatePage heading={heading}>
      <EmptyState
        title={t('You do not operate a hall.')}
        text={t('Ask one of the operators of your hall to invite you.')}
        action={
          <Button variant="primary" to={PATHS.account}>
            {t('My Account')}
          </Button>
        }
      />
    </StatePage>
  );
}
