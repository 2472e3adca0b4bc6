import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type ApiErrorShape, fieldError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { Alert, Button, Card, TextInput, useTapGuard } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './members.module.css';

interface EmailFormProps {
  heading: string;
  /** The words of the button. */
  action: string;
  /** Sends the email. @returns the words of the toast */
  send: (email: string) => Promise<string>;
  /** Further fields, below the email. */
  children?: ReactNode;
}

/** Gives a role to the person with this email, or invites them to it. After a failure the text stays, with the reason. */
export function EmailForm({ heading, action, send, children }: EmailFormProps) {
  const headingId = useId();
  const [email, setEmail] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  /** The error stays while the next attempt runs, so that the button does not move under the finger. */
  const [refusal, setRefusal] = useState<Error>();
  const sending = useMutation<string, Error, void>({
    mutationFn: () => send(email.trim()),
    onSuccess: (done) => {
      showToast(done, { color: 'success' });
      setEmail('');
      setRefusal(undefined);
    },
    onError: setRefusal,
  });
  /** The number of changes to the text. */
  const [typings, setTypings] = useState(0);
  // The second tap of a double tap sends nothing, even if the first one is refused at once. Text typed since then can be sent at once.
  const isGuarded = useTapGuard(sending.isPending, { view: typings });
  const emailError = isMissing ? t('Email is required') : fieldError(refusal, 'email');
  const failure = refusal && !emailError ? (refusal as unknown as ApiErrorShape).message : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (sending.isPending || isGuarded) return;
    setIsMissing(email.trim() === '');
    if (email.trim() !== '') sending.mutate();
  }

  return (
    <Card as="section" padded aria-labelledby={headingId}>
      {/* The API checks the address, since the browser's own bubble would not use our words. */}
      <form className={styles.form} onSubmit={submit} noValidate>
        <h2 id={headingId}>{heading}</h2>
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          value={email}
          error={emailError}
          onChange={({ target }) => {
            setEmail(target.value);
            setTypings(typings + 1);
            setIsMissing(false);
            setRefusal(undefined);
          }}
        />
        {children}
        <Button variant="primary" type="submit" wide busy={sending.isPending}>
          {action}
        </Button>
        {failure && <Alert>{failure}</Alert>}
      </form>
    </Card>
  );
}
