import { useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { HallSettings } from 'shared-contracts/types';
import { Alert, AlertDialog, Button, Card, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { StartSteps } from '../start/start-steps';
import { useToday } from '../today/today.resource';
import { t } from '../words';
import { Command } from './command';
import { ProviderCheck } from './provider-check';
import styles from './settings.module.css';
import { setHallOpen } from './settings.resource';

const LIVE_COMMAND = 'npm run foodhall -- payments live --offline';

interface GoLiveProps {
  venueId: string;
  settings: HallSettings;
}

/** What a hall needs before its first guests, and the switch that shows it to them. */
export function GoLive({ venueId, settings }: GoLiveProps) {
  const { payments } = settings;
  const { data, isPending } = useToday(venueId);
  if (isPending)
    return (
      <Skeleton label={t('Loading…')}>
        <SkeletonBlock className={styles.block} />
      </Skeleton>
    );
  const start = data?.start;
  return (
    <div className={styles.form}>
      {start && (
        <Card as="section" padded className={styles.section} aria-labelledby="steps">
          <h2 id="steps">{t('Before the first guests')}</h2>
          <StartSteps venueId={venueId} start={start} />
        </Card>
      )}
      <ProviderCheck venueId={venueId} payments={payments} />
      <Card as="section" padded className={styles.section} aria-labelledby="mode">
        <h2 id="mode">{t('Payments')}</h2>
        <p>{modeText(payments)}</p>
        {payments === 'test' && (
          <>
            <p className={styles.note}>
              {t(
                'Live payments begin on the server: stop the site, run this command, set PAYMENTS=live and the live keys, and start it again. Then enter the live public key under Payment provider.',
              )}
            </p>
            <Command>{LIVE_COMMAND}</Command>
          </>
        )}
      </Card>
      <Opening venueId={venueId} settings={settings} />
    </div>
  );
}

function modeText(payments: HallSettings['payments']): string {
  switch (payments) {
    case 'live':
      return t('This site takes live payments.');
    case 'test':
      return t('This site takes test payments: no money moves.');
    case 'sandbox':
      return t('This site pays in its sandbox: no money moves, and its data cannot go live.');
  }
}

/** Shows the hall to guests, or hides it. Opening asks who acts. */
function Opening({ venueId, settings: { is_open: isOpen, name } }: GoLiveProps) {
  const [isAsking, setIsAsking] = useState(false);
  /** What the question is about. It stays while the page already shows the outcome behind it. */
  const [isOpening, setIsOpening] = useState(false);
  const change = useMutation<void, ApiErrorShape>({
    mutationFn: () => setHallOpen(venueId, isOpening),
    onSuccess: () =>
      showToast(isOpening ? t('{name} is open for guests.', name) : t('{name} is closed for guests.', name), {
        color: 'success',
      }),
    onSettled: () => setIsAsking(false),
  });
  const ask = () => {
    setIsOpening(!isOpen);
    setIsAsking(true);
  };
  return (
    <Card as="section" padded className={styles.section} aria-labelledby="opening">
      <h2 id="opening">{isOpen ? t('The hall is open for guests') : t('The hall is closed for guests')}</h2>
      <p className={styles.note}>
        {isOpen
          ? t('Closed, no guest sees it and nothing can be paid. Orders that were placed go on.')
          : t('Open, guests see it, and its open stalls take orders.')}
      </p>
      <div aria-live="polite" className={styles.live}>
        {change.error && <Alert>{refusalText(change.error)}</Alert>}
      </div>
      <div className={styles.actions}>
        <Button variant={isOpen ? 'secondary' : 'primary'} busy={change.isPending} onClick={ask}>
          {isOpen ? t('Close the hall') : t('Open the hall')}
        </Button>
      </div>
      <AlertDialog
        open={isAsking}
        title={isOpening ? t('Open {name}?', name) : t('Close {name}?', name)}
        okLabel={isOpening ? t('Open the hall') : t('Close the hall')}
        closeLabel={t('Cancel')}
        isDanger={!isOpening}
        busy={change.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => change.mutate()}
      >
        {isOpening ? t('From now on guests see it and can order.') : t('No guest sees it until you open it again.')}
      </AlertDialog>
    </Card>
  );
}

/** Why the hall cannot open: each key that the server lacks, in the words of the API. */
function refusalText(error: ApiErrorShape): string {
  if (!isApiError(error) || error.status < 400 || error.status >= 500) {
    return t('That was not saved. Please try again.');
  }
  return error.errors.is_open?.[0] ?? error.message;
}
