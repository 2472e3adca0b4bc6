import { useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { publish, useShell } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import { invalidate, useMutation } from 'shared-contracts/query';
import { useLocation, useNavigate, useParams } from 'shared-contracts/router';
import { refreshProfile, switchContext } from 'shared-contracts/session';
import type { Invitation } from 'shared-contracts/types';
import { Alert, Button, EmptyState, FailedState, Skeleton, SkeletonBlock, StatePage } from 'shared-contracts/ui';
import { logOut } from '../account/log-out';
import { operatorsPath, PATHS, vendorsPath } from '../routes/paths';
import { SignInCard } from '../sign-in/sign-in-card';
import { useLastError } from '../use-last-error';
import { rich, t } from '../words';
import styles from './invitation.module.css';
import { acceptInvitation, refreshInvitation, useInvitation } from './invitation.resource';

/** The page of the link in an invitation's email: /invitations/{token} */
export function InvitationScreen() {
  const { token = '' } = useParams();
  const { data: invitation, isPending, isFetching, error, refetch } = useInvitation(token);
  // The page goes on showing the accepted invitation: a second request would respond that it was used.
  const [accepted, setAccepted] = useState<Invitation | null>(null);

  if (accepted) return <Accepted invitation={accepted} />;
  if (isPending) {
    return (
      <SignInCard title={t('Your invitation')}>
        <Skeleton label={t('Loading the invitation…')}>
          <SkeletonBlock width="long" />
          <SkeletonBlock width="half" />
        </Skeleton>
      </SignInCard>
    );
  }
  if (error && isEnded(error)) return <Ended error={error} />;
  if (!invitation) {
    return (
      <StatePage heading={t('Your invitation')}>
        <FailedState
          title={t('The invitation could not be loaded')}
          text={t('It was not changed.')}
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      </StatePage>
    );
  }
  return <Open token={token} invitation={invitation} onAccepted={() => setAccepted(invitation)} />;
}

const isEnded = ({ status }: ApiErrorShape): boolean => status === 404 || status === 410;

/** Shows why an invitation no longer works: it is used, revoked, expired or unknown. */
function Ended({ error: { status, message } }: { error: ApiErrorShape }) {
  const isUnknown = status === 404;
  return (
    <StatePage heading={t('Your invitation')}>
      <EmptyState
        title={isUnknown ? t('This is not the link of an invitation.') : message}
        text={isUnknown ? t('Please open the link in the email again, or copy it whole.') : undefined}
        action={
          <Button variant="primary" to={PATHS.account}>
            {t('My Account')}
          </Button>
        }
      />
    </StatePage>
  );
}

/** Vendors have owners and staff, venues operators. Each has a sentence of its own, since other languages decline the words. */
function invitationText({ role, vendor, venue }: Invitation): string {
  if (!vendor) return t('You are invited to become an operator of {name}.', { name: venue.name });
  const names = { vendor: vendor.name, venue: venue.name };
  return role === 'owner'
    ? t('You are invited to become an owner of {vendor} at {venue}.', names)
    : t('You are invited to become staff of {vendor} at {venue}.', names);
}

function acceptedText({ role, vendor, venue }: Invitation): string {
  if (!vendor) return t('You are an operator of {name} now.', { name: venue.name });
  const { name } = vendor;
  return role === 'owner'
    ? t('You are an owner of {name} now.', { name })
    : t('You are staff of {name} now.', { name });
}

interface OpenProps {
  token: string;
  invitation: Invitation;
  onAccepted: () => void;
}

function Open({ token, invitation, onAccepted }: OpenProps) {
  const session = useShell((state) => state.session);
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: (user) => {
      onAccepted();
      refreshProfile(user);
      // The switch of My Account lists the new role.
      void invalidate('/me');
    },
    // The invitation may have ended in the meantime.
    onError: () => void refreshInvitation(token),
  });
  const refusal = useLastError(accept);
  // The session's events carry no email; the device has it with the account.
  const email = session ? readLocal('user')?.email : undefined;
  const isOther = email !== undefined && email.toLowerCase() !== invitation.email;

  return (
    <SignInCard title={t('Your invitation')} text={invitationText(invitation)}>
      <div className={styles.actions}>
        {!session && <SignedOut email={invitation.email} />}
        {session && isOther && <OtherAccount email={email} invited={invitation.email} />}
        {session && !isOther && (
          <>
            <Button variant="primary" size="tall" wide busy={accept.isPending} onClick={() => accept.mutate()}>
              {t('Accept')}
            </Button>
            {refusal && <Alert>{(refusal as unknown as ApiErrorShape).message}</Alert>}
          </>
        )}
      </div>
    </SignInCard>
  );
}

/** Signing in and registering happen over this page, so that the invitation stays. */
function SignedOut({ email }: { email: string }) {
  const ask = (mode: 'Login' | 'Register') =>
    publish('sign-in-asked', { mode, email, reason: t('Log in as {email} to accept the invitation.', { email }) });
  return (
    <>
      <p className={styles.note}>
        {rich('It is for <strong>{email}</strong>. Log in with this email to accept it.', {
          email,
          strong: (text) => <strong key="email">{text}</strong>,
        })}
      </p>
      <Button variant="primary" size="tall" wide onClick={() => ask('Login')}>
        {t('Login')}
      </Button>
      <Button wide onClick={() => ask('Register')}>
        {t('Register')}
      </Button>
    </>
  );
}

function OtherAccount({ email, invited }: { email: string; invited: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p className={styles.note}>
        {rich('It is for <strong>{invited}</strong>, and you are logged in as <other>{email}</other>.', {
          invited,
          email,
          strong: (text) => (
            <strong key="invited" translate="no">
              {text}
            </strong>
          ),
          other: (text) => (
            <strong key="email" translate="no">
              {text}
            </strong>
          ),
        })}
      </p>
      <Button
        variant="primary"
        size="tall"
        wide
        onClick={() => {
          logOut();
          // A log-out leads to the venues, but this visitor still wants the invitation.
          navigate(pathname, { replace: true });
        }}
      >
        {t('Log Out')}
      </Button>
    </>
  );
}

function Accepted({ invitation }: { invitation: Invitation }) {
  const { vendor, venue } = invitation;
  return (
    <SignInCard title={t('Welcome')} text={acceptedText(invitation)}>
      <p role="status" className={styles.note}>
        {vendor
          ? t('My Account has the switch between your accounts.')
          : t('My Account lists your venues under the switch.')}
      </p>
      <div className={styles.actions}>
        {vendor ? (
          <Button
            variant="primary"
            size="tall"
            wide
            onClick={() => switchContext({ type: 'Vendor', data: { id: vendor.id, name: vendor.name } })}
          >
            {t('Open the queue')}
          </Button>
        ) : (
          <>
            <Button variant="primary" size="tall" wide to={vendorsPath(venue.id)}>
              {t('Open {name}', { name: venue.name })}
            </Button>
            <Button wide to={operatorsPath(venue.id)}>
              {t('See the operators')}
            </Button>
          </>
        )}
      </div>
    </SignInCard>
  );
}
