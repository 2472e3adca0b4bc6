import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { HallSettings, HallSettingsChange } from 'shared-contracts/types';
import { focusAfterTaps } from 'shared-contracts/ui';
import { firstErrors } from '../office/failures';
import { t } from '../words';
import { changeSettings } from './settings.resource';
import { type Errors, type FormPart, type Forms, RULES } from './settings.rules';
import { useDraft } from './use-draft';

export interface PartProps {
  venueId: string;
  settings: HallSettings;
}

export interface PartEditing<Part extends FormPart> {
  part: Part;
  settings: HallSettings;
  form: Forms[Part];
  /** What the form was filled with; undefined if that is not known any more. */
  base: Forms[Part] | undefined;
  edit: (fields: Partial<Forms[Part]>) => void;
  errors: Errors;
  /** Why the last attempt to save failed, if it is about no field. */
  message: string | undefined;
  isDirty: boolean;
  /** Somebody else has saved this part since the form was filled. */
  isStale: boolean;
  isPending: boolean;
  submit: (event: FormEvent) => void;
  discard: () => void;
  /** Saves over the change of somebody else. */
  keepMine: () => void;
  conflict: RefObject<HTMLDivElement | null>;
}

/** Edits one part of the settings. What is typed stays when a colleague was faster, and the page then asks which of both counts. */
export function usePart<Part extends FormPart>(part: Part, { venueId, settings }: PartProps): PartEditing<Part> {
  const rules = RULES[part];
  const stored = settings[part];
  const [draft, setDraft] = useDraft(venueId, part);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string>();
  const conflict = useRef<HTMLDivElement>(null);
  const filled = rules.formOf(settings);
  const { form, base, version } = draft ?? { form: filled, base: filled, version: stored.version };
  const save = useMutation<void, ApiErrorShape>({
    mutationFn: () => {
      // TypeScript does not see that the fields are those of the part.
      const change: unknown = { part, version, ...rules.changeOf(form) };
      return changeSettings(venueId, change as HallSettingsChange);
    },
    onSuccess: () => {
      setDraft(null);
      showToast(t('Saved.'), { color: 'success' });
    },
    onError: (error) => {
      if (isApiError(error) && error.status === 422) setErrors(firstErrors(error));
      else if (!isApiError(error) || error.status !== 409) setMessage(failureText(error));
    },
  });
  const isStale = draft !== null && version !== stored.version && !save.isPending;
  useEffect(() => {
    if (isStale) focusAfterTaps(conflict.current);
  }, [isStale]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isStale) return focusAfterTaps(conflict.current);
    if (save.isPending || draft === null) return;
    const wrong = rules.errorsOf(form, settings);
    setErrors(wrong);
    setMessage(undefined);
    if (Object.keys(wrong).length === 0) save.mutate();
  };
  return {
    part,
    settings,
    form,
    base,
    edit: (fields) => setDraft({ form: { ...form, ...fields }, base, version }),
    errors,
    message,
    isDirty: draft !== null,
    isStale,
    isPending: save.isPending,
    submit,
    discard: () => {
      setDraft(null);
      setErrors({});
      setMessage(undefined);
    },
    keepMine: () => setDraft({ form, base: filled, version: stored.version }),
    conflict,
  };
}

const failureText = (error: ApiErrorShape): string =>
  isApiError(error) && error.status >= 400 && error.status < 500
    ? error.message
    : t('That was not saved. Please try again.');
