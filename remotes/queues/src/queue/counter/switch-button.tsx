import type { LucideIcon } from 'lucide-react';
import { Button } from 'shared-contracts/ui';
import { t } from '../../words';

export interface SwitchButtonProps {
  isOn: boolean;
  /**
   * Names the setting that is on or off. It never changes and begins the switch's accessible name, so that a listener recognizes the
   * switch.
   */
  label: string;
  /** The present words on the button. */
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
      // The name includes the words on the button, which people say to their phone to press it.
      aria-label={t('{setting}: {words}', { setting: label, words: children.replaceAll('\u00a0', ' ') })}
      icon={icon}
      busy={busy}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </Button>
  );
}
