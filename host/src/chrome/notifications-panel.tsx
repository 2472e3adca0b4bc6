import { useEffect } from 'react';
import { publish, useShell } from 'shared-contracts/events';
import { Slot } from 'shared-contracts/remote';
import { useLocation } from 'shared-contracts/router';
import { SidePanel } from 'shared-contracts/ui';

const close = () => publish('notifications-closed', {});

/** Holds the place; what stands in it is the queues remote's. A notification that leads to its order closes the panel. */
export function NotificationsPanel() {
  const isOpen = useShell((state) => state.isNotificationsOpen);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address
  useEffect(() => close, [key]);

  return (
    <SidePanel open={isOpen} onClose={close} title="Notifications" side="right">
      {isOpen && <Slot name="notifications-panel" />}
    </SidePanel>
  );
}
