import { useState } from 'react';

/**
 * What is typed in a form, with the version that it was filled from. It stays when a colleague was faster, and the person then says what counts.
 * @param current the form of what is stored now, and its version
 */
export function useDraft<Form extends object>(current: { form: Form; version: string }) {
  const [draft, setDraft] = useState(current);
  return {
    form: draft.form,
    version: draft.version,
    /** True if another version is stored than the form was filled from. */
    isStale: draft.version !== current.version,
    edit: (fields: Partial<Form>) => setDraft({ ...draft, form: { ...draft.form, ...fields } }),
    showTheirs: () => setDraft(current),
    keepMine: () => setDraft({ ...draft, version: current.version }),
  };
}
