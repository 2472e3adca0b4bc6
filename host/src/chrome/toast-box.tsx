import { publish, useShell } from 'shared-contracts/events';
import { Toast } from 'shared-contracts/ui';

export function ToastBox() {
  const toast = useShell((state) => state.toast);
  return <Toast toast={toast} onDismiss={() => publish('toast-dismissed', {})} />;
}
