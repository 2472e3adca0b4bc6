import { useEffect, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { subscribe } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import { useMutation } from 'shared-contracts/query';
import type { FactorQuestion } from 'shared-contracts/types';
import { Alert, Button, LinkText, Modal, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { CodeForm } from '../sign-in/code-form';
import type { CodeRequest } from '../sign-in/code-request';
import { FactorForm } from '../sign-in/factor-form';
import { requestCode } from '../sign-in/sign-in';
import { t } from '../words';
import { AddFactor } from './add-factor';
import styles from './second-factor.module.css';
import { askProof, sendProof, useSecondFactors } from './second-factor.resource';

interface ProofDialogProps {
  open: boolean;
  /** The account has no second factor yet, and the hall asks for one. */
  isSetup: boolean;
  /** Called once, with whether the person has answered. */
  onEnd: (isAnswered: boolean) => void;
}

/** Asks who acts, before money or people move. What the person has typed on the page stays. */
export function ProofDialog({ open, isSetup, onEnd }: ProofDialogProps) {
  const cancel = () => onEnd(false);
  useEffect(() => {
    // Another tab may log out, or the API may end the session.
    const stops = [subscribe('signed-out', () => onEnd(false)), subscribe('context-switched', () => onEnd(false))];
    return () => {
      for (const stop of stops) stop();
    };
  }, [onEnd]);
  return (
    <Modal
      open={open}
      onClose={cancel}
      title={isSetup ? t('Set up a second factor') : t('Confirm that it is you')}
      text={
        isSetup
          ? t('This hall asks its operators for a second factor. You are asked for it when you sign in.')
          : t('This moves money or people, so we ask again. What you typed stays.')
      }
    >
      {isSetup ? (
        <Setup onDone={() => onEnd(true)} onLeave={cancel} />
      ) : (
        <Prove onDone={() => onEnd(true)} onLeave={cancel} />
      )}
    </Modal>
  );
}

interface StepProps {
  onDone: () => void;
  onLeave: () => void;
}

function Setup({ onDone, onLeave }: StepProps) {
  const { data, error, refetch } = useSecondFactors();
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} onLeave={onLeave} />;
  if (!data) return <Waiting />;
  return (
    <div className={styles.steps}>
      <AddFactor hasPasskeys={data.has_passkeys} onDone={onDone} />
      <LinkText quiet onClick={onLeave}>
        {t('Not now')}
      </LinkText>
    </div>
  );
}

function Prove({ onDone, onLeave }: StepProps) {
  const ask = useMutation<FactorQuestion, ApiErrorShape, void>({ mutationFn: askProof });
  const { mutate: start } = ask;
  useEffect(() => start(), [start]);
  if (ask.error) return <Failed error={ask.error} onRetry={() => start()} onLeave={onLeave} />;
  if (!ask.data) return <Waiting />;
  if (ask.data.methods.includes('email-code')) {
    return <ProveEmail token={ask.data.token} onDone={onDone} onLeave={onLeave} />;
  }
  return (
    <FactorForm question={ask.data} send={sendProof} onSuccess={onDone} onLeave={onLeave} leaveLabel={t('Cancel')} />
  );
}

/** An account without a second factor proves its email again, before it gets one. */
function ProveEmail({ token, onDone, onLeave }: StepProps & { token: string }) {
  const email = readLocal('user')?.email ?? '';
  const [request, setRequest] = useState<CodeRequest>();
  const send = useMutation<CodeRequest, ApiErrorShape, void>({
    mutationFn: () => requestCode(email),
    onSuccess: setRequest,
  });
  if (!request) {
    return (
      <div className={styles.steps}>
        <p>{t('We send a code of six digits to {email}.', { email })}</p>
        <Button variant="primary" size="tall" wide busy={send.isPending} onClick={() => send.mutate()} data-autofocus>
          {t('Email me a code')}
        </Button>
        {send.error && <Alert>{send.error.message}</Alert>}
        <LinkText quiet onClick={onLeave}>
          {t('Cancel')}
        </LinkText>
      </div>
    );
  }
  return (
    <CodeForm
      request={request}
      onRequest={setRequest}
      leaveLabel={t('Cancel')}
      onLeave={onLeave}
      submitLabel={t('Continue')}
      send={(code) => sendProof({ token, email_code: { browser_key: request.browserKey, code } })}
      onSuccess={onDone}
    />
  );
}

function Waiting() {
  return (
    <Skeleton label={t('Loading…')}>
      <SkeletonBlock width="long" />
      <SkeletonBlock width="half" />
    </Skeleton>
  );
}

function Failed({ error, onRetry, onLeave }: { error: ApiErrorShape; onRetry: () => void; onLeave: () => void }) {
  return (
    <div className={styles.steps}>
      <Alert>{error.message}</Alert>
      <Button wide onClick={onRetry}>
        {t('Try Again')}
      </Button>
      <LinkText quiet onClick={onLeave}>
        {t('Cancel')}
      </LinkText>
    </div>
  );
}
