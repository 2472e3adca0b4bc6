import { type FormEvent, type ReactNode, useRef } from 'react';
import { fieldError } from 'shared-contracts/client';
import { latinDigits } from 'shared-contracts/rules/forms';
import type { Phone } from 'shared-contracts/types';
import { Button, TextInput } from 'shared-contracts/ui';
import { rich, t } from '../words';
import { useNewNumber } from './phone.resource';
import { failureText } from './phone-failure.rules';
import styles from './phone-form.module.css';

interface PhoneNumberFormProps {
  number: string;
  onNumber: (number: string) => void;
  /** Called when the code was sent. */
  onSent: (phone: Phone) => void;
}

export function PhoneNumberForm({ number, onNumber, onSent }: PhoneNumberFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const send = useNewNumber(onSent);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (send.isPending) return;
    if (number.trim() === '') input.current?.focus();
    else send.mutate(latinDigits(number));
  }

  return (
    <form onSubmit={submit} className={styles.form} noValidate>
      <TextInput
        ref={input}
        label={t('Mobile number')}
        type="tel"
        name="phone"
        autoComplete="tel"
        dir="ltr"
        value={number}
        onChange={({ target }) => {
          onNumber(target.value);
          send.reset();
        }}
        readOnly={send.isPending}
        hint={rich('With its country code, such as <bdi>+44\u00a07700\u00a0900123</bdi>.', {
          bdi: (number: ReactNode) => (
            <bdi key="example" dir="ltr" translate="no">
              {number}
            </bdi>
          ),
        })}
        error={send.error ? (fieldError(send.error, 'number') ?? failureText(send.error)) : undefined}
        data-autofocus
      />
      <Button variant="primary" size="tall" type="submit" wide busy={send.isPending}>
        {t('Text me a code')}
      </Button>
    </form>
  );
}
