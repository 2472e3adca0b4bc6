import { useShell } from 'shared-contracts/events';
import { site } from 'shared-contracts/site';
import { FailedState, type FailedStateProps } from 'shared-contracts/ui';
import { t } from '../words';

export interface LoadFailedProps {
  error: FailedStateProps['error'];
  isRetrying: boolean;
  onRetry: () => void;
}

/** Says that the data could not be loaded and what is safe, and offers Try Again. Offline, the shell says that the rest does not work. */
export function LoadFailed({ error, isRetrying, onRetry }: LoadFailedProps) {
  const hasCart = useShell(({ session }) => session?.context.type !== 'Vendor');
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const text = [
    hasCart && t('Your cart is safe.'),
    isOnline && t('The rest of {brand} still works.', { brand: site().brand }),
  ].filter(Boolean);
  return <FailedState text={text.join(' ')} error={error} busy={isRetrying} onRetry={onRetry} />;
}
