import { type FormEvent, useRef, useState } from 'react';
import { showToast } from 'shared-contracts/events';
import type { MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import { Alert, Button, Page } from 'shared-contracts/ui';
import type { useVendorTaxes } from '../item-tax/taxes.resource';
import { SaveBar } from '../save-bar';
import { showInPlace } from '../show-in-place';
import { t } from '../words';
import { EntryFields } from './entry-fields';
import { DiscardDialog, Gone } from './entry-form-parts';
import { EntryRefusal } from './entry-refusal';
import { LanguageFields } from './language-fields';
import {
  type Draft,
  type Field,
  type Fields,
  NEW_FIELDS,
  pickField,
  readDraft,
  toDraft,
  withKnownIds,
} from './menu-draft.rules';
import styles from './menu-editor.module.css';
import type { Target } from './menu-editor.resource';
import { findPlace } from './menu-tree.rules';
import { CropSheet } from './picture/crop-sheet';
import { changedLanguage, mergeTexts, withoutPictureTexts } from './translation.rules';
import { useEntryDraft } from './use-entry-draft';
import { useEntrySave } from './use-entry-save';
import { useFormFocus } from './use-form-focus';

export interface EntryFormProps {
  vendorId: string;
  menu: MenuEditor;
  target: Target;
  /** The language whose tab is selected first; by default the one with the changes from before, else the menu's first. */
  startLanguage?: string | undefined;
  /** The taxes that an item can have; no other entry has one. */
  taxes: ReturnType<typeof useVendorTaxes>;
  onClose: () => void;
}

/** Edits a menu, a section or an item. The draft is stored until it is saved or discarded. */
export function EntryForm({ vendorId, menu, target, startLanguage, taxes, onClose }: EntryFormProps) {
  const { kind, id } = target;
  const { currency, currency_symbol: symbol, languages = [] } = menu;
  const place = id === null ? null : findPlace(menu, kind, id);
  const { stored, pristine, isDirty, isRestored, keep, forget } = useEntryDraft(vendorId, target, menu);
  const { save, language, setLanguage, outcome, setOutcome, errors, showErrors, failure, forgetErrors } = useEntrySave({
    vendorId,
    languages,
    startLanguage:
      languages.find((each) => each === startLanguage) ?? changedLanguage(stored?.draft, pristine, languages),
    onSaved: ({ status }) => {
      forget();
      const isFirst = kind === 'items' && stored?.parentId === null && id === null;
      showToast(isFirst && status === 'active' ? t('Saved. Your menu is live.') : t('Saved.'), { color: 'success' });
    },
  });
  const [isAsking, setIsAsking] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const fields = useRef<HTMLFieldSetElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const { heading, nameInput, form, refusal } = useFormFocus(id === null, errors, outcome, failure);
  if (!stored) return <Gone kind={kind} onClose={onClose} />;
  const { base, draft, parentId } = stored;

  function edit(changed: Partial<Draft>): void {
    keep({ base, draft: { ...draft, ...changed }, parentId });
    forgetErrors();
  }
  function submit(to: Target = target, from: Fields = base, typed: Draft = draft): void {
    if (save.isPending) return;
    setOutcome(null);
    const read = readDraft(typed, kind, currency);
    if (!read.fields) {
      showInPlace(saveButton.current, fields.current, () => showErrors(read.errors));
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
    const settled = isTheirs ? toDraft(theirs, currency) : withKnownIds(draft, theirs);
    // The translations that only one of the two has changed stay.
    const texts = mergeTexts(
      { base: base.texts, mine: draft.texts, theirs: theirs.texts },
      isTheirs ? 'theirs' : 'mine',
    );
    keep({
      base: { ...base, ...pickField(theirs, field) },
      draft: { ...draft, ...pickField({ ...settled, texts: texts ?? settled.texts }, field) },
      parentId,
    });
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
          <LanguageFields
            languages={languages}
            language={language}
            draft={draft}
            errors={errors}
            onLanguage={setLanguage}
            onChange={edit}
          >
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
          </LanguageFields>
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
            edit({ picture: { ...uploaded, alt: '' }, texts: withoutPictureTexts(draft.texts) });
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

const newTitle = (kind: MenuEntryKind): string =>
  ({ menus: t('New menu'), groups: t('New section'), items: t('New item') })[kind];
