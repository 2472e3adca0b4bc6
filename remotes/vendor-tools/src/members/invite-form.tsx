import { useState } from 'react';
import type { VendorRole } from 'shared-contracts/types';
import { Select } from 'shared-contracts/ui';
import { t } from '../words';
import { EmailForm } from './email-form';
import { inviteMember, type Place } from './members.resource';
import { VENDOR_ROLES } from './roles';

export function InviteForm({ place }: { place: Place }) {
  const hasRoles = place.kind === 'vendor';
  const [role, setRole] = useState<VendorRole>('staff');
  const invite = async (email: string) => {
    await inviteMember(place, { email, ...(hasRoles && { role }) });
    return t('An invitation was sent to {email}.', { email });
  };
  return (
    <EmailForm heading={t('Invite someone')} action={t('Send invitation')} send={invite}>
      {hasRoles && (
        <Select
          label={t('Role')}
          hint={VENDOR_ROLES[role].hint()}
          options={Object.entries(VENDOR_ROLES).map(([value, { name }]) => ({ value, label: name() }))}
          value={role}
          onChange={({ target }) => setRole(target.value as VendorRole)}
        />
      )}
    </EmailForm>
  );
}
