import { useState } from 'react';
import { publish, useShell } from 'shared-contracts/events';
import { startSession } from 'shared-contracts/session';
import { Modal } from 'shared-contracts/ui';
import { BrandMark } from '../chrome/brand-mark';
import { AUTH_TEXTS, AUTH_TITLES, AuthForm } from './auth-form';

/**
 * Sign-in without leaving the page, where something asked for it. It starts the personal account, since whoever is
 * adding to a cart orders as themselves.
 */
export function AuthModal() {
  const auth = useShell((state) => state.auth);
  // What was asked for last stays while the modal fades.
  const [shown, setShown] = useState(auth);
  if (auth && auth !== shown) setShown(auth);
  const { mode, reason } = shown ?? { mode: 'Login' as const, reason: undefined };
  return (
    <Modal
      open={auth !== null}
      onClose={() => publish('sign-in-closed', {})}
      title={AUTH_TITLES[mode]}
      lead={<BrandMark size="large" />}
      // The reason speaks of signing in.
      text={(mode === 'Login' && reason) || AUTH_TEXTS[mode]}
    >
      <AuthForm
        mode={mode}
        onSignedIn={(answer) => startSession(answer)}
        onModeChange={(next) => publish('sign-in-asked', { mode: next, reason })}
      />
    </Modal>
  );
}
