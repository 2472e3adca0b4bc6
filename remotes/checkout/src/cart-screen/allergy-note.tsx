import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { Order } from 'shared-contracts/types';
import { Alert, Button, TextArea } from 'shared-contracts/ui';
import { useAllergyNoteChange } from '../cart/cart.resource';
import { type EditingChange, noteOf } from '../cart/cart.rules';
import { useFocusAfterAct } from '../cart/use-focus-after-act';
import { t } from '../words';
import styles from './allergy-note.module.css';
import { keepTypedNote, readTypedNote } from './typed-note';

const MOST = 300;

export interface AllergyNoteProps {
  order: Order;
  /** Receives whether the note is open, which blocks payment. Must be a stable function. */
  onEditingChange: EditingChange;
}

/** Edits the note about the buyer's allergies for the kitchen of one order. The cart itself shows the saved note. */
export function AllergyNote({ order, onEditingChange }: AllergyNoteProps) {
  const { id, vendor, allergy_note: saved = '' } = order;
  const [typed, setTyped] = useState(() => readTypedNote(id));
  const { save, isSaving, failure, forget } = useAllergyNoteChange(id);
  const isOpen = typed !== undefined;

  useEffect(() => {
    onEditingChange(noteOf(id), isOpen);
    return () => onEditingChange(noteOf(id), false);
  }, [onEditingChange, id, isOpen]);

  const { box, noteActed } = useFocusAfterAct(isOpen);
  const type = (text: string | undefined) => {
    setTyped(text);
    keepTypedNote(id, text);
  };
  const close = () => {
    noteActed();
    forget();
    type(undefined);
  };
  const open = () => {
    noteActed();
    type(saved);
  };
  return (
    <div ref={box} tabIndex={-1}>
      {isOpen ? (
        <form
          className={styles.form}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            save(typed.trim(), close);
          }}
        >
          <TextArea
            label={t('Your allergies, for {name}', { name: vendor.name })}
            hint={t('The kitchen sees this on your order. If an allergy is severe, speak to the stall as well.')}
            maxLength={MOST}
            rows={2}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
          <div className={styles.actions}>
            <Button size="small" type="submit" busy={isSaving}>
              {t('Save')}
            </Button>
            <Button size="small" variant="quiet" onClick={close}>
              {t('Cancel')}
            </Button>
          </div>
          {failure && <Alert>{failure}</Alert>}
        </form>
      ) : (
        <Button size="small" variant="quiet" icon={TriangleAlert} onClick={open}>
          {saved ? t('Change the allergy note') : t('Add an allergy note')}
        </Button>
      )}
    </div>
  );
}
