import { type FormEvent, useState } from 'react';
import { type ApiErrorShape, fieldError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { VendorRole } from 'shared-contracts/types';
import { Alert, Button, Card, Select, TextInput } from 'shared-contracts/ui';
import styles from './members.module.css';
import { inviteMember, type Place } from './members.resource';

const ROLES = [
  { value: 'staff', label: 'Staff' },
  { value: 'owner', label: 'Owner' },
] as const;

const HINTS: Readonly<Record<VendorRole, string>> = {
  staff: 'Works the queue and the stock.',
  owner: 'Also invites people, sets the hours, exports orders and sees the day’s end.',
};

export function InviteForm({ place }: { place: Place }) {
  const hasRoles = place.kind === 'vendor';
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<VendorRole>('staff');
  const [isMissing, setIsMissing] = useState(false);
  /** Stays while the next attempt runs: the button does not move under the finger. */
  const [refusal, setRefusal] = useState<Error>();
  const invite = useMutation<unknown, Error, void>({
    mutationFn: () => inviteMember(place, { email: email.trim(), ...(hasRoles && { role }) }),
    onSuccess: () => {
      showToast(`An invitation was sent to ${email.trim()}.`, { color: 'success' });
      setEmail('');
      setRefusal(undefined);
    },
    onError: setRefusal,
  });
  const ofEmail = isMissing ? 'Email is required' : fieldError(refusal, 'email');
  const failure = refusal && !ofEmail ? (refusal as unknown as ApiErrorShape).message : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (invite.isPending) return;
    setIsMissing(email.trim() === '');
    if (email.trim() !== '') invite.mutate();
  }

  return (
    <Card as="section" padded aria-labelledby="invite">
      {/* The API checks the address; the browser's own bubble would not be in our words. */}
      <form className={styles.form} onSubmit={submit} noValidate>
        <h2 id="invite">Invite someone</h2>
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          value={email}
          error={ofEmail}
          onChange={({ target }) => {
            setEmail(target.value);
            setIsMissing(false);
            setRefusal(undefined);
          }}
        />
        {hasRoles && (
          <Select
            label="Role"
            hint={HINTS[role]}
            options={ROLES}
            value={role}
            onChange={({ target }) => setRole(target.value === 'owner' ? 'owner' : 'staff')}
          />
        )}
        <Button variant="primary" type="submit" wide busy={invite.isPending}>
          Send invitation
        </Button>
        {failure && <Alert>{failure}</Alert>}
      </form>
    </Card>
  );
}
