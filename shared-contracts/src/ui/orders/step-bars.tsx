import { labelOf } from 'shared-contracts/rules/queue-state';
import type { QueueState } from '../../types';
import { t } from '../../words';
import { cx } from '../cx';
import { toneOf } from '../tone';
import styles from './step-bars.module.css';

const STEPS = ['new', 'busy', 'done'] as const satisfies readonly QueueState[];

export interface StepBarsProps {
  state: QueueState;
}

/** How far an order is: New, Preparing, Done. The passed steps and the present one take the hue of its state. */
export function StepBars({ state }: StepBarsProps) {
  const current = state === 'collected' ? STEPS.length - 1 : STEPS.indexOf(state);
  return (
    <ol className={styles.steps} aria-label={t('Progress')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={cx(styles.step, index <= current && styles[toneOf(state)])}
          aria-current={index === current ? 'step' : undefined}
        >
          {labelOf(step)}
        </li>
      ))}
    </ol>
  );
}
