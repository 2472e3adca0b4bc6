import { type ReactNode, useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation, useServerNow } from 'shared-contracts/query';
import { formatDate } from 'shared-contracts/rules/dates';
import type { Member, SentInvitation, VendorRole } from 'shared-contracts/types';
import { AlertDialog, Badge, Button, Card, Page } from 'shared-contracts/ui';
import { isRefusal, showFailure } from '../failures';
import { LoadFailed } from '../load-failed';
import rows from '../row.module.css';
import { t } from '../words';
import { InviteForm } from './invite-form';
import styles from './members.module.css';
import {
  changeRole,
  inviteMember,
  type Place,
  removeMember,
  resetSecondFactor,
  revokeInvitation,
  useInvitations,
  useMembers,
} from './members.resource';
import { NeedsSecondFactor } from './needs-second-factor';
import { LoadingPeople, PersonRow, useFocusAfterRemoval, useIsSelf } from './people-parts';
import { nameRole } from './roles';

interface PeopleProps {
  place: Place;
  heading: string;
  /** Text below the heading. */
  text?: string;
  /** Shown to a user whom the API refuses, also to one whose role ended while the page was open. */
  refused: ReactNode;
  /** Further sections, below the invitations. */
  children?: ReactNode;
}

/** Lists the people of a place and its open invitations, for those who lead it. */
export function People({ place, heading, text, refused, children }: PeopleProps) {
  const members = useMembers(place);
  const invitations = useInvitations(place);
  const pageHeading = useFocusAfterRemoval((members.data ?? []).map(({ user }) => user.id));
  const invitationsHeading = useFocusAfterRemoval((invitations.data ?? []).map(({ id }) => id));
  const refusal = [members, invitations].map(({ error }) => error).find((error) => error && isRefusal(error));
  if (refusal?.code === 'SECOND_FACTOR_REQUIRED') return <NeedsSecondFactor heading={heading} />;
  if (refusal) return refused;
  const failed = [members, invitations].find(({ data, error }) => !data && error);
  if (failed) {
    const retry = () => {
      void members.refetch();
      void invitations.refetch();
    };
    const isRetrying = members.isFetching || invitations.isFetching;
    return (
      <LoadFailed
        page={heading}
        error={failed.error}
        isRetrying={isRetrying}
        hasOrders={place.kind === 'vendor'}
        onRetry={retry}
      />
    );
  }
  if (!members.data || !invitations.data) return <LoadingPeople heading={heading} />;
  return (
    <Page width="account" className={styles.page}>
      <div className={styles.head}>
        <h1 ref={pageHeading} tabIndex={-1}>
          {heading}
        </h1>
        {text && <p className={styles.note}>{text}</p>}
      </div>
      <Card as="section" clip aria-label={t('Members')}>
        <ul>
          {members.data.map((member) => (
            <MemberRow key={member.user.id} place={place} member={member} />
          ))}
        </ul>
      </Card>
      <section className={styles.section} aria-labelledby="invitations">
        <h2 ref={invitationsHeading} id="invitations" tabIndex={-1}>
          {t('Invitations')}
        </h2>
        {invitations.data.length === 0 ? (
          <p className={styles.note}>{t('No invitation is open.')}</p>
        ) : (
          <Card clip>
            <ul>
              {invitations.data.map((invitation) => (
                <InvitationRow key={invitation.id} place={place} invitation={invitation} />
              ))}
            </ul>
          </Card>
        )}
      </section>
      <InviteForm place={place} />
      {children}
    </Page>
  );
}

function MemberRow({ place, member: { user, role } }: { place: Place; member: Member }) {
  const isSelf = useIsSelf(user.id);
  return (
    <PersonRow
      user={user}
      badge={nameRole(role)}
      remove={() => removeMember(place, user.id)}
      loss={isSelf ? ownLoss(place) : t('They can no longer see or change anything here, on any of their devices.')}
    >
      {place.kind === 'venue' && !isSelf && <ResetFactor user={user} />}
      {place.roles !== undefined && (
        <ChangeRole
          place={place}
          roles={place.roles}
          user={user}
          isSelf={isSelf}
          other={role === 'owner' ? 'staff' : 'owner'}
        />
      )}
    </PersonRow>
  );
}

