import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation, useServerNow } from 'shared-contracts/query';
import type { MenuEditor } from 'shared-contracts/types';
import {
  Alert,
  AlertDialog,
  Button,
  Card,
  ChoiceRow,
  EmptyState,
  Page,
  TextArea,
  TextInput,
} from 'shared-contracts/ui';
import { backText } from '../back.rules';
import { TaxSection } from '../item-tax/item-tax';
import { TaxSelect } from '../item-tax/tax-select';
import type { useVendorTaxes } from '../item-tax/taxes.resource';
import { SaveBar } from '../save-bar';
import { useTimeZone } from '../stock.resource';
import { ChoicesEditor } from './choices-editor';
import { Conflict } from './conflict';
import { DietFields } from './diet-fields';
import { addressOf, readDrafts, type StoredDraft, storeDraft } from './draft-store';
import {
  type Draft,
  type DraftErrors,
  draftOf,
  errorsWithoutField,
  type Field,
  type Fields,
  fieldsOf,
  NEW_FIELDS,
  newDraft,
  partOf,
  readDraft,
  withIdsOf,
} from './menu-draft.rules';
import styles from './menu-editor.module.css';
import { type Saved, saveEntry, type Target } from './menu-editor.resource';
import { placeOf, WORDS } from './menu-tree.rules';
import { CropSheet } from './picture/crop-sheet';
import { PictureField } from './picture/picture-field';
import { PricedRows } from './priced-rows';

export interface EntryFormProps {
  vendorId: string;
  menu: MenuEditor;
  target: Target;
  /** Of an item. */
  taxes: ReturnType<typeof useVendorTaxes>;
  onClose: () => void;
}

