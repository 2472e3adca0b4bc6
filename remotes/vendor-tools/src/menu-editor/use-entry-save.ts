import { useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import { type DraftErrors, type Fields, onlyFields } from './menu-draft.rules';
import { type Saved, saveEntry, type Target } from './menu-editor.resource';
import { changedLanguage, languageToShow } from './translation.rules';

interface EntrySave {
  vendorId: string;
  /** The languages of the menu. */
  languages: readonly string[];
  startLanguage: string | undefined;
  onSaved: (mine: Fields) => void;
}

/** Saves an entry. It holds what came of the last save, and the language whose tab shows it. */
export function useEntrySave({ vendorId, languages, startLanguage, onSaved }: EntrySave) {
  const [language, setLanguage] = useState(startLanguage);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [outcome, setOutcome] = useState<Saved | null>(null);
  /** It stays while the next attempt runs, so that nothing moves under the finger that started it. */
  const [error, setError] = useState<ApiErrorShape | null>(null);
  const showErrors = (next: DraftErrors) => {
    setErrors(next);
    setLanguage((shown) => languageToShow(next, languages, shown));
  };
  const save = useMutation({
    mutationFn: ({ base, mine, to }: { base: Fields; mine: Fields; to: Target }) => saveEntry(vendorId, to, base, mine),
    onSuccess: (saved, { mine, to: { kind } }) => {
      setOutcome(saved);
      setErrors({});
      setError(null);
      if (saved.conflicts) {
        const [own, other] = [mine, saved.theirs].map((fields) => onlyFields(kind, fields, saved.conflicts));
        setLanguage(changedLanguage(own, other, languages));
      } else if (!saved.isGone) onSaved(mine);
    },
    onError: (refused) => {
      setError(refused as unknown as ApiErrorShape);
      showErrors(errorsByField(refused as unknown as ApiErrorShape));
    },
  });
  return {
    save,
    language,
    setLanguage,
    outcome,
    setOutcome,
    errors,
    showErrors,
    failure: Object.keys(errors).length === 0 ? error : null,
    forgetErrors: () => {
      setErrors({});
      setError(null);
    },
  };
}

const errorsByField = ({ errors }: ApiErrorShape): DraftErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, [message]]) => [field, message ?? '']));
