import { Check, type LucideIcon } from 'lucide-react';
import { advanceLabel, nextState } from 'shared-contracts/rules/queue-state';
import type { QueueState } from 'shared-contracts/types';
import { Button, type ButtonVariant } from 'shared-contracts/ui';

const LOOKS: Partial<Record<QueueState, { variant: ButtonVariant; icon?: LucideIcon }>> = {
  new: { variant: 'primary' },
  busy: { variant: 'success', icon: Check },
  done: { variant: 'secondary' },
};

export interface AdvanceButtonProps {
  state: QueueState;
  isSending: boolean;
  isLocked: boolean;
  className?: string;
  onMove: (to: QueueState) => void;
}

/** Shows the vendor's button that moves an order on: Pick, Done, Collected. */
export function AdvanceButton({ state, isSending, isLocked, className, onMove }: AdvanceButtonProps) {
  const next = nextState(state);
  const label = advanceLabel(state);
  if (!next || !label) return null;
  return (
    <Button
      {...LOOKS[state]}
      size="tall"
      wide
      className={className}
      busy={isSending}
      aria-disabled={isLocked || undefined}
      onClick={isLocked ? undefined : () => onMove(next)}
    >
      {label}
    </Button>
  );
}