/** A menu, a section or an item as it is typed. What is typed is stored until it is saved or discarded. */
export function EntryForm({ vendorId, menu, target, taxes, onClose }: EntryFormProps) {
  const { kind, id } = target;
  const { currency, currency_symbol: symbol } = menu;
  const place = id === null ? null : placeOf(menu, kind, id);
  const backAt = place && 'back_at' in place.entry ? place.entry.back_at : undefined;
  const timeZone = useTimeZone(vendorId, backAt !== undefined);
  const now = useServerNow();
  const [stored, setStored] = useState<StoredDraft | null>(
    () => readDrafts(vendorId)[addressOf(target)] ?? begin(target, menu),
  );
  const [isRestored] = useState(() => addressOf(target) in readDrafts(vendorId));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [outcome, setOutcome] = useState<Saved | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const isDirty = stored !== null && !isSame(stored.draft, pristineOf(target, stored.base, currency));
  useAskBeforeUnload(isDirty);
  const heading = useRef<HTMLHeadingElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    heading.current?.focus();
    if (id === null) nameInput.current?.focus({ preventScroll: true });
  }, [id]);
  // Of what Save refused: typing takes the errors away.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    (form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? refusal.current)?.focus();
  }, [errors]);
  const save = useMutation({
    mutationFn: ({ base, mine, to }: { base: Fields; mine: Fields; to: Target }) => saveEntry(vendorId, to, base, mine),
    onSuccess: (saved, { mine }) => {
      setOutcome(saved);
      if (saved.conflicts || saved.isGone) return;
      storeDraft(vendorId, target, null);
      const isFirst = kind === 'items' && parentId === null && id === null;
      showToast(isFirst && mine.status === 'active' ? 'Saved. Your menu is live.' : 'Saved.', { color: 'success' });
    },
    onError: (error) => setErrors(errorsOf(error as unknown as ApiErrorShape)),
  });
  const failure = save.error && Object.keys(errors).length === 0 ? (save.error as unknown as ApiErrorShape) : null;
  // What a save came to is told at the end of a form that may be several screens long.
  useEffect(() => {
    if (outcome?.conflicts || outcome?.isGone || failure) refusal.current?.focus();
  }, [outcome, failure]);
  if (!stored) return <Gone what={WORDS[kind]} onClose={onClose} />;
  const { base, draft, parentId } = stored;

  function keep(next: StoredDraft): void {
    setStored(next);
    const isChanged = !isSame(next.draft, pristineOf(target, next.base, currency));
    storeDraft(vendorId, target, isChanged ? next : null);
  }
  function type(changed: Partial<Draft>): void {
    keep({ base, draft: { ...draft, ...changed }, parentId });
    setErrors({});
    save.reset();
  }
  function submit(to: Target = target, from: Fields = base, typed: Draft = draft): void {
    if (save.isPending) return;
    setOutcome(null);
    const read = readDraft(typed, kind, currency);
    setErrors(read.errors ?? {});
    if (!read.fields) return;
    // The fields wait for the save, so none of them can have the focus.
    saveButton.current?.focus();
    save.mutate(
      { base: from, mine: read.fields, to },
      // Not once the editor has gone to another page.
      { onSuccess: ({ conflicts, isGone }) => !conflicts && !isGone && onClose() },
    );
  }
  /** Takes another editor's fields in place of what this one began with, and of what is typed where they are preferred. */
  function settle(field: Field, theirs: Fields, isTheirs: boolean): void {
    const next = {
      base: { ...base, ...partOf(theirs, field) },
      draft: { ...draft, ...partOf(isTheirs ? draftOf(theirs, currency) : withIdsOf(draft, theirs), field) },
      parentId,
    };
    keep(next);
    const left = outcome?.conflicts?.filter((each) => each !== field) ?? [];
    setOutcome(left.length > 0 ? { conflicts: left, theirs } : null);
    if (left.length === 0) saveButton.current?.focus();
  }
  const leave = () => (isDirty ? setIsAsking(true) : onClose());
  const otherErrors = errorsWithoutField(errors, draft);
  const isRefused = outcome?.conflicts || outcome?.isGone || Object.keys(errors).length > 0 || failure !== null;
  const title = id === null ? `New ${WORDS[kind]}` : `Edit ${place?.entry.name ?? base.name}`;

  return (
    <Page width="account" className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {isRestored && isDirty && <Alert tone="info">These are your changes from before. They are not saved yet.</Alert>}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <fieldset className={styles.fields} disabled={save.isPending}>
          <Card padded>
            <div className={styles.form}>
              <TextInput
                ref={nameInput}
                label="Name"
                value={draft.name}
                maxLength={200}
                autoComplete="off"
                error={errors.name}
                onChange={({ target: { value } }) => type({ name: value })}
              />
              {kind === 'items' && (
                <TextArea
                  label="Description"
                  value={draft.description}
                  maxLength={2_000}
                  error={errors.description}
                  onChange={({ target: { value } }) => type({ description: value })}
                />
              )}
            </div>
          </Card>
          {kind === 'items' && (
            <Card padded as="section" aria-label="Sizes and prices">
              <PricedRows
                rows={draft.variants}
                path="variants"
                errors={errors}
                noun="size"
                symbol={symbol}
                addLabel="Add another size"
                hidesSingleName
                onChange={(variants) => type({ variants })}
              />
            </Card>
          )}
          {kind === 'items' && (
            <PictureField
              picture={draft.picture}
              errors={{ picture: errors.picture, alt: errors['picture.alt'] }}
              onFile={setFile}
              onChange={(picture) => type({ picture })}
            />
          )}
          <Card clip>
            <ChoiceRow
              type="checkbox"
              name="status"
              checked={draft.status === 'active'}
              onChange={(isShown) => type({ status: isShown ? 'active' : 'inactive', until: null })}
            >
              Show to customers
            </ChoiceRow>
            {kind === 'items' && draft.status === 'inactive' && (
              <ChoiceRow
                type="checkbox"
                name="until"
                checked={draft.until === 'tomorrow'}
                note={
                  backAt && draft.until ? backText(backAt, timeZone, now) : 'back at the first opening of the next day'
                }
                onChange={(isBack) => type({ until: isBack ? 'tomorrow' : null })}
              >
                Off until tomorrow
              </ChoiceRow>
            )}
          </Card>
          {kind === 'items' && (
            <TaxSection taxes={taxes}>
              {(known) => (
                <TaxSelect
                  taxes={known}
                  value={draft.tax_category_id}
                  error={errors.tax_category_id}
                  onChange={(tax_category_id) => type({ tax_category_id })}
                />
              )}
            </TaxSection>
          )}
          {kind === 'items' && <DietFields draft={draft} error={errors.diets} onChange={type} />}
          {kind !== 'menus' && (
            <ChoicesEditor
              groups={draft.option_groups}
              errors={errors}
              symbol={symbol}
              whose={kind === 'items' ? 'this item' : 'all items of the section'}
              onChange={(option_groups) => type({ option_groups })}
            />
          )}
        </fieldset>
        {isRefused && (
          <div ref={refusal} tabIndex={-1} className={styles.refusal}>
            {outcome?.conflicts && (
              <Conflict outcome={outcome} draft={draft} menu={menu} taxes={taxes.data} onSettle={settle} />
            )}
            {outcome?.isGone && (
              <Alert>
                <p>Someone else has deleted this meanwhile. What you typed is still here.</p>
                <Button
                  size="small"
                  onClick={() => submit({ kind, id: null, parentId }, NEW_FIELDS, withIdsOf(draft, NEW_FIELDS))}
                >
                  Add it again
                </Button>
              </Alert>
            )}
            {Object.keys(errors).length > 0 && (
              <Alert>
                {Object.keys(errors).length > otherErrors.length && (
                  <p>Something is missing or not right. See the red fields.</p>
                )}
                {otherErrors.map((message) => (
                  <p key={message}>{message}</p>
                ))}
              </Alert>
            )}
            {failure && <Alert>{failureText(failure)}</Alert>}
          </div>
        )}
        <SaveBar isDirty={isDirty}>
          <Button onClick={leave}>Cancel</Button>
          <Button ref={saveButton} variant="primary" type="submit" busy={save.isPending}>
            Save
          </Button>
        </SaveBar>
      </form>
      {file && (
        <CropSheet
          vendorId={vendorId}
          file={file}
          onUse={(uploaded) => {
            setFile(null);
            // The words were of another picture.
            type({ picture: { ...uploaded, alt: '' } });
          }}
          onClose={() => setFile(null)}
        />
      )}
      <AlertDialog
        open={isAsking}
        title="Discard your changes?"
        okLabel="Discard"
        closeLabel="Keep editing"
        isDanger
        onClose={() => setIsAsking(false)}
        onOk={() => {
          storeDraft(vendorId, target, null);
          onClose();
        }}
      >
        What you typed will be lost.
      </AlertDialog>
    </Page>
  );
}

