import { Button, EmptyState, StatePage } from 'shared-contracts/ui';
import { t } from './words';

/** Says that the vendor of this page is not one of the user's. @param page the heading */
export function NotYours({ page }: { page: string }) {
  return (
    <StatePage heading={page}>
      <EmptyState
        title={t('This is not one of your vendors.')}
        text={t('Switch accounts in My Account, or ask the vendor to add you.')}
        action={
          <Button variant="primary" to="/profile">
            {t('My Account')}
          </Button>
        }
      />
    </StatePage>
  );
}
