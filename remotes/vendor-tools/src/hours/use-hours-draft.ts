import { useState } from 'react';
import { draftOwner } from '../draft-owner';
import type { HoursChange } from './hours.resource';

const storageKey = (vendorId: string) => `vendor-tools.hours.${draftOwner(vendorId)}`;

/** Keeps an owner's unsaved changes. They outlive a reload and a visit to another screen, for as long as the tab is open. */
export function useHoursDraft(vendorId: string) {
  const [draft, setDraft] = useState(() => readDraft(vendorId));
  const keep = (next: HoursChange | null) => {
    setDraft(next);
    storeDraft(vendorId, next);
  };
  return [draft, keep] as const;
}

function readDraft(vendorId: string): HoursChange | null {
  try {
    const draft = JSON.parse(window.sessionStorage.getItem(storageKey(vendorId)) ?? 'null') as HoursChange | null;
    const isWhole = draft?.schedule === null || draft?.schedule?.weekly?.length === 7;
    return isWhole && Array.isArray(draft?.schedule?.exceptions ?? []) ? draft : null;
  } catch {
    return null;
  }
}

function storeDraft(vendorId: string, draft: HoursChange | null): void {
  try {
    if (draft) window.sessionStorage.setItem(storageKey(vendorId), JSON.stringify(draft));
    else window.sessionStorage.removeItem(storageKey(vendorId));
  } catch (error) {
    // The storage is full or refused, so the draft lasts as long as the screen.
    console.warn('Could not keep the hours in this tab', error);
  }
}
