import { useShell } from 'shared-contracts/events';
import { FailedState, type FailedStateProps } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './may-be-old.module.css';

interface SeenBefore {
  data: unknown;
  error: FailedStateProps['error'];
  isError: boolean;
  /** False while the data are of an earlier visit. The first request of this page may have failed and be retried (`failureCount`). */
  isFetched: boolean;
  failureCount: number;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Says that the screen shows earlier data, since the latest could not be loaded. Offline the shell says so itself. */
export function MayBeOld({ of: queries }: { of: readonly SeenBefore[] }) {
  const isOnline = useShell((state) => state.connection.isOnline);
  const failed = queries.filter(
    ({ data, isError, isFetched, failureCount }) => data !== undefined && (isError || (!isFetched && failureCount > 0)),
  );
  if (!isOnline || failed.length === 0) return null;
  return (
    <FailedState
      className={styles.note}
      variant="row"
      title={t('What you see may be old')}
      text={t('The latest version could not be loaded.')}
      error={failed.find(({ error }) => error)?.error}
      busy={failed.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const query of failed) void query.refetch();
      }}
    />
  );
}
