import { useEffect, useState } from 'react';
import { publish, useShell } from 'shared-contracts/events';
import { startSession } from 'shared-contracts/session';
import { Modal } from 'shared-contracts/ui';
import { BrandMark } from '../brand/brand-mark';
import { AuthForm, authText, authTitle } from './auth-form';
import { leaveCodeRequest, resumeCodeRequest } from './code-request';

const CLOSED = { mode: 'Login', reason: undefined, email: undefined } as const;

/**
 * Sign-in without leaving the page, when an action needs a session. It starts with the personal account, since a cart
 * belongs to a person.
 */
export function AuthModal() {
  const auth = useShell((state) => state.auth);
  // The last mode stays while the modal fades.
  const [shown, setShown] = useState(auth);
  if (auth && auth !== shown) setShown(auth);
  useEffect(resumeCodeRequest, []);
  const { mode, reason, email } = shown ?? CLOSED;
  return (
    <Modal
      open={auth !== null}
      onClose={() => {
        leaveCodeRequest();
        publish('sign-in-closed', {});
      }}
      title={authTitle(mode)}
      lead={<BrandMark size="large" />}
      // Only the login form shows the reason, since the reason asks for a sign-in.
      text={(mode === 'Login' && reason) || authText(mode)}
    >
      <AuthForm
        mode={mode}
        email={email}
        onSignedIn={(body) => startSession(body)}
        onModeChange={(next) => publish('sign-in-asked', { mode: next, reason, email })}
      />
    </Modal>
  );
}
