import { useShell } from 'shared-contracts/events';
import { FailedState, type FailedStateProps, StatePage } from 'shared-contracts/ui';

export interface LoadFailedProps {
  /** The page's heading, for those who listen. */
  page: string;
  error: FailedStateProps['error'];
  isRetrying: boolean;
  /** The user works a queue, whose orders come in all the same. By default so. */
  hasOrders?: boolean;
  onRetry: () => void;
}

export function LoadFailed({ page, error, isRetrying, hasOrders = true, onRetry }: LoadFailedProps) {
  // Offline none come in here, which the shell says.
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const text = `Nothing was changed.${isOnline && hasOrders ? ' Your orders still come in.' : ''}`;
  return (
    <StatePage heading={page}>
      <FailedState text={text} error={error} busy={isRetrying} onRetry={onRetry} />
    </StatePage>
  );
}
