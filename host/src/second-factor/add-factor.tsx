import { KeyRound, Smartphone } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { type ApiErrorShape, fieldError } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import { latinDigits } from 'shared-contracts/rules/forms';
import type { AddedFactor } from 'shared-contracts/types';
import { Alert, Button, LinkText, Skeleton, SkeletonBlock, TextInput } from 'shared-contracts/ui';
import { explainWait } from '../sign-in/explain-wait';
import form_styles from '../sign-in/form.module.css';
import { useLastError } from '../use-last-error';
import { t } from '../words';
import { deviceName } from './device-name';
import { QrCode } from './qr-code';
import { RecoveryCodes } from './recovery-codes';
import styles from './second-factor.module.css';
import { type AppSetup, addApp, addPasskey, startApp } from './second-factor.resource';

interface AddFactorProps {
  /** Browsers make passkeys for the address of the site. */
  hasPasskeys: boolean;
  onDone: () => void;
}

/** Lets a person choose and set up a second factor, then shows the recovery codes of the first one. */
export function AddFactor({ hasPasskeys, onDone }: AddFactorProps) {
  const [isApp, setIsApp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = ({ recovery_codes }: AddedFactor) => {
    if (recovery_codes) setCodes(recovery_codes);
    else onDone();
  };
  const passkey = useMutation<AddedFactor, ApiErrorShape, void>({
    mutationFn: () => addPasskey(deviceName()),
    onSuccess: finish,
  });
  const refusal = useLastError(passkey);
  const container = useRef<HTMLDivElement>(null);
  const step = codes ? 'codes' : isApp ? 'app' : 'choice';
  const shown = useRef(step);
  // The control that led to the next step is gone.
  useEffect(() => {
    if (shown.current !== step) container.current?.querySelector<HTMLElement>('[data-autofocus], button')?.focus();
    shown.current = step;
  }, [step]);

  return (
    <div ref={container}>
      {step === 'codes' && <RecoveryCodes codes={codes ?? []} onDone={onDone} />}
      {step === 'app' && <AppForm onAdded={finish} onLeave={() => setIsApp(false)} />}
      {step === 'choice' && (
        <div className={styles.steps}>
          {hasPasskeys ? (
            <>
              <p>{t('A passkey is quickest: your fingerprint, your face, or the code that unlocks your phone.')}</p>
              <Button
                variant="primary"
                size="tall"
                wide
                icon={KeyRound}
                busy={passkey.isPending}
                onClick={() => passkey.mutate()}
                data-autofocus
              >
                {t('Add a passkey')}
              </Button>
              {refusal && <Alert>{refusal.message}</Alert>}
              <p className={form_styles.or}>{t('or')}</p>
            </>
          ) : (
            <Alert tone="info">
              {t('Passkeys need https, which this site does not have. Use an authenticator app.')}
            </Alert>
          )}
          <Button size="tall" wide icon={Smartphone} onClick={() => passkey.isPending || setIsApp(true)}>
            {t('Add an authenticator app')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface AppFormProps {
  onAdded: (added: AddedFactor) => void;
  onLeave: () => void;
}

/** Shows the secret as a QR code and as text, and asks for the first code of the app. */
function AppForm({ onAdded, onLeave }: AppFormProps) {
  const setup = useMutation<AppSetup, ApiErrorShape, void>({ mutationFn: startApp });
  const { mutate: start } = setup;
  useEffect(() => start(), [start]);
  if (setup.error) {
    return (
      <div className={styles.steps}>
        <Alert>{setup.error.message}</Alert>
        <Button wide onClick={() => start()} data-autofocus>
          {t('Try Again')}
        </Button>
        <LinkText quiet onClick={onLeave}>
          {t('Back')}
        </LinkText>
      </div>
    );
  }
  if (!setup.data) {
    return (
      <Skeleton label={t('Loading…')}>
        <SkeletonBlock width="long" />
        <SkeletonBlock width="half" />
      </Skeleton>
    );
  }
  return <AppCodeForm setup={setup.data} onAdded={onAdded} onLeave={onLeave} />;
}

function AppCodeForm({ setup, onAdded, onLeave }: AppFormProps & { setup: AppSetup }) {
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const add = useMutation<AddedFactor, ApiErrorShape, string>({
    mutationFn: (digits) => addApp(setup, digits),
    onSuccess: onAdded,
    onError: () => input.current?.select(),
  });
  const refusal = useLastError(add);
  useEffect(() => input.current?.focus(), []);

  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    setCode(latinDigits(target.value).replace(/\D/g, '').slice(0, 6));
    setIsIncomplete(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (add.isPending) return;
    setIsIncomplete(code.length < 6);
    if (code.length === 6) add.mutate(code);
    else input.current?.focus();
  }

  return (
    <form onSubmit={submit} className={styles.steps} noValidate>
      <p>{t('Scan this code with your authenticator app. On this phone, copy the key into the app instead.')}</p>
      <QrCode text={setup.uri} label={t('QR code for your authenticator app')} />
      <p className={styles.secret} dir="ltr" translate="no">
        {setup.secret.replace(/(.{4})(?!$)/g, '$1 ')}
      </p>
      <TextInput
        ref={input}
        label={t('Code of your authenticator app')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={change}
        readOnly={add.isPending}
        error={
          isIncomplete
            ? t('Please type all six digits of the code.')
            : refusal
              ? (fieldError(refusal, 'code') ?? explainWait(refusal))
              : undefined
        }
        data-autofocus
      />
      <Button variant="primary" size="tall" wide type="submit" busy={add.isPending}>
        {t('Add this app')}
      </Button>
      <LinkText quiet onClick={onLeave}>
        {t('Back')}
      </LinkText>
    </form>
  );
}
