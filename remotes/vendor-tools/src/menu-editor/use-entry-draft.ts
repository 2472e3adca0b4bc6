import { useEffect, useState } from 'react';
import type { MenuEditor } from 'shared-contracts/types';
import { readDrafts, type StoredDraft, storeDraft, targetAddress } from './draft-store';
import { type Draft, type Fields, isSame, NEW_FIELDS, newDraft, toDraft, toFields } from './menu-draft.rules';
import type { Target } from './menu-editor.resource';
import { findPlace } from './menu-tree.rules';

export interface EntryDraft {
  /** Null if the entry is not in the menu. */
  stored: StoredDraft | null;
  /** The draft as the editing began. */
  pristine: Draft | null;
  /** The draft differs from the values with which the editing began. */
  isDirty: boolean;
  /** The editor opened with stored changes. */
  isRestored: boolean;
  keep: (next: StoredDraft) => void;
  /** Forgets the draft in this tab. The form shows it until it closes. */
  forget: () => void;
}

/** Holds the draft of an entry, which is stored in this tab until it is saved or discarded. */
export function useEntryDraft(vendorId: string, target: Target, menu: MenuEditor): EntryDraft {
  const [isRestored] = useState(() => targetAddress(target) in readDrafts(vendorId));
  const [stored, setStored] = useState<StoredDraft | null>(
    () => readDrafts(vendorId)[targetAddress(target)] ?? begin(target, menu),
  );
  const isChanged = ({ draft, base }: StoredDraft) => !isSame(draft, pristineDraft(target, base, menu.currency));
  const isDirty = stored !== null && isChanged(stored);
  useAskBeforeUnload(isDirty);
  return {
    stored,
    pristine: stored && pristineDraft(target, stored.base, menu.currency),
    isDirty,
    isRestored,
    keep: (next) => {
      setStored(next);
      storeDraft(vendorId, target, isChanged(next) ? next : null);
    },
    forget: () => storeDraft(vendorId, target, null),
  };
}

/** @returns null if the entry is not in the menu */
function begin(target: Target, menu: MenuEditor): StoredDraft | null {
  const { kind, id, parentId } = target;
  if (id === null) return { base: NEW_FIELDS, draft: pristineDraft(target, NEW_FIELDS, menu.currency), parentId };
  const place = findPlace(menu, kind, id);
  if (!place) return null;
  const base = toFields(place.entry);
  return { base, draft: toDraft(base, menu.currency), parentId: place.parentId };
}

const pristineDraft = ({ kind, id }: Target, base: Fields, currency: string): Draft =>
  id === null ? newDraft(kind) : toDraft(base, currency);

/** Lets the browser ask before the page is closed or reloaded. The draft comes back in any case, as long as the tab is open. */
function useAskBeforeUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
