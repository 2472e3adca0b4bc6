import { useEffect, useState } from 'react';
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

  // The panel takes its content away with it. What is inside goes a moment earlier, while its boundary is there to catch it.
  const [wasOpen, setWasOpen] = useState(isOpen);
  useEffect(() => setWasOpen(isOpen), [isOpen]);

  return (
    <SidePanel open={isOpen || wasOpen} onClose={close} title="Notifications" side="right">
      <Slot name="notifications-panel" isShown={isOpen} />
    </SidePanel>
  );
}
