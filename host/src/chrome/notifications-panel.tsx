import { useEffect, useState } from 'react';
import { publish, useShell } from 'shared-contracts/events';
import { Slot } from 'shared-contracts/remote';
import { useLocation } from 'shared-contracts/router';
import { SidePanel } from 'shared-contracts/ui';
import { t } from '../words';

const close = () => publish('notifications-closed', {});

/** The panel of a slot, which the queues remote fills. It closes when the address changes. */
export function NotificationsPanel() {
  const isOpen = useShell((state) => state.isNotificationsOpen);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address
  useEffect(() => close, [key]);

  // The slot unmounts one render before the panel, while its boundary can still catch errors of its cleanup.
  const [wasOpen, setWasOpen] = useState(isOpen);
  useEffect(() => setWasOpen(isOpen), [isOpen]);

  return (
    <SidePanel open={isOpen || wasOpen} onClose={close} title={t('Notifications')} side="right">
      <Slot name="notifications-panel" isShown={isOpen} />
    </SidePanel>
  );
}
