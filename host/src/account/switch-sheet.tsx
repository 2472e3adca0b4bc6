import { Check } from 'lucide-react';
import { useShell } from 'shared-contracts/events';
import { isSameContext, personalContext, switchContext } from 'shared-contracts/session';
import type { AuthContext } from 'shared-contracts/types';
import { Icon, Sheet } from 'shared-contracts/ui';
import { Avatar } from './avatar';
import styles from './switch-sheet.module.css';

export interface SwitchSheetProps {
  open: boolean;
  onClose: () => void;
}

/** Switches to another account of the user. The shell then opens that account's first page. */
export function SwitchSheet({ open, onClose }: SwitchSheetProps) {
  const session = useShell((state) => state.session);
  if (!session) return null;
  const { user, context } = session;
  const choices: AuthContext[] = [
    personalContext(user),
    ...user.vendors.map((vendor): AuthContext => ({ type: 'Vendor', data: vendor })),
  ];
  const choose = (choice: AuthContext) => {
    onClose();
    if (!isSameContext(choice, context)) switchContext(choice);
  };
  return (
    <Sheet open={open} onClose={onClose} title="Switch to">
      <ul>
        {choices.map((choice) => {
          const isCurrent = isSameContext(choice, context);
          return (
            <li key={`${choice.type} ${choice.data.id}`}>
              <button
                type="button"
                className={styles.choice}
                aria-current={isCurrent ? 'true' : undefined}
                onClick={() => choose(choice)}
              >
                <Avatar name={choice.data.name} />
                <span className={styles.words}>
                  <span className={styles.kind}>{choice.type === 'Vendor' ? 'Vendor' : 'Personal account'} </span>
                  <span className={styles.name}>{choice.data.name}</span>
                </span>
                {isCurrent && <Icon of={Check} />}
              </button>
            </li>
          );
        })}
      </ul>
      {user.vendors.length === 0 && (
        <p className={styles.none}>No vendor account is linked to you yet. Ask your venue to add you.</p>
      )}
    </Sheet>
  );
}
