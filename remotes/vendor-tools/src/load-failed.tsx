import { useEffect } from 'react';
import { FailedState, StatePage } from 'shared-contracts/ui';

export interface LoadFailedProps {
  /** The page's heading, for those who listen. */
  page: string;
  /** What was asked for, for the console. */
  what: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

export function LoadFailed({ page, what, error, isRetrying, onRetry }: LoadFailedProps) {
  useEffect(() => console.warn(`Could not load ${what}`, error), [what, error]);
  return (
    <StatePage heading={page}>
      <FailedState text="Nothing was changed. Your orders still come in." busy={isRetrying} onRetry={onRetry} />
    </StatePage>
  );
}
