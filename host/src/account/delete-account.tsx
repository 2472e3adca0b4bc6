import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ApiErrorShape, api, fieldError, notAnAnswer } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { endSession } from 'shared-contracts/session';
import { Alert, Button, LinkText, Modal, PasswordInput } from 'shared-contracts/ui';
import { CodeForm } from '../sign-in/code-form';
import type { CodeRequest } from '../sign-in/code-request';
import form_styles from '../sign-in/form.module.css';
import { requestCode } from '../sign-in/sign-in';
import { useLastError } from '../use-last-error';
import { t } from '../words';
import styles from './account.module.css';
import { forgetDevice } from './forget-device';

export interface DeleteAccountProps {
  open: boolean;
  email: string;
  onClose: () => void;
}

/** Says what is deleted and what stays, then asks for the code of an email or for the password. */
export function DeleteAccount({ open, email, onClose }: DeleteAccountProps) {
  return (
    <Modal open={open} onClose={onClose} title={t('Delete your account?')}>
      <Steps email={email} onClose={onClose} />
    </Modal>
  );
}

type Step = 'explain' | 'code' | 'password';

/** Asks for the code or the password only once the server says that the account can be deleted. */
function Steps({ email, onClose }: { email: string; onClose: () => void }) {
  const [step, setStep] = useState<Step>('explain');
  const [request, setRequest] = useState<CodeRequest>();
  const container = useRef<HTMLDivElement>(null);
  const check = useMutation<CodeRequest | undefined, ApiErrorShape, Exclude<Step, 'explain'>>({
    mutationFn: async (next) => {
      await requestDeletion({ dry_run: true });
      return next === 'code' ? requestCode(email) : undefined;
    },
    onSuccess: (sent, next) => {
      setRequest(sent);
      setStep(next);
    },
  });
  const failure = useLastError(check);
  // The next step takes the focus, since the control that led there is gone.
  useEffect(() => {
    if (step !== 'explain') container.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [step]);

  return (
    <div ref={container}>
      {step === 'explain' && (
        <div className={styles.form}>
          <p>
            {t(
              'Your name, email, phone, addresses, notes, carts and sessions are deleted at once, on every device. This cannot be undone.',
            )}
          </p>
          <p>{t('Past orders and payments stay in the books of the food hall, without you.')}</p>
          <Button size="tall" wide busy={check.isPending} onClick={() => check.mutate('code')}>
            {t('Email me a code')}
          </Button>
          <div className={styles.ways}>
            <LinkText quiet aria-disabled={check.isPending} onClick={() => check.isPending || check.mutate('password')}>
              {t('Use my password')}
            </LinkText>
            <LinkText onClick={onClose}>{t('Keep my account')}</LinkText>
          </div>
          {failure && <Alert>{failure.message}</Alert>}
        </div>
      )}
      {step === 'code' && request && (
        <CodeForm
          request={request}
          onRequest={setRequest}
          leaveLabel={t('Use my password')}
          onLeave={() => setStep('password')}
          submitLabel={t('Delete my account')}
          isDanger
          send={(code) => requestDeletion({ code, browser_key: request.browserKey })}
          onSuccess={leave}
        />
      )}
      {step === 'password' && <PasswordForm />}
    </div>
  );
}

function PasswordForm() {
  const [password, setPassword] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const remove = useMutation<void, ApiErrorShape, string>({
    mutationFn: (text) => requestDeletion({ password: text }),
    onSuccess: leave,
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (remove.isPending) return;
    setIsEmpty(password === '');
    if (password !== '') remove.mutate(password);
  }

  const refusal = useLastError(remove);
  const failure = fieldError(refusal, 'password') ?? refusal?.message;
  return (
    <form onSubmit={submit} className={form_styles.form} noValidate>
      <PasswordInput
        label={t('Password')}
        autoComplete="current-password"
        value={password}
        error={isEmpty ? t('Password is required') : failure}
        onChange={({ target }) => setPassword(target.value)}
        data-autofocus
      />
      <Button variant="danger" size="tall" type="submit" wide busy={remove.isPending}>
        {t('Delete my account')}
      </Button>
    </form>
  );
}

/** A trial, or the proof that the account is the person's own. */
type Deletion = { dry_run: true } | { password: string } | { code: string; browser_key: string };

async function requestDeletion(body: Deletion): Promise<void> {
  const response = await api().post('/me/deletion', body);
  // The site responds without a body, and another network with one.
  if (typeof response === 'object' && response !== null) throw notAnAnswer();
}

function leave(): void {
  forgetDevice();
  endSession('asked');
  showToast(t('Your account is deleted.'));
}
