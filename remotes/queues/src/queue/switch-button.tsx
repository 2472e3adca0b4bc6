import type { LucideIcon } from 'lucide-react';
import { Button } from 'shared-contracts/ui';

export interface SwitchButtonProps {
  isOn: boolean;
  /** What is on or off; it stays the same, so that a listener knows the switch again. */
  label: string;
  /** What stands on the button now. */
  children: string;
  icon: LucideIcon;
  busy?: boolean;
  onChange: (isOn: boolean) => void;
}

export function SwitchButton({ isOn, label, children, icon, busy = false, onChange }: SwitchButtonProps) {
  return (
    <Button
      size="small"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      icon={icon}
      busy={busy}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </Button>
  );
}
