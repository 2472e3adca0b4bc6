import { useEffect } from 'react';
import { site } from 'shared-contracts/site';
import { FailedState } from 'shared-contracts/ui';

export interface LoadFailedProps {
  /** What was asked for, for the console. */
  what: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** What could not be loaded says so, what is safe, and offers Try Again. */
export function LoadFailed({ what, error, isRetrying, onRetry }: LoadFailedProps) {
  useEffect(() => console.warn(`Could not load ${what}`, error), [what, error]);
  return (
    <FailedState
      text={`Your cart is safe. The rest of ${site().brand} still works.`}
      busy={isRetrying}
      onRetry={onRetry}
    />
  );
}