/** Helps an operator who has lost the phone and the recovery codes. */
function ResetFactor({ user: { name, email } }: { user: Member['user'] }) {
  const [isAsking, setIsAsking] = useState(false);
  const reset = useMutation({
    mutationFn: () => resetSecondFactor(email),
    onSuccess: () => showToast(t('{name} signs in without a second factor now.', { name }), { color: 'success' }),
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button size="small" aria-label={t('Reset second factor: {name}', { name })} onClick={() => setIsAsking(true)}>
        {t('Reset second factor')}
      </Button>
      <AlertDialog
        open={isAsking}
        title={t('Reset the second factor of {name}?', { name })}
        okLabel={t('Reset')}
        closeLabel={t('Cancel')}
        isDanger
        busy={reset.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => reset.mutate()}
      >
        {t(
          'Do it only for a person whom you have spoken to: it helps someone else into the account as well. It ends every session of theirs.',
        )}
      </AlertDialog>
    </>
  );
}

const ownLoss = ({ kind }: Place): string =>
  kind === 'vendor'
    ? t('You will no longer see this vendor, on any of your devices.')
    : t('You will no longer run this hall, on any of your devices.');

interface ChangeRoleProps {
  place: Place;
  /** The place's path of people whose role can change. */
  roles: string;
  user: Member['user'];
  isSelf: boolean;
  other: VendorRole;
}

function ChangeRole({ place, roles, user, isSelf, other }: ChangeRoleProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { name } = user;
  const isOwner = other === 'owner';
  const change = useMutation({
    mutationFn: () => changeRole(place, roles, user.id, other),
    onSuccess: () =>
      showToast(isOwner ? t('{name} is an owner now.', { name }) : t('{name} is staff now.', { name }), {
        color: 'success',
      }),
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  // This is the one change that the user could not undo.
  const isFinal = isSelf && other === 'staff';
  return (
    <>
      <Button
        size="small"
        busy={change.isPending && !isAsking}
        aria-label={isOwner ? t('Make owner: {name}', { name }) : t('Make staff: {name}', { name })}
        onClick={() => (isFinal ? setIsAsking(true) : change.mutate())}
      >
        {isOwner ? t('Make owner') : t('Make staff')}
      </Button>
      <AlertDialog
        open={isAsking}
        title={t('Make yourself staff?')}
        okLabel={t('Make staff')}
        closeLabel={t('Cancel')}
        isDanger
        busy={change.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => change.mutate()}
      >
        {t('You will no longer see this page. Another owner can make you an owner again.')}
      </AlertDialog>
    </>
  );
}

function InvitationRow({ place, invitation }: { place: Place; invitation: SentInvitation }) {
  const { id, email, role, invited_by, expires_at } = invitation;
  const now = useServerNow();
  const revoke = useMutation({
    mutationFn: () => revokeInvitation(place, id),
    onSuccess: () => showToast(t('The invitation of {email} was revoked.', { email }), { color: 'success' }),
    onError: showFailure,
  });
  // Sends a new invitation for seven days more. The link of the earlier one ends.
  const sendAgain = useMutation({
    mutationFn: () => inviteMember(place, { email, ...(role !== 'operator' && { role }) }),
    onSuccess: () => showToast(t('A new invitation was sent to {email}.', { email }), { color: 'success' }),
    onError: showFailure,
  });
  const isExpired = Date.parse(expires_at) <= now;
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={rows.name}>
          <span translate="no">{email}</span> <Badge>{nameRole(role)}</Badge>
        </p>
        <p className={rows.note}>{invitationText(isExpired ? undefined : formatDate(expires_at), invited_by?.name)}</p>
      </div>
      <div className={rows.actions}>
        <Button
          size="small"
          busy={sendAgain.isPending}
          aria-label={t('Send again to {email}', { email })}
          onClick={() => sendAgain.mutate()}
        >
          {t('Send again')}
        </Button>
        <Button
          size="small"
          busy={revoke.isPending}
          aria-label={t('Revoke {email}', { email })}
          onClick={() => revoke.mutate()}
        >
          {t('Revoke')}
        </Button>
      </div>
    </li>
  );
}

/**
 * @param until the day until which the invitation is open; undefined once it has expired
 * @param name the person who sent it
 */
function invitationText(until: string | undefined, name: string | undefined): string {
  if (name === undefined) return until === undefined ? t('Expired') : t('Open until {until}', { until });
  return until === undefined
    ? t('Expired, invited by {name}', { name })
    : t('Open until {until}, invited by {name}', { until, name });
}
