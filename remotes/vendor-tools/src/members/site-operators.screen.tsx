import { Button, Card, EmptyState, Page, StatePage } from 'shared-contracts/ui';
import { isRefusal } from '../failures';
import { LoadFailed } from '../load-failed';
import { t } from '../words';
import { EmailForm } from './email-form';
import styles from './members.module.css';
import { LoadingPeople, PersonRow, useFocusAfterRemoval, useIsSelf } from './people-parts';
import { addSiteOperator, removeSiteOperator, type SiteOperator, useSiteOperators } from './site-operators.resource';

/** Lists who runs the site itself. They give and remove the role here; the API says whether the user has it. */
export function Screen() {
  const operators = useSiteOperators();
  const heading = useFocusAfterRemoval((operators.data ?? []).map(({ id }) => id));
  if (operators.error && isRefusal(operators.error)) return <NotSiteOperator />;
  if (!operators.data) {
    if (!operators.error) return <LoadingPeople heading={t('Site operators')} />;
    return (
      <LoadFailed
        page={t('Site operators')}
        error={operators.error}
        isRetrying={operators.isFetching}
        hasOrders={false}
        onRetry={() => void operators.refetch()}
      />
    );
  }
  return (
    <Page width="account" className={styles.page}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {t('Site operators')}
        </h1>
        <p className={styles.note}>
          {t(
            'Site operators make and remove venues, let teams release, and answer for accounts that no venue knows. In a venue they have no role unless its operators give them one.',
          )}
        </p>
      </div>
      {operators.data.length === 0 ? (
        <p className={styles.note}>{t('Nobody runs the site.')}</p>
      ) : (
        <Card as="section" clip aria-label={t('Members')}>
          <ul>
            {operators.data.map((operator) => (
              <OperatorRow key={operator.id} operator={operator} />
            ))}
          </ul>
        </Card>
      )}
      <EmailForm heading={t('Add someone')} action={t('Add site operator')} send={add}>
        <p className={styles.note}>{t('They need an account whose email they have confirmed by a code.')}</p>
      </EmailForm>
    </Page>
  );
}

async function add(email: string): Promise<string> {
  const { name } = await addSiteOperator(email);
  return t('{name} is a site operator now.', { name });
}

function OperatorRow({ operator }: { operator: SiteOperator }) {
  const isSelf = useIsSelf(operator.id);
  return (
    <PersonRow
      user={operator}
      badge={t('Site operator')}
      remove={() => removeSiteOperator(operator.id)}
      loss={
        isSelf
          ? t('You can no longer run the site, on any of your devices.')
          : t('They can no longer run the site, on any of their devices.')
      }
    />
  );
}

function NotSiteOperator() {
  return (
    <StatePage heading={t('Site operators')}>
      <EmptyState
        title={t('Only a site operator sees who runs the site.')}
        text={t('Ask one of them to add you.')}
        action={
          <Button variant="primary" to="/profile">
            {t('My Account')}
          </Button>
        }
      />
    </StatePage>
  );
}
