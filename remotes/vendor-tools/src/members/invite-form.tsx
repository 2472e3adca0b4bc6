import { useState } from 'react';
import type { VendorRole } from 'shared-contracts/types';
import { Select } from 'shared-contracts/ui';
import { EmailForm } from './email-form';
import { inviteMember, type Place } from './members.resource';
import { VENDOR_ROLES } from './roles';

const OPTIONS = Object.entries(VENDOR_ROLES).map(([value, { name }]) => ({ value, label: name }));

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
          hint={VENDOR_ROLES[role].hint}
          options={OPTIONS}
          value={role}
          onChange={({ target }) => setRole(target.value as VendorRole)}
        />
      )}
    </EmailForm>
  );
}
