import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import { AlertDialog, Button, Select, Sheet } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './menu-editor.module.css';
import { changeEntry, type EntryAction } from './menu-editor.resource';
import { destinationsFor, type Place, stepTarget } from './menu-tree.rules';

export interface EntryActionsProps {
  vendorId: string;
  menu: MenuEditor;
  kind: MenuEntryKind;
  /** The entry's position; null once it has left the menu. */
  place: Place | null;
  onEdit: () => void;
  onClose: () => void;
}

/** Offers the actions of an entry besides editing. The dialog stays open while the entry is moved. */
export function EntryActions({ vendorId, menu, kind, place, onEdit, onClose }: EntryActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const act = useMutation({
    mutationFn: (action: EntryAction & { id: number }) => changeEntry(vendorId, { kind, id: action.id }, action),
    onSuccess: (_edited, action) => {
      if (action.do !== 'move') onClose();
    },
    onError: (error) => {
      setIsAsking(false);
      showToast((error as unknown as ApiErrorShape).message, { color: 'danger' });
    },
  });
  if (!place) return null;
  const { entry, siblings, parentId } = place;
  const { id, name, status } = entry;
  const send = (action: EntryAction) => {
    if (!act.isPending) act.mutate({ ...action, id });
  };
  const step = (direction: 'up' | 'down') => {
    const afterId = stepTarget(place, direction);
    if (afterId !== undefined) send({ do: 'move', afterId });
  };
  const destinations = destinationsFor(menu, kind);
  const position = siblings.findIndex((each) => each.id === id) + 1;

  return (
    <>
      <Sheet open={!isAsking} title={name} onClose={onClose}>
        <div className={styles.sheet}>
          <Button wide icon={Pencil} onClick={onEdit}>
            {t('Edit')}
          </Button>
          <Button
            wide
            icon={status === 'active' ? EyeOff : Eye}
            onClick={() => send({ do: status === 'active' ? 'hide' : 'show' })}
          >
            {status === 'active' ? t('Hide from customers') : t('Show to customers')}
          </Button>
          <div className={styles.steps}>
            <Button
              wide
              icon={ArrowUp}
              aria-disabled={stepTarget(place, 'up') === undefined || undefined}
              onClick={() => step('up')}
            >
              {t('Move up')}
            </Button>
            <Button
              wide
              icon={ArrowDown}
              aria-disabled={stepTarget(place, 'down') === undefined || undefined}
              onClick={() => step('down')}
            >
              {t('Move down')}
            </Button>
          </div>
          <p role="status" className={styles.note}>
            {t('Place {position} of {length}', { position, length: siblings.length })}
          </p>
          {destinations.length > 1 && (
            <Select
              label={kind === 'items' ? t('Section') : t('Menu')}
              options={destinations.map((each) => ({ value: String(each.id), label: each.name }))}
              value={String(parentId)}
              onChange={({ target }) => {
                const destination = destinations.find((each) => String(each.id) === target.value);
                if (destination) send({ do: 'move', afterId: destination.lastId, parentId: destination.id });
              }}
            />
          )}
          <Button wide icon={Copy} onClick={() => send({ do: 'duplicate' })}>
            {t('Duplicate')}
          </Button>
          <Button wide variant="danger" icon={Trash2} onClick={() => setIsAsking(true)}>
            {t('Delete')}
          </Button>
        </div>
      </Sheet>
      <AlertDialog
        open={isAsking}
        title={deleteQuestion(kind, name)}
        okLabel={t('Delete')}
        closeLabel={t('Cancel')}
        isDanger
        busy={act.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => send({ do: 'remove' })}
      >
        {kind === 'items'
          ? t('It leaves the menu. Orders and receipts keep it. To take it away for a while, hide it.')
          : t(
              'It leaves the menu with everything in it. Orders and receipts keep it. To take it away for a while, hide it.',
            )}
      </AlertDialog>
    </>
  );
}

function deleteQuestion(kind: MenuEntryKind, name: string): string {
  return {
    menus: t('Delete the menu {name}?', { name }),
    groups: t('Delete the section {name}?', { name }),
    items: t('Delete the item {name}?', { name }),
  }[kind];
}
