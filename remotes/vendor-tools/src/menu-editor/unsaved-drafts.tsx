import { useState } from 'react';
import type { MenuEditor } from 'shared-contracts/types';
import { Alert, AlertDialog, Button } from 'shared-contracts/ui';
import { readDrafts, storeDraft, targetAt } from './draft-store';
import styles from './menu-editor.module.css';
import { placeOf, WORDS } from './menu-tree.rules';

export interface UnsavedDraftsProps {
  vendorId: string;
  menu: MenuEditor;
  addresses: readonly string[];
  onOpen: (address: string) => void;
  onDiscarded: () => void;
}

/** Lists the drafts whose form was left without saving. */
export function UnsavedDrafts({ vendorId, menu, addresses, onOpen, onDiscarded }: UnsavedDraftsProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const discard = () => {
    const target = targetAt(asked);
    if (target) storeDraft(vendorId, target, null);
    setAsked(null);
    onDiscarded();
  };
  return (
    <>
      {addresses.map((address) => {
        const name = nameOf(vendorId, menu, address);
        return (
          <Alert key={address} tone="info">
            <div className={styles.alert}>
              <p>{`You have unsaved changes: ${name}.`}</p>
              <div className={styles.actions}>
                <Button size="small" aria-label={`Continue with ${name}`} onClick={() => onOpen(address)}>
                  Continue
                </Button>
                <Button size="small" variant="plain" aria-label={`Discard ${name}`} onClick={() => setAsked(address)}>
                  Discard
                </Button>
              </div>
            </div>
          </Alert>
        );
      })}
      <AlertDialog
        open={asked !== null}
        title="Discard your changes?"
        okLabel="Discard"
        closeLabel="Keep them"
        isDanger
        onClose={() => setAsked(null)}
        onOk={discard}
      >
        What you typed will be lost.
      </AlertDialog>
    </>
  );
}

function nameOf(vendorId: string, menu: MenuEditor, address: string): string {
  const target = targetAt(address);
  if (!target) return address;
  const typed = readDrafts(vendorId)[address]?.draft.name.trim();
  const stored = target.id === null ? null : placeOf(menu, target.kind, target.id)?.entry.name;
  return typed || stored || `a new ${WORDS[target.kind]}`;
}
