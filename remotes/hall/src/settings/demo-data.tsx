import { useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { HallSettings } from 'shared-contracts/types';
import { Alert, AlertDialog, Button, Card, cx } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { t } from '../words';
import styles from './settings.module.css';
import { type DemoRemoval, findDemo, removeDemo } from './site.resource';
import { SiteOnly } from './site-only';

/** Removes the halls and accounts of the demo from the whole site, after it has shown which. */
export function DemoData({ settings }: { settings: HallSettings }) {
  if (!settings.is_site_operator) return <SiteOnly command="npm run foodhall -- demo remove" />;
  return <Removal />;
}

function Removal() {
  const [found, setFound] = useState<DemoRemoval>();
  const [isAsking, setIsAsking] = useState(false);
  const find = useMutation<DemoRemoval, ApiErrorShape>({ mutationFn: findDemo, onSuccess: setFound });
  const remove = useMutation<DemoRemoval, ApiErrorShape>({
    mutationFn: removeDemo,
    onSuccess: () => {
      setFound({ venues: [], accounts: [] });
      showToast(t('The data of the demo are removed.'), { color: 'success' });
    },
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  const isEmpty = found !== undefined && found.venues.length + found.accounts.length === 0;
  return (
    <div className={styles.form}>
      <p className={styles.note}>
        {t(
          'The demo has halls with stalls and menus, and accounts whose passwords are public. Remove it before guests come. What has orders is archived and stays with the reports.',
        )}
      </p>
      {found === undefined && (
        <div className={styles.actions}>
          <Button variant="primary" busy={find.isPending} onClick={() => find.mutate()}>
            {t('Show what would go')}
          </Button>
        </div>
      )}
      <div aria-live="polite" className={cx(styles.section, styles.live)}>
        {find.error && <Alert>{failureText(find.error)}</Alert>}
        {isEmpty && <Alert tone="done">{t('This site has nothing of the demo.')}</Alert>}
      </div>
      {found && !isEmpty && (
        <>
          <Found found={found} />
          <div className={styles.actions}>
            <Button onClick={() => setIsAsking(true)}>{t('Remove the demo')}</Button>
          </div>
        </>
      )}
      <AlertDialog
        open={isAsking}
        title={t('Remove the demo?')}
        okLabel={t('Remove')}
        closeLabel={t('Cancel')}
        isDanger
        busy={remove.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => remove.mutate()}
      >
        {t('Its halls and accounts go from the whole site. This cannot be undone.')}
      </AlertDialog>
    </div>
  );
}

function Found({ found: { venues, accounts } }: { found: DemoRemoval }) {
  return (
    <Card as="ul" clip aria-label={t('What would go')}>
      {venues.map(({ slug, name, outcome }) => (
        <li key={slug} className={styles.item}>
          <span className={styles.words}>
            <span className={styles.name}>
              <bdi translate="no">{name}</bdi>
            </span>
            <span className={styles.note}>
              {outcome === 'archived' ? t('A hall with orders: archived') : t('A hall: deleted')}
            </span>
          </span>
        </li>
      ))}
      {accounts.map(({ email, outcome }) => (
        <li key={email} className={styles.item}>
          <span className={styles.words}>
            <span className={styles.name}>
              <bdi translate="no">{email}</bdi>
            </span>
            <span className={styles.note}>
              {outcome === 'closed' ? t('An account with orders: closed') : t('An account: deleted')}
            </span>
          </span>
        </li>
      ))}
    </Card>
  );
}

const failureText = (error: ApiErrorShape): string =>
  isApiError(error) && error.status >= 400 && error.status < 500
    ? error.message
    : t('That could not be read. Please try again.');
