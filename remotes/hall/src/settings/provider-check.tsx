import { useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import type { ProviderCheck as Check, HallSettings } from 'shared-contracts/types';
import { Alert, Button, Card, cx } from 'shared-contracts/ui';
import { t } from '../words';
import { checkProvider } from './provider-check.resource';
import { keyFinding, webhookFinding } from './provider-words';
import styles from './settings.module.css';

interface ProviderCheckProps {
  venueId: string;
  payments: HallSettings['payments'];
}

/** Asks the provider about the keys, and says what it said. */
export function ProviderCheck({ venueId, payments }: ProviderCheckProps) {
  const [found, setFound] = useState<Check>();
  const check = useMutation<Check, ApiErrorShape>({
    mutationFn: () => checkProvider(venueId),
    onMutate: () => setFound(undefined),
    onSuccess: setFound,
  });
  return (
    <Card as="section" padded className={styles.section} aria-labelledby="check">
      <div className={styles.between}>
        <h2 id="check">{t('Check')}</h2>
        <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
          {t('Check now')}
        </Button>
      </div>
      <p className={styles.note}>
        {t('The provider is asked about the key, and a webhook is sent to the site. Nothing is charged.')}
      </p>
      <div aria-live="polite" className={cx(styles.section, styles.live)}>
        {found && <Findings found={found} payments={payments} />}
        {check.error && <Alert>{failureText(check.error)}</Alert>}
      </div>
    </Card>
  );
}

function Findings({ found, payments }: { found: Check; payments: HallSettings['payments'] }) {
  const findings = { key: keyFinding(found, payments), webhooks: webhookFinding(found) };
  return Object.entries(findings).map(
    ([about, finding]) =>
      finding && (
        <Alert key={about} tone={finding.isOk ? 'done' : 'danger'}>
          {finding.text}
        </Alert>
      ),
  );
}

const failureText = (error: ApiErrorShape): string =>
  isApiError(error) && error.status >= 400 && error.status < 500
    ? error.message
    : t('The check could not be made. Please try again.');
