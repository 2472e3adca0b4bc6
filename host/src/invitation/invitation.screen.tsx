import { useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { publish, useShell } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import { invalidate, useMutation } from 'shared-contracts/query';
import { useLocation, useNavigate, useParams } from 'shared-contracts/router';
import { refreshProfile, switchContext } from 'shared-contracts/session';
import type { Invitation, Role } from 'shared-contracts/types';
import { Alert, Button, EmptyState, FailedState, Skeleton, SkeletonBlock, StatePage } from 'shared-contracts/ui';
import { logOut } from '../account/log-out';
import { operatorsPath, PATHS, vendorsPath } from '../routes/paths';
import { SignInCard } from '../sign-in/sign-in-card';
import { useLastError } from '../use-last-error';
import styles from './invitation.module.css';
import { acceptInvitation, refreshInvitation, useInvitation } from './invitation.resource';

const TITLE = 'Your invitation';

const ROLES: Readonly<Record<Role, string>> = { owner: 'an owner of', staff: 'staff of', operator: 'an operator of' };

/** The page of the link in an invitation's email: /invitations/{token} */
export function InvitationScreen() {
  const { token = '' } = useParams();
  const { data: invitation, isPending, isFetching, error, refetch } = useInvitation(token);
  // The page goes on showing the accepted invitation: a second request would respond that it was used.
  const [accepted, setAccepted] = useState<Invitation | null>(null);

  if (accepted) return <Accepted invitation={accepted} />;
  if (isPending) {
    return (
      <SignInCard title={TITLE}>
        <Skeleton label="Loading the invitation…">
          <SkeletonBlock width="long" />
          <SkeletonBlock width="half" />
        </Skeleton>
      </SignInCard>
    );
  }
  if (error && isEnded(error)) return <Ended error={error} />;
  if (!invitation) {
    return (
      <StatePage heading={TITLE}>
        <FailedState
          title="The invitation could not be loaded"
          text="It was not changed."
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
    <StatePage heading={TITLE}>
      <EmptyState
        title={isUnknown ? 'This is not the link of an invitation.' : message}
        text={isUnknown ? 'Please open the link in the email again, or copy it whole.' : undefined}
        action={
          <Button variant="primary" to={PATHS.account}>
            My Account
          </Button>
        }
      />
    </StatePage>
  );
}

function invitationText({ role, vendor, venue }: Invitation): string {
  return `You are invited to become ${ROLES[role]} ${vendor ? `${vendor.name} at ${venue.name}` : venue.name}.`;
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
    <SignInCard title={TITLE} text={invitationText(invitation)}>
      <div className={styles.actions}>
        {!session && <SignedOut email={invitation.email} />}
        {session && isOther && <OtherAccount email={email} invited={invitation.email} />}
        {session && !isOther && (
          <>
            <Button variant="primary" size="tall" wide busy={accept.isPending} onClick={() => accept.mutate()}>
              Accept
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
    publish('sign-in-asked', { mode, email, reason: `Log in as ${email} to accept the invitation.` });
  return (
    <>
      <p className={styles.note}>
        It is for <strong>{email}</strong>. Log in with this email to accept it.
      </p>
      <Button variant="primary" size="tall" wide onClick={() => ask('Login')}>
        Login
      </Button>
      <Button wide onClick={() => ask('Register')}>
        Register
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
        It is for <strong>{invited}</strong>, and you are logged in as <strong>{email}</strong>.
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
        Log Out
      </Button>
    </>
  );
}

function Accepted({ invitation: { role, vendor, venue } }: { invitation: Invitation }) {
  return (
    <SignInCard title="Welcome" text={`You are ${ROLES[role]} ${vendor?.name ?? venue.name} now.`}>
      <p role="status" className={styles.note}>
        {vendor ? 'My Account has the switch between your accounts.' : 'My Account lists your venues under the switch.'}
      </p>
      <div className={styles.actions}>
        {vendor ? (
          <Button
            variant="primary"
            size="tall"
            wide
            onClick={() => switchContext({ type: 'Vendor', data: { id: vendor.id, name: vendor.name } })}
          >
            Open the queue
          </Button>
        ) : (
          <>
            <Button variant="primary" size="tall" wide to={vendorsPath(venue.id)}>
              {`Open ${venue.name}`}
            </Button>
            <Button wide to={operatorsPath(venue.id)}>
              See the operators
            </Button>
          </>
        )}
      </div>
    </SignInCard>
  );
}
