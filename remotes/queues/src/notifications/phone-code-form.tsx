import { type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { latinDigits } from 'shared-contracts/rules/forms';
import { Button, LinkText, TextInput } from 'shared-contracts/ui';
import { rich, t } from '../words';
import { usePhoneCode } from './phone.resource';
import { failureText } from './phone-failure.rules';
import styles from './phone-form.module.css';

const DIGITS = 6;

interface PhoneCodeFormProps {
  /** With most digits hidden. */
  number: string;
  onConfirmed: () => void;
  onLeave: () => void;
}

/** Takes the six digits of the text message, and sends them as soon as the last one is there. */
export function PhoneCodeForm({ number, onConfirmed, onLeave }: PhoneCodeFormProps) {
  const [code, setCode] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const verify = usePhoneCode(onConfirmed);

  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    const digits = latinDigits(target.value).replace(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    setIncomplete(false);
    if (digits === code) return;
    verify.reset();
    if (digits.length === DIGITS) send(digits);
  }

  function send(digits: string): void {
    if (verify.isPending) return;
    // The next digit replaces a code that was refused.
    verify.mutate(digits, { onError: () => input.current?.select() });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    // A wrong code stays wrong, and would use up another try.
    const isKnownWrong = verify.error?.status === 422;
    if (code.length === DIGITS && !isKnownWrong) {
      send(code);
    } else {
      setIncomplete(code.length < DIGITS);
      input.current?.focus();
      input.current?.select();
    }
  }

  const shown = {
    number,
    bdi: (text: ReactNode) => (
      <bdi key="number" dir="ltr" translate="no">
        {text}
      </bdi>
    ),
  };
  return (
    <form onSubmit={submit} className={styles.form} noValidate>
      <p role="status">{rich('We have sent a code to <bdi>{number}</bdi>.', shown)}</p>
      <TextInput
        ref={input}
        label={t('Code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        value={code}
        onChange={change}
        readOnly={verify.isPending}
        error={isIncomplete ? t('Enter the six digits.') : verify.error ? failureText(verify.error) : undefined}
        hint={t('Six digits, which work for 10 minutes. If this number replied STOP before, reply START first.')}
        data-autofocus
      />
      <Button variant="primary" size="tall" type="submit" wide busy={verify.isPending}>
        {t('Confirm')}
      </Button>
      <LinkText className={styles.leave} onClick={onLeave}>
        {t('Change the number, or send a new code')}
      </LinkText>
    </form>
  );
}
