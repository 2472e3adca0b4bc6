import type { Role, VendorRole } from 'shared-contracts/types';
import { t } from '../words';

interface RoleWords {
  name: () => string;
  /** What a person with the role may do. */
  hint: () => string;
}

/** The roles of a vendor's people, in the order in which the form offers them. A role of the contract that is missing here is a type error. */
export const VENDOR_ROLES: Readonly<Record<VendorRole, RoleWords>> = {
  staff: { name: () => t('Staff'), hint: () => t('Works the queue and the stock.') },
  owner: {
    name: () => t('Owner'),
    hint: () => t('Also invites people, sets the hours, exports orders and sees the day’s end.'),
  },
};

/** @returns the name of a role; a role that only a later API knows keeps the API's name */
export function nameRole(role: Role): string {
  return role === 'operator' ? t('Operator') : (VENDOR_ROLES[role]?.name() ?? role);
}
