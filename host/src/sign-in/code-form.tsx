import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type ApiErrorShape, serverNow } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import { latinDigits } from 'shared-contracts/rules/forms';
import { Button, LinkText, TextInput } from 'shared-contracts/ui';
import { useLastError } from '../use-last-error';
import { rich, t } from '../words';
import type { CodeRequest } from './code-request';
import { explainWait } from './explain-wait';
import styles from './form.module.css';
import { requestCode } from './sign-in';

const DIGITS = 6;
const RESEND_AFTER_MS = 30_000;

export interface CodeFormProps<Body> {
  request: CodeRequest;
  /** Called with the request for a newer code. */
  onRequest: (request: CodeRequest) => void;
  /** The label of the link that leaves the form: 'Use another email'. */
  leaveLabel: string;
  onLeave: () => void;
  submitLabel: string;
  /** The action cannot be undone, so nothing is sent before the button is pressed. */
  isDanger?: boolean;
  send: (digits: string) => Promise<Body>;
  onSuccess: (body: Body) => void;
}

/** Takes the six digits of the email, and sends them as soon as the last one is there. */
export function CodeForm<Body>({
  request,
  onRequest,
  leaveLabel,
  onLeave,
  submitLabel,
  isDanger = false,
  send: sendCode,
  onSuccess,
}: CodeFormProps<Body>) {
  const [code, setCode] = useState('');
  const [isNewer, setIsNewer] = useState(false);
  const [isIncomplete, setIncomplete] = useState(false);
  /** When the next code may be tried, after too many wrong ones. */
  const [blockedUntil, setBlockedUntil] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const verify = useMutation<Body, ApiErrorShape, string>({
    mutationFn: sendCode,
    onSuccess,
    onError: ({ retryAfter = 0 }) => {
      setBlockedUntil(serverNow() + 1000 * retryAfter);
      // The next digit replaces the code that was refused.
      input.current?.select();
    },
  });
  const resend = useMutation<CodeRequest, ApiErrorShape, void>({
    mutationFn: () => requestCode(request.email, request.browserKey),
    onSuccess: (next) => {
      onRequest(next);
      setCode('');
      setIsNewer(true);
      input.current?.focus();
    },
  });
  const refusal = useLastError(verify);
  const notResent = useLastError(resend);
  const failure = refusal ?? notResent;
  const wait = useSecondsUntil(request.sentAt + RESEND_AFTER_MS);
  const isBlocked = useSecondsUntil(blockedUntil) > 0;
  const sentTo = {
    email: request.email,
    strong: (email: ReactNode) => (
      <strong key="email" translate="no">
        {email}
      </strong>
    ),
  };

  function send(digits: string): void {
    if (verify.isPending) return;
    resend.reset();
    verify.mutate(digits);
  }

  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    // A code is pasted with spaces, or with the sentence around it.
    const digits = latinDigits(target.value).replace(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    setIncomplete(false);
    if (digits.length === DIGITS && digits !== code && !isDanger) send(digits);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    // A wrong code stays wrong and would use up another try.
    const isKnownWrong = verify.error?.status === 422 && verify.variables === code;
    if (code.length === DIGITS && !isKnownWrong) {
      send(code);
    } else {
      setIncomplete(code.length < DIGITS);
      input.current?.focus();
      input.current?.select();
    }
  }

  return (
    <form onSubmit={submit} className={styles.form} noValidate>
      <p role="status" className={styles.sent}>
        {/* A new element for each sentence: a browser that translates the page may have replaced the texts inside. */}
        <span key={String(isNewer)}>
          {isNewer
            ? rich('We have sent a new code to <strong>{email}</strong>.', sentTo)
            : rich('We have sent a code to <strong>{email}</strong>.', sentTo)}
        </span>
      </p>
      <TextInput
        ref={input}
        label={t('Code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={change}
        readOnly={verify.isPending}
        error={isIncomplete ? t('Please type all six digits of the code.') : failure && explainWait(failure)}
        hint={t('Six digits, which work for 10 minutes in this tab.')}
        data-autofocus
      />
      <Button variant={isDanger ? 'danger' : 'primary'} size="tall" type="submit" wide busy={verify.isPending}>
        {submitLabel}
      </Button>
      <div className={styles.foot}>
        <LinkText onClick={onLeave}>{leaveLabel}</LinkText>
        {!isBlocked && wait > 0 && <span className={styles.wait}>{t('New code in {wait} s', { wait })}</span>}
        {!isBlocked && wait === 0 && (
          <LinkText
            quiet
            aria-disabled={resend.isPending}
            onClick={() => {
              if (resend.isPending) return;
              verify.reset();
              resend.mutate();
            }}
          >
            {t('Send a new code')}
          </LinkText>
        )}
      </div>
    </form>
  );
}

const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - serverNow()) / 1000));

/** Whole seconds until a moment, in milliseconds since the epoch; 0 once it has passed. */
function useSecondsUntil(at: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at));
  useEffect(() => {
    const count = () => setSeconds(secondsUntil(at));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}
