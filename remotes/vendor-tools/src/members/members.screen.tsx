import { useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast, useShell } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { useParams } from 'shared-contracts/router';
import { formatDate } from 'shared-contracts/rules/dates';
import type { Member, SentInvitation, VendorRole } from 'shared-contracts/types';
import {
  AlertDialog,
  Badge,
  Button,
  Card,
  EmptyState,
  Page,
  QuietHeading,
  Skeleton,
  SkeletonBlock,
  StatePage,
} from 'shared-contracts/ui';
import { LoadFailed } from '../load-failed';
import { NotYours } from '../not-yours';
import { useIsMember } from '../stock.resource';
import { InviteForm } from './invite-form';
import styles from './members.module.css';
import { changeRole, removeMember, revokeInvitation, useInvitations, useIsOwner, useMembers } from './members.resource';

export const ROLE_NAMES: Readonly<Record<string, string>> = { owner: 'Owner', staff: 'Staff', operator: 'Operator' };

/** Who works for the vendor. Its owners invite and remove people here. */
export function Screen() {
  const { vendorId = '' } = useParams();
  const isMember = useIsMember(vendorId);
  const isOwner = useIsOwner(vendorId);
  if (!isMember) return <NotYours />;
  if (!isOwner) return <NotOwner />;
  return <People vendorId={vendorId} />;
}

function NotOwner() {
  return (
    <StatePage heading="People">
      <EmptyState
        title="Only an owner of this vendor sees its people."
        text="Ask an owner if something has to change."
      />
    </StatePage>
  );
}

function People({ vendorId }: { vendorId: string }) {
  const members = useMembers(vendorId);
  const invitations = useInvitations(vendorId);
  const failed = [members, invitations].find(({ data, error }) => !data && error);
  if (failed) {
    const retry = () => {
      void members.refetch();
      void invitations.refetch();
    };
    const isRetrying = members.isFetching || invitations.isFetching;
    return <LoadFailed page="People" error={failed.error} isRetrying={isRetrying} onRetry={retry} />;
  }
  if (!members.data || !invitations.data) {
    return (
      <Page width="account" className={styles.page}>
        <QuietHeading>People</QuietHeading>
        <Skeleton label="Loading the people…" className={styles.waiting}>
          <SkeletonBlock shape="title" width="half" />
          <SkeletonBlock width="long" />
          <SkeletonBlock width="long" />
        </Skeleton>
      </Page>
    );
  }
  return (
    <Page width="account" className={styles.page}>
      <h1>People</h1>
      <Card as="section" clip aria-label="Members">
        <ul>
          {members.data.map((member) => (
            <MemberRow key={member.user.id} vendorId={vendorId} member={member} />
          ))}
        </ul>
      </Card>
      <section className={styles.section} aria-labelledby="invitations">
        <h2 id="invitations">Invitations</h2>
        {invitations.data.length === 0 ? (
          <p className={styles.note}>No invitation is open.</p>
        ) : (
          <Card clip>
            <ul>
              {invitations.data.map((invitation) => (
                <InvitationRow key={invitation.id} vendorId={vendorId} invitation={invitation} />
              ))}
            </ul>
          </Card>
        )}
      </section>
      <InviteForm vendorId={vendorId} />
    </Page>
  );
}

const showFailure = (error: unknown) => showToast((error as ApiErrorShape).message, { color: 'danger' });

function MemberRow({ vendorId, member: { user, role } }: { vendorId: string; member: Member }) {
  const isSelf = useShell(({ session }) => session?.user.id === user.id);
  const [isAsking, setIsAsking] = useState(false);
  const other: VendorRole = role === 'owner' ? 'staff' : 'owner';
  const change = useMutation({
    mutationFn: () => changeRole(vendorId, user.id, other),
    onSuccess: () =>
      showToast(`${user.name} is ${other === 'owner' ? 'an owner' : 'staff'} now.`, { color: 'success' }),
    onError: showFailure,
  });
  const remove = useMutation({
    mutationFn: () => removeMember(vendorId, user.id),
    onSuccess: () => showToast(`${user.name} was removed.`, { color: 'success' }),
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          {user.name}
          {isSelf && ' (you)'} <Badge>{ROLE_NAMES[role] ?? role}</Badge>
        </p>
        <p className={styles.note}>{user.email}</p>
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          busy={change.isPending}
          aria-label={`Make ${other}: ${user.name}`}
          onClick={() => change.mutate()}
        >
          Make {other}
        </Button>
        <Button size="small" aria-label={`Remove ${user.name}`} onClick={() => setIsAsking(true)}>
          Remove
        </Button>
      </div>
      <AlertDialog
        open={isAsking}
        title={`Remove ${user.name}?`}
        okLabel="Remove"
        closeLabel="Cancel"
        isDanger
        busy={remove.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => remove.mutate()}
      >
        {isSelf
          ? 'You will no longer see this vendor, on any of your devices.'
          : 'They can no longer see or change anything here, on any of their devices.'}
      </AlertDialog>
    </li>
  );
}

function InvitationRow({ vendorId, invitation }: { vendorId: string; invitation: SentInvitation }) {
  const { id, email, role, expires_at } = invitation;
  const revoke = useMutation({
    mutationFn: () => revokeInvitation(vendorId, id),
    onSuccess: () => showToast(`The invitation of ${email} was revoked.`, { color: 'success' }),
    onError: showFailure,
  });
  const isExpired = Date.parse(expires_at) <= Date.now();
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          {email} <Badge>{ROLE_NAMES[role] ?? role}</Badge>
        </p>
        <p className={styles.note}>{isExpired ? 'Expired' : `Open until ${formatDate(expires_at)}`}</p>
      </div>
      <div className={styles.actions}>
        <Button size="small" busy={revoke.isPending} aria-label={`Revoke ${email}`} onClick={() => revoke.mutate()}>
          Revoke
        </Button>
      </div>
    </li>
  );
}
