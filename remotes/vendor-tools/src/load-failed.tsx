import { useShell } from 'shared-contracts/events';
import { FailedState, StatePage } from 'shared-contracts/ui';

export interface LoadFailedProps {
  /** The page's heading, for those who listen. */
  page: string;
  isRetrying: boolean;
  onRetry: () => void;
}

export function LoadFailed({ page, isRetrying, onRetry }: LoadFailedProps) {
  // Offline none come in here, which the shell says.
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const text = `Nothing was changed.${isOnline ? ' Your orders still come in.' : ''}`;
  return (
    <StatePage heading={page}>
      <FailedState text={text} busy={isRetrying} onRetry={onRetry} />
    </StatePage>
  );
}
