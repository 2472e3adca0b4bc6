import type { LucideIcon } from 'lucide-react';
import { Button } from 'shared-contracts/ui';

export interface SwitchButtonProps {
  isOn: boolean;
  /** What is on or off. It stays the same and begins the switch's name, so that a listener knows the switch again. */
  label: string;
  /** What the button says now. */
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
      // With the words on the button, which is what people say to their phone to press it.
      aria-label={`${label}: ${children.replaceAll('\u00a0', ' ')}`}
      icon={icon}
      busy={busy}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </Button>
  );
}
