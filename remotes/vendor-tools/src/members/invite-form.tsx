import { useState } from 'react';
import type { VendorRole } from 'shared-contracts/types';
import { Select } from 'shared-contracts/ui';
import { EmailForm } from './email-form';
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
  const [role, setRole] = useState<VendorRole>('staff');
  const invite = async (email: string) => {
    await inviteMember(place, { email, ...(hasRoles && { role }) });
    return `An invitation was sent to ${email}.`;
  };
  return (
    <EmailForm heading="Invite someone" action="Send invitation" send={invite}>
      {hasRoles && (
        <Select
          label="Role"
          hint={HINTS[role]}
          options={ROLES}
          value={role}
          onChange={({ target }) => setRole(target.value === 'owner' ? 'owner' : 'staff')}
        />
      )}
    </EmailForm>
  );
}
