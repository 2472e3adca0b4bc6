import { useState } from 'react';
import type { MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import { Alert, AlertDialog, Button } from 'shared-contracts/ui';
import { t } from '../words';
import { parseTarget, readDrafts, storeDraft } from './draft-store';
import styles from './menu-editor.module.css';
import { findPlace } from './menu-tree.rules';

export interface UnsavedDraftsProps {
  vendorId: string;
  menu: MenuEditor;
  addresses: readonly string[];
  onOpen: (address: string) => void;
  onDiscarded: () => void;
}

/** Lists the drafts whose form was left without saving. */
export function UnsavedDrafts({ vendorId, menu, addresses, onOpen, onDiscarded }: UnsavedDraftsProps) {
  const [addressToDiscard, setAddressToDiscard] = useState<string | null>(null);
  const discard = () => {
    const target = parseTarget(addressToDiscard);
    if (target) storeDraft(vendorId, target, null);
    setAddressToDiscard(null);
    onDiscarded();
  };
  return (
    <>
      {addresses.map((address) => {
        const name = draftName(vendorId, menu, address);
        return (
          <Alert key={address} tone="info">
            <div className={styles.alert}>
              <p>{t('You have unsaved changes: {name}.', { name })}</p>
              <div className={styles.actions}>
                <Button size="small" aria-label={t('Continue with {name}', { name })} onClick={() => onOpen(address)}>
                  {t('Continue')}
                </Button>
                <Button
                  size="small"
                  variant="plain"
                  aria-label={t('Discard {name}', { name })}
                  onClick={() => setAddressToDiscard(address)}
                >
                  {t('Discard')}
                </Button>
              </div>
            </div>
          </Alert>
        );
      })}
      <AlertDialog
        open={addressToDiscard !== null}
        title={t('Discard your changes?')}
        okLabel={t('Discard')}
        closeLabel={t('Keep them')}
        isDanger
        onClose={() => setAddressToDiscard(null)}
        onOk={discard}
      >
        {t('What you typed will be lost.')}
      </AlertDialog>
    </>
  );
}

function draftName(vendorId: string, menu: MenuEditor, address: string): string {
  const target = parseTarget(address);
  if (!target) return address;
  const typed = readDrafts(vendorId)[address]?.draft.name.trim();
  const stored = target.id === null ? null : findPlace(menu, target.kind, target.id)?.entry.name;
  return typed || stored || newName(target.kind);
}

const newName = (kind: MenuEntryKind): string =>
  ({ menus: t('a new menu'), groups: t('a new section'), items: t('a new item') })[kind];
