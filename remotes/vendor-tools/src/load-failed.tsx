import { useEffect } from 'react';
import { FailedState, Page } from 'shared-contracts/ui';

export interface LoadFailedProps {
  /** What was asked for, for the console. */
  what: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

export function LoadFailed({ what, error, isRetrying, onRetry }: LoadFailedProps) {
  useEffect(() => console.warn(`Could not load ${what}`, error), [what, error]);
  return (
    <Page>
      <FailedState text="Nothing was changed. Your orders still come in." busy={isRetrying} onRetry={onRetry} />
    </Page>
  );
}
