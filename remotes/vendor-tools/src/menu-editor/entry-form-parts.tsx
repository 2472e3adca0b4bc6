import type { MenuEntryKind } from 'shared-contracts/types';
import { AlertDialog, Button, EmptyState, Page } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './menu-editor.module.css';

const goneText = (kind: MenuEntryKind): string =>
  ({
    menus: t('This menu is not in the menu any more.'),
    groups: t('This section is not in the menu any more.'),
    items: t('This item is not in the menu any more.'),
  })[kind];

/** Says that an entry is not in the menu, in place of its form. */
export function Gone({ kind, onClose }: { kind: MenuEntryKind; onClose: () => void }) {
  return (
    <Page width="account" className={styles.page}>
      <h1>{t('Menu')}</h1>
      <EmptyState
        title={goneText(kind)}
        action={
          <Button variant="primary" onClick={onClose}>
            {t('Back to the menu')}
          </Button>
        }
      />
    </Page>
  );
}

interface DiscardDialogProps {
  open: boolean;
  onClose: () => void;
  onDiscard: () => void;
}

export function DiscardDialog({ open, onClose, onDiscard }: DiscardDialogProps) {
  return (
    <AlertDialog
      open={open}
      title={t('Discard your changes?')}
      okLabel={t('Discard')}
      closeLabel={t('Keep editing')}
      isDanger
      onClose={onClose}
      onOk={onDiscard}
    >
      {t('What you typed will be lost.')}
    </AlertDialog>
  );
}
