import { Minus, Plus } from 'lucide-react';
import { t } from '../../words';
import { IconButton } from '../actions/icon-button';
import { cx } from '../cx';
import styles from './stepper.module.css';

export interface StepperProps {
  value: number;
  onChange: (value: number) => void;
  /** The counted thing, as the end of a sentence: 'quantity', 'quantity of Pork gyoza'. Names the group and both buttons. */
  label: string;
  /** Minus stops at this value, since the bin removes a line and not the stepper. Defaults to 1. */
  min?: number;
  max?: number;
  /** A request runs. Both buttons keep their focus and do nothing. */
  disabled?: boolean;
  /** 44, 48 (default) or, beside a tall button, 56 px high. */
  size?: 'small' | 'medium' | 'tall';
}

/** How many: minus, number, plus. A button that does nothing has `aria-disabled` in place of `disabled`, so that it keeps the focus. */
export function Stepper({ value, onChange, label, min = 1, max, disabled = false, size = 'medium' }: StepperProps) {
  const canDecrease = !disabled && value > min;
  const canIncrease = !disabled && (max === undefined || value < max);
  return (
    <fieldset className={cx(styles.stepper, styles[size])} aria-label={label}>
      <IconButton
        className={styles.button}
        icon={Minus}
        aria-label={t('Decrease {label}', { label })}
        aria-disabled={!canDecrease}
        onClick={() => canDecrease && onChange(value - 1)}
      />
      <output className={styles.value} aria-live="polite" translate="no">
        {value}
      </output>
      <IconButton
        className={styles.button}
        icon={Plus}
        aria-label={t('Increase {label}', { label })}
        aria-disabled={!canIncrease}
        onClick={() => canIncrease && onChange(value + 1)}
      />
    </fieldset>
  );
}
