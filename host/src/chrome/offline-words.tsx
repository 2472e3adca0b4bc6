import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useShell } from 'shared-contracts/events';
import { Icon } from 'shared-contracts/ui';
import { t } from '../words';

/** Says what the page can do without a connection, for a guest or for a stall's staff (docs/decisions/queue.md). */
export function OfflineWords({ children }: { children: ReactNode }) {
  const isVendor = useShell(({ session }) => session?.context.type === 'Vendor');
  return (
    <>
      <Icon of={WifiOff} size="small" />
      <span>
        {children}{' '}
        <span>
          {isVendor
            ? t('What you see may be old. Pick, Done and Collected are sent later, and nothing else is.')
            : t('What you see may be old, and nothing can be ordered.')}
        </span>
      </span>
    </>
  );
}
