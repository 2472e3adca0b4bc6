import { Button, EmptyState, StatePage } from 'shared-contracts/ui';
import { t } from './words';

/** Says that the user does not run the venue of this page. @param page the heading @param title who sees the page */
export function NotOperator({ page, title }: { page: string; title: string }) {
  return (
    <StatePage heading={page}>
      <EmptyState
        title={title}
        text={t('Ask one of them to invite you.')}
        action={
          <Button variant="primary" to="/profile">
            {t('My Account')}
          </Button>
        }
      />
    </StatePage>
  );
}
