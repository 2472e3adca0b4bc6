import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import { Alert, AlertDialog, Button, EmptyState, focusAfterTaps, Page } from 'shared-contracts/ui';
import type { useVendorTaxes } from '../item-tax/taxes.resource';
import { SaveBar } from '../save-bar';
import { showInPlace } from '../show-in-place';
import { t } from '../words';
import { EntryFields } from './entry-fields';
import { EntryRefusal } from './entry-refusal';
import {
  type Draft,
  type DraftErrors,
  type Field,
  type Fields,
  NEW_FIELDS,
  pickField,
  readDraft,
  toDraft,
  withKnownIds,
} from './menu-draft.rules';
import styles from './menu-editor.module.css';
import { type Saved, saveEntry, type Target } from './menu-editor.resource';
import { findPlace } from './menu-tree.rules';
import { CropSheet } from './picture/crop-sheet';
import { useEntryDraft } from './use-entry-draft';

export interface EntryFormProps {
  vendorId: string;
  menu: MenuEditor;
  target: Target;
  /** The taxes that an item can have; no other entry has one. */
  taxes: ReturnType<typeof useVendorTaxes>;
  onClose: () => void;
}

/** Edits a menu, a section or an item. The draft is stored until it is saved or discarded. */
export function EntryForm({ vendorId, menu, target, taxes, onClose }: EntryFormProps) {
  const { kind, id } = target;
  const { currency, currency_symbol: symbol } = menu;
  const place = id === null ? null : findPlace(menu, kind, id);
  const { stored, isDirty, isRestored, keep, forget } = useEntryDraft(vendorId, target, menu);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [outcome, setOutcome] = useState<Saved | null>(null);
  /** It stays while the next attempt runs, so that nothing moves under the finger that started it. */
  const [error, setError] = useState<ApiErrorShape | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const fields = useRef<HTMLFieldSetElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const save = useMutation({
    mutationFn: ({ base, mine, to }: { base: Fields; mine: Fields; to: Target }) => saveEntry(vendorId, to, base, mine),
    onSuccess: (saved, { mine }) => {
      setOutcome(saved);
      setErrors({});
      setError(null);
      if (saved.conflicts || saved.isGone) return;
      forget();
      const isFirst = kind === 'items' && stored?.parentId === null && id === null;
      showToast(isFirst && mine.status === 'active' ? t('Saved. Your menu is live.') : t('Saved.'), {
        color: 'success',
      });
    },
    onError: (refused) => {
      setError(refused as unknown as ApiErrorShape);
      setErrors(errorsByField(refused as unknown as ApiErrorShape));
    },
  });
  const failure = Object.keys(errors).length === 0 ? error : null;
  const { heading, nameInput, form, refusal } = useFormFocus(id === null, errors, outcome, failure);
  if (!stored) return <Gone kind={kind} onClose={onClose} />;
  const { base, draft, parentId } = stored;

  function edit(changed: Partial<Draft>): void {
    keep({ base, draft: { ...draft, ...changed }, parentId });
    setErrors({});
    setError(null);
  }
  function submit(to: Target = target, from: Fields = base, typed: Draft = draft): void {
    if (save.isPending) return;
    setOutcome(null);
    const read = readDraft(typed, kind, currency);
    if (!read.fields) {
      showInPlace(saveButton.current, fields.current, () => setErrors(read.errors));
      return;
    }
    // The fields wait for the save, so none of them can have the focus.
    saveButton.current?.focus();
    save.mutate(
      { base: from, mine: read.fields, to },
      // The callback belongs to the call, so that nothing closes once the editor has gone to another page.
      { onSuccess: ({ conflicts, isGone }) => !conflicts && !isGone && onClose() },
    );
  }
  /** Settles a conflict: the other editor's value becomes the base of the field, and with `isTheirs` also its value in the draft. */
  function settle(field: Field, theirs: Fields, isTheirs: boolean): void {
    const next = {
      base: { ...base, ...pickField(theirs, field) },
      draft: { ...draft, ...pickField(isTheirs ? toDraft(theirs, currency) : withKnownIds(draft, theirs), field) },
      parentId,
    };
    keep(next);
    const left = outcome?.conflicts?.filter((each) => each !== field) ?? [];
    setOutcome(left.length > 0 ? { conflicts: left, theirs } : null);
    if (left.length === 0) saveButton.current?.focus();
  }
  const cancel = () => (isDirty ? setIsAsking(true) : onClose());

  return (
    <Page width="account" className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {id === null ? newTitle(kind) : t('Edit {name}', { name: place?.entry.name ?? base.name })}
      </h1>
      {isRestored && isDirty && (
        <Alert tone="info">{t('These are your changes from before. They are not saved yet.')}</Alert>
      )}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <fieldset ref={fields} className={styles.fields} disabled={save.isPending}>
          <EntryFields
            vendorId={vendorId}
            kind={kind}
            draft={draft}
            backAt={place && 'back_at' in place.entry ? place.entry.back_at : undefined}
            errors={errors}
            symbol={symbol}
            taxes={taxes}
            nameInput={nameInput}
            onFile={setFile}
            onChange={edit}
          />
        </fieldset>
        <SaveBar isDirty={isDirty}>
          <Button onClick={cancel}>{t('Cancel')}</Button>
          <Button ref={saveButton} variant="primary" type="submit" busy={save.isPending}>
            {t('Save')}
          </Button>
        </SaveBar>
        <EntryRefusal
          ref={refusal}
          outcome={outcome}
          errors={errors}
          failure={failure}
          draft={draft}
          menu={menu}
          taxes={taxes.data}
          onSettle={settle}
          onAddAgain={() => submit({ kind, id: null, parentId }, NEW_FIELDS, withKnownIds(draft, NEW_FIELDS))}
        />
      </form>
      {file && (
        <CropSheet
          vendorId={vendorId}
          file={file}
          onUse={(uploaded) => {
            setFile(null);
            // The words described another picture.
            edit({ picture: { ...uploaded, alt: '' } });
          }}
          onClose={() => setFile(null)}
        />
      )}
      <DiscardDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onDiscard={() => {
          forget();
          onClose();
        }}
      />
    </Page>
  );
}

/** Moves the focus: to the form as it opens, to the first field that is wrong, and to the words about a refused save. */
function useFormFocus(isNew: boolean, errors: DraftErrors, outcome: Saved | null, failure: ApiErrorShape | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    heading.current?.focus();
    if (isNew) nameInput.current?.focus({ preventScroll: true });
  }, [isNew]);
  // Typing takes the errors away, and then the focus stays in its field.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    focusAfterTaps(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? refusal.current);
  }, [errors]);
  // The outcome of a save is shown below its button, and may be below the screen.
  useEffect(() => {
    if (outcome?.conflicts || outcome?.isGone || failure) focusAfterTaps(refusal.current);
  }, [outcome, failure]);
  return { heading, nameInput, form, refusal };
}

const errorsByField = ({ errors }: ApiErrorShape): DraftErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, [message]]) => [field, message ?? '']));

const newTitle = (kind: MenuEntryKind): string =>
  ({ menus: t('New menu'), groups: t('New section'), items: t('New item') })[kind];

const goneText = (kind: MenuEntryKind): string =>
  ({
    menus: t('This menu is not in the menu any more.'),
    groups: t('This section is not in the menu any more.'),
    items: t('This item is not in the menu any more.'),
  })[kind];

function Gone({ kind, onClose }: { kind: MenuEntryKind; onClose: () => void }) {
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

function DiscardDialog({ open, onClose, onDiscard }: DiscardDialogProps) {
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
