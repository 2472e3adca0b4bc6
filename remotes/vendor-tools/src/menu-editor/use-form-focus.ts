import { useEffect, useRef } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { focusAfterTaps } from 'shared-contracts/ui';
import type { DraftErrors } from './menu-draft.rules';
import type { Saved } from './menu-editor.resource';

/** Moves the focus: to the form as it opens, to the first field that is wrong, and to the words about a refused save. */
export function useFormFocus(
  isNew: boolean,
  errors: DraftErrors,
  outcome: Saved | null,
  failure: ApiErrorShape | null,
) {
  const heading = useRef<HTMLHeadingElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    heading.current?.focus();
    if (isNew) nameInput.current?.focus({ preventScroll: true });
  }, [isNew]);
  // Typing takes the errors away, and then the focus stays in its field.
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    focusAfterTaps(form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? refusal.current);
  }, [errors]);
  // The outcome of a save is shown below its button, and may be below the screen.
  useEffect(() => {
    if (outcome?.conflicts || outcome?.isGone || failure) focusAfterTaps(refusal.current);
  }, [outcome, failure]);
  return { heading, nameInput, form, refusal };
}
