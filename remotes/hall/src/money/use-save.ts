import { type FormEvent, useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { firstErrors } from '../office/failures';
import { t } from '../words';

interface Saving {
  /** Finds what is wrong with the form before it is sent, by field. */
  check: () => Partial<Record<string, string>>;
  send: () => Promise<void>;
  /** Said once it is saved. */
  done: string;
  onDone: () => void;
  /** Called with the state of now if a colleague was faster. */
  onConflict?: (current: unknown) => void;
}

/** Sends a form once, and tells at its fields and above it what the API refuses. What is typed stays. */
export function useSave({ check, send, done, onDone, onConflict }: Saving) {
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [message, setMessage] = useState<string>();
  const save = useMutation<void, ApiErrorShape>({
    mutationFn: send,
    onSuccess: () => {
      showToast(done, { color: 'success' });
      onDone();
    },
    onError: (error) => {
      if (isApiError(error) && error.status === 409 && error.data && onConflict) return onConflict(error.data);
      if (isApiError(error) && error.status === 422) return setErrors(firstErrors(error));
      const isResponse = isApiError(error) && error.status >= 400 && error.status < 500;
      setMessage(isResponse ? error.message : t('That was not saved. Please try again.'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const wrong = check();
    setErrors(wrong);
    setMessage(undefined);
    if (Object.keys(wrong).length === 0) save.mutate();
  };
  return { submit, errors, message, isPending: save.isPending };
}
