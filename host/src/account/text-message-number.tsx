import { type ApiErrorShape, api } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { invalidate, useMutation, useResource } from 'shared-contracts/query';
import type { AuthContext, Envelope, Phone } from 'shared-contracts/types';
import { Alert, Button, Card, FailedState } from 'shared-contracts/ui';
import { showFailure } from '../sign-in/sign-in';
import { t } from '../words';
import { useMe } from './me.resource';
import styles from './text-message-number.module.css';

const PHONE = '/me/phone';

/**
 * Shows the confirmed number for text messages, which its person can remove. It shows nothing without one, and no failure of its own beside that of the
 * account.
 */
export function TextMessageNumber({ context }: { context: AuthContext }) {
  const { data: me } = useMe(context);
  const { data, error, isFetching, refetch } = useResource<Envelope<Phone>, Phone>(
    PHONE,
    {},
    { select: ({ data: phone }) => phone },
  );
  const remove = useMutation<void, ApiErrorShape, void>({
    mutationFn: () => api().delete(PHONE),
    onSuccess: () => {
      void invalidate(PHONE);
      showToast(t('Your number is removed. You get no more text messages.'), { color: 'success' });
    },
    onError: showFailure,
  });
  if (!me) return null;
  // An earlier server knows no numbers.
  if (!data && error && error.status !== 404) {
    return (
      <FailedState
        variant="row"
        title={t('Your number for text messages could not be loaded')}
        error={error}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (!data?.number || !data.confirmed_at) return null;
  return (
    <Card className={styles.card}>
      <div className={styles.row}>
        <div className={styles.words}>
          <h2 className={styles.title}>{t('Text messages')}</h2>
          <p className={styles.number}>
            <bdi dir="ltr" translate="no">
              {data.number}
            </bdi>
          </p>
        </div>
        <Button size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('Remove')}
        </Button>
      </div>
      {data.is_stopped && (
        <Alert tone="info">
          {t('This number replied STOP, so it gets no messages. Reply START to the last message to get them again.')}
        </Alert>
      )}
    </Card>
  );
}
