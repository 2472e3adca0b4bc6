import { KeyRound } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { type ApiErrorShape, fieldError } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import { latinDigits } from 'shared-contracts/rules/forms';
import type { FactorQuestion } from 'shared-contracts/types';
import { Alert, Button, LinkText, TextInput } from 'shared-contracts/ui';
import { useLastError } from '../use-last-error';
import { t } from '../words';
import { explainWait } from './explain-wait';
import styles from './form.module.css';
import { type Answer, readPasskey } from './passkey';

type Way = 'passkey' | 'authenticator' | 'recovery-code';

export interface FactorFormProps<Body> {
  question: FactorQuestion;
  send: (answer: Answer & { token: string }) => Promise<Body>;
  onSuccess: (body: Body) => void;
  /** Called by the link that leaves the form, which `leaveLabel` names. */
  onLeave: () => void;
  leaveLabel: string;
}

/** Asks for a passkey, for the six digits of an app, or for a recovery code. */
export function FactorForm<Body>({ question, send, onSuccess, onLeave, leaveLabel }: FactorFormProps<Body>) {
  const ways = question.methods.filter((method): method is Way => method !== 'email-code');
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery-code');
  const [text, setText] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const container = useRef<HTMLFormElement>(null);
  const answer = useMutation<Body, ApiErrorShape, string>({
    mutationFn: async (typed) => send({ token: question.token, ...(await answerOf(way, typed, question)) }),
    onSuccess,
    // The next digit replaces the code that was refused.
    onError: () => container.current?.querySelector('input')?.select(),
  });
  const refusal = useLastError(answer);
  const isCode = way === 'authenticator';
  const failure = refusal && (fieldError(refusal, isCode ? 'code' : 'recovery_code') ?? explainWait(refusal));
  // The control that led to another way is gone.
  const shown = useRef(way);
  useEffect(() => {
    if (shown.current !== way) container.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    shown.current = way;
  }, [way]);

  function choose(next: Way): void {
    answer.reset();
    setText('');
    setIsIncomplete(false);
    setWay(next);
  }

  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    const typed = isCode ? latinDigits(target.value).replace(/\D/g, '').slice(0, 6) : target.value;
    setText(typed);
    setIsIncomplete(false);
    if (isCode && typed.length === 6 && typed !== text && !answer.isPending) answer.mutate(typed);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (answer.isPending) return;
    const isWhole = way === 'passkey' || (isCode ? text.length === 6 : text.trim() !== '');
    setIsIncomplete(!isWhole);
    if (isWhole) answer.mutate(text);
    else container.current?.querySelector('input')?.focus();
  }

  return (
    <form ref={container} onSubmit={submit} className={styles.form} noValidate>
      {way === 'passkey' ? (
        <>
          <p>
            {t('Use the passkey of your account: a fingerprint, a face, the code of your phone, or a security key.')}
          </p>
          <Button
            variant="primary"
            size="tall"
            wide
            type="submit"
            icon={KeyRound}
            busy={answer.isPending}
            data-autofocus
          >
            {t('Use passkey')}
          </Button>
          {failure && <Alert>{failure}</Alert>}
        </>
      ) : (
        <>
          {isCode ? (
            <TextInput
              key="code"
              label={t('Code of your authenticator app')}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={text}
              onChange={change}
              readOnly={answer.isPending}
              error={isIncomplete ? t('Please type all six digits of the code.') : (failure ?? undefined)}
              data-autofocus
            />
          ) : (
            <TextInput
              key="recovery"
              label={t('Recovery code')}
              name="recovery_code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={text}
              onChange={change}
              readOnly={answer.isPending}
              error={isIncomplete ? t('Please type one of your recovery codes.') : (failure ?? undefined)}
              hint={t('Each of the ten codes works once. If you have none left, ask another operator of your hall.')}
              data-autofocus
            />
          )}
          <Button variant="primary" size="tall" wide type="submit" busy={answer.isPending}>
            {t('Continue')}
          </Button>
        </>
      )}
      <div className={styles.ways}>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <LinkText key={other} aria-disabled={answer.isPending} onClick={() => answer.isPending || choose(other)}>
              {nameWay(other)}
            </LinkText>
          ))}
        <LinkText quiet onClick={onLeave}>
          {leaveLabel}
        </LinkText>
      </div>
    </form>
  );
}

function nameWay(way: Way): string {
  switch (way) {
    case 'passkey':
      return t('Use a passkey');
    case 'authenticator':
      return t('Use your authenticator app');
    case 'recovery-code':
      return t('Use a recovery code');
  }
}

async function answerOf(way: Way, typed: string, question: FactorQuestion): Promise<Answer> {
  switch (way) {
    case 'passkey':
      return { passkey: await readPasskey(question) };
    case 'authenticator':
      return { code: typed };
    case 'recovery-code':
      return { recovery_code: typed };
  }
}
