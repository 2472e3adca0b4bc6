import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Status } from 'shared-contracts/types';
import { Button } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './menu-editor.module.css';

export interface RowActionsProps {
  /** The name of the row for screen readers: 'size 1', 'Egg'. */
  name: string;
  status: Status;
  isFirst: boolean;
  isLast: boolean;
  /** The last row of a list that must have one cannot be removed. */
  canRemove: boolean;
  onStatus: (status: Status) => void;
  onStep: (direction: 'up' | 'down') => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** Offers the actions of a row in a form behind one button. */
export function RowActions({
  name,
  status,
  isFirst,
  isLast,
  canRemove,
  onStatus,
  onStep,
  onDuplicate,
  onRemove,
}: RowActionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isHidden = status === 'inactive';
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-expanded={isOpen}
        aria-label={isHidden ? t('More for {name}, hidden', { name }) : t('More for {name}', { name })}
        icon={isHidden ? EyeOff : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('More')}
      </Button>
      {isOpen && (
        <fieldset className={styles.rowActions} aria-label={t('Actions for {name}', { name })}>
          <Button
            size="small"
            icon={isHidden ? Eye : EyeOff}
            onClick={() => onStatus(isHidden ? 'active' : 'inactive')}
          >
            {isHidden ? t('Show') : t('Hide')}
          </Button>
          <Button size="small" icon={ArrowUp} aria-disabled={isFirst || undefined} onClick={() => onStep('up')}>
            {t('Move up')}
          </Button>
          <Button size="small" icon={ArrowDown} aria-disabled={isLast || undefined} onClick={() => onStep('down')}>
            {t('Move down')}
          </Button>
          <Button size="small" icon={Copy} onClick={onDuplicate}>
            {t('Duplicate')}
          </Button>
          {canRemove && (
            <Button size="small" icon={Trash2} onClick={onRemove}>
              {t('Remove')}
            </Button>
          )}
        </fieldset>
      )}
    </>
  );
}
