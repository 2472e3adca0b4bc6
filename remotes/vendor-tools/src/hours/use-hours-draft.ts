import { useState } from 'react';
import { draftOwner } from '../draft-owner';
import type { HoursChange } from './hours.resource';

const storageKey = (owner: string) => `vendor-tools.hours.${draftOwner(owner)}`;

/**
 * Keeps a person's unsaved changes. They outlive a reload and a visit to another screen, for as long as the tab is open.
 * @param owner the stall or the hall whose hours these are
 */
export function useHoursDraft(owner: string) {
  const [draft, setDraft] = useState(() => readDraft(owner));
  const keep = (next: HoursChange | null) => {
    setDraft(next);
    storeDraft(owner, next);
  };
  return [draft, keep] as const;
}

function readDraft(owner: string): HoursChange | null {
  try {
    const draft = JSON.parse(window.sessionStorage.getItem(storageKey(owner)) ?? 'null') as HoursChange | null;
    const isWhole = draft?.schedule === null || draft?.schedule?.weekly?.length === 7;
    return isWhole && Array.isArray(draft?.schedule?.exceptions ?? []) ? draft : null;
  } catch {
    return null;
  }
}

function storeDraft(owner: string, draft: HoursChange | null): void {
  try {
    if (draft) window.sessionStorage.setItem(storageKey(owner), JSON.stringify(draft));
    else window.sessionStorage.removeItem(storageKey(owner));
  } catch (error) {
    // The storage is full or refused, so the draft lasts as long as the screen.
    console.warn('Could not keep the hours in this tab', error);
  }
}