/** @returns null for what is not in the menu */
function begin(target: Target, menu: MenuEditor): StoredDraft | null {
  const { kind, id, parentId } = target;
  if (id === null) return { base: NEW_FIELDS, draft: pristineOf(target, NEW_FIELDS, menu.currency), parentId };
  const place = placeOf(menu, kind, id);
  if (!place) return null;
  const base = fieldsOf(place.entry);
  return { base, draft: draftOf(base, menu.currency), parentId: place.parentId };
}

const pristineOf = ({ kind, id }: Target, base: Fields, currency: string): Draft =>
  id === null ? newDraft(kind) : draftOf(base, currency);

const isSame = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The browser asks before the page is closed or reloaded. What was typed comes back in any case, as long as the tab is open. */
function useAskBeforeUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}

/** Nothing is known of what came of it where no response came: then the words say what is safe. */
const failureText = ({ status, message }: ApiErrorShape): string =>
  status === 0 || status >= 500 ? `${message} What you typed is kept in this tab.` : message;

const errorsOf = ({ errors }: ApiErrorShape): DraftErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, [message]]) => [field, message ?? '']));

function Gone({ what, onClose }: { what: string; onClose: () => void }) {
  return (
    <Page width="account" className={styles.page}>
      <h1>Menu</h1>
      <EmptyState
        title={`This ${what} is not in the menu any more.`}
        action={
          <Button variant="primary" onClick={onClose}>
            Back to the menu
          </Button>
        }
      />
    </Page>
  );
}
