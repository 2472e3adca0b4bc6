import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { type ApiErrorShape, fieldError } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import type { FieldErrors } from 'shared-contracts/rules/forms';
import { focusAfterTaps } from 'shared-contracts/ui';
import { useHeldPlace } from '../use-held-place';
import { useLastError } from '../use-last-error';

interface FormOptions<Form, Body> {
  initial: Form;
  check: (form: Form) => FieldErrors<Form>;
  send: (form: Form) => Promise<Body>;
  onSuccess: (body: Body, form: Form) => void;
  onFailure?: (error: ApiErrorShape) => void;
  /** Whether the server's messages are shown beside their fields. Defaults to true. */
  isRefusalShown?: boolean;
}

/**
 * One form: its values, the messages of its own rules after the first submit, and the server's messages beside their
 * fields until those change.
 */
export function useForm<Form extends { [Name in keyof Form]: string }, Body>(options: FormOptions<Form, Body>) {
  const [values, setValues] = useState(options.initial);
  const [wasSent, setWasSent] = useState(false);
  const [changed, setChanged] = useState<ReadonlySet<keyof Form>>(new Set());
  const element = useRef<HTMLFormElement>(null);
  const hold = useHeldPlace();
  const mutation = useMutation<Body, ApiErrorShape, Form>({
    mutationFn: options.send,
    onSuccess: options.onSuccess,
    onError: (error) => {
      setChanged(new Set());
      options.onFailure?.(error);
    },
  });
  const refusal = useLastError(mutation);
  const ownErrors = wasSent ? options.check(values) : {};

  function field<Name extends keyof Form & string>(name: Name) {
    const isShown = options.isRefusalShown !== false && !changed.has(name);
    const refused = isShown ? fieldError(refusal, name) : undefined;
    return {
      name,
      value: values[name],
      error: (ownErrors as FieldErrors<Form>)[name] ?? refused,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        change({ ...values, [name]: target.value }),
    };
  }

  /** Changes the form without an event of a field. */
  function change(next: Form): void {
    const names = Object.keys(next) as (keyof Form)[];
    setValues(next);
    setChanged(new Set([...changed, ...names.filter((name) => next[name] !== values[name])]));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (mutation.isPending) return;
    hold((event.nativeEvent as SubmitEvent).submitter);
    setWasSent(true);
    const wrong = Object.keys(options.check(values));
    if (wrong.length === 0) mutation.mutate(values);
    // The first wrong field of the form takes the focus, whatever order the rules have.
    else focusAfterTaps(element.current?.querySelector<HTMLElement>(wrong.map((name) => `[name="${name}"]`).join()));
  }

  return {
    field,
    values,
    change,
    isSending: mutation.isPending,
    /** For the `<form>`. */
    form: { ref: element, onSubmit: submit, noValidate: true },
  };
}
