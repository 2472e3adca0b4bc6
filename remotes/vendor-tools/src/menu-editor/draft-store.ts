/** Stores unsaved drafts for as long as the tab is open: a reload, a sign-in or a visit to another page loses none. */
import type { MenuEntryKind } from 'shared-contracts/types';
import { draftOwner } from '../draft-owner';
import type { Draft, Fields } from './menu-draft.rules';
import type { Target } from './menu-editor.resource';

export interface StoredDraft {
  /** The entry's fields when its editing began. */
  base: Fields;
  draft: Draft;
  /** The list that contained the entry at that time. */
  parentId: number | null;
}

type Drafts = Readonly<Record<string, StoredDraft>>;

const storageKey = (vendorId: string): string => `vendor-tools.menu.${draftOwner(vendorId)}`;

/** Names the edited entry in the page's address: 'items/12', 'items/new/5' in section 5, or 'items/new' for the first one. */
export function targetAddress({ kind, id, parentId }: Target): string {
  if (id !== null) return `${kind}/${id}`;
  return parentId === null ? `${kind}/new` : `${kind}/new/${parentId}`;
}

/** @returns null for an address that names no entry */
export function parseTarget(address: string | null): Target | null {
  const match = /^(menus|groups|items)\/(?:(\d+)|new(?:\/(\d+))?)$/.exec(address ?? '');
  if (!match) return null;
  const [, kind, id, parentId] = match;
  if (id === undefined && kind === 'menus' && parentId !== undefined) return null;
  if (id === undefined && kind === 'groups' && parentId === undefined) return null;
  return {
    kind: kind as MenuEntryKind,
    id: id === undefined ? null : Number(id),
    parentId: parentId === undefined ? null : Number(parentId),
  };
}

export function readDrafts(vendorId: string): Drafts {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey(vendorId)) ?? '{}') as Drafts;
  } catch {
    return {};
  }
}

/** @param stored null once the draft was saved or discarded */
export function storeDraft(vendorId: string, target: Target, stored: StoredDraft | null): void {
  const { [targetAddress(target)]: _, ...others } = readDrafts(vendorId);
  const drafts = stored ? { ...others, [targetAddress(target)]: stored } : others;
  try {
    if (Object.keys(drafts).length === 0) window.sessionStorage.removeItem(storageKey(vendorId));
    else window.sessionStorage.setItem(storageKey(vendorId), JSON.stringify(drafts));
  } catch {
    // The browser refuses storage, so the draft is only in the page.
  }
}
