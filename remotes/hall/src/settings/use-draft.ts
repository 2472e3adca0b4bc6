/** Stores what is typed into a form of the settings for as long as the tab is open: a reload or a visit to another page loses nothing. */
import { useEffect, useState } from 'react';
import { shellState } from 'shared-contracts/events';
import type { FormPart, Forms } from './settings.rules';

export interface Draft<Part extends FormPart> {
  form: Forms[Part];
  /** What the form was filled with. Absent in a draft that an earlier release has stored. */
  base?: Forms[Part] | undefined;
  /** The version of the part that the form was filled from. */
  version: string;
}

/** The next person who signs in on this tab does not see the draft. */
const storageKey = (venueId: string, part: FormPart): string =>
  `hall.settings.${shellState().session?.user.id ?? 'none'}.${venueId}.${part}`;

/** Null once it was saved or discarded. */
export function useDraft<Part extends FormPart>(
  venueId: string,
  part: Part,
): [Draft<Part> | null, (draft: Draft<Part> | null) => void] {
  const key = storageKey(venueId, part);
  const [draft, setDraft] = useState<Draft<Part> | null>(() => read(key));
  const isDirty = draft !== null;
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return [
    draft,
    (next) => {
      setDraft(next);
      store(key, next);
    },
  ];
}

function read<Part extends FormPart>(key: string): Draft<Part> | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Draft<Part> | null;
  } catch {
    return null;
  }
}

function store(key: string, draft: Draft<FormPart> | null): void {
  try {
    if (draft === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The browser refuses storage, so the draft is only in the page.
  }
}
