import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { anotherNetwork } from '../../another-network';
import { t } from '../../words';
import { Button } from '../actions/button';
import { cx } from '../cx';
import { Icon } from '../icon';
import { CoverImage } from '../layout/cover-image';
import styles from './state.module.css';

export interface FailedStateProps {
  /** Defaults to 'This section could not be loaded'. */
  title?: string;
  /** Says what is safe and what still works: 'Your cart is safe.' */
  text?: ReactNode;
  /** The error of the load. If another network answered in place of the site, the section says so and not `text`. */
  error?: { readonly code: string } | null;
  onRetry: () => void;
  /** The retry runs. */
  busy?: boolean;
  /** Another way on, beside Try Again; a card's only. */
  action?: ReactNode;
  /** `card` (default) for a screen or panel; `row`, 68 px, for a slot inside another screen. */
  variant?: 'card' | 'row';
  className?: string;
}

/** A section that did not load: what happened, what is safe, and Try Again. */
export function FailedState({
  title = t('This section could not be loaded'),
  text,
  error,
  onRetry,
  busy,
  action,
  variant = 'card',
  className,
}: FailedStateProps) {
  const words = error?.code === 'NOT_AN_ANSWER' ? anotherNetwork() : text;
  if (variant === 'row') {
    return (
      <div role="alert" className={cx(styles.row, className)}>
        <Icon of={CloudOff} className={styles.icon} />
        <div className={styles.words}>
          <p className={styles.name}>{title}</p>
          {words && <p className={styles.text}>{words}</p>}
        </div>
        <Button size="small" onClick={onRetry} busy={busy}>
          {t('Try Again')}
        </Button>
      </div>
    );
  }
  return (
    <div role="alert" className={cx(styles.state, styles.failed, className)}>
      <CoverImage ratio="square" className={styles.picture} />
      <p className={styles.title}>{title}</p>
      {words && <p className={styles.text}>{words}</p>}
      <div className={styles.action}>
        <Button icon={RotateCw} onClick={onRetry} busy={busy}>
          {t('Try Again')}
        </Button>
        {action}
      </div>
    </div>
  );
}
