import { useShell } from 'shared-contracts/events';
import { FailedState, type FailedStateProps, StatePage } from 'shared-contracts/ui';
import { t } from './words';

export interface LoadFailedProps {
  /** The page's heading, for screen readers. */
  page: string;
  error: FailedStateProps['error'];
  isRetrying: boolean;
  /** The user works a queue, whose orders still arrive. The default is true. */
  hasOrders?: boolean;
  onRetry: () => void;
}

export function LoadFailed({ page, error, isRetrying, hasOrders = true, onRetry }: LoadFailedProps) {
  // Offline no orders arrive, and the shell says so.
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const text = isOnline && hasOrders ? t('Nothing was changed. Your orders still come in.') : t('Nothing was changed.');
  return (
    <StatePage heading={page}>
      <FailedState text={text} error={error} busy={isRetrying} onRetry={onRetry} />
    </StatePage>
  );
}
