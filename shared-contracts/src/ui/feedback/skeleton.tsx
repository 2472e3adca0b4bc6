import type { ReactNode } from 'react';
import { t } from '../../words';
import { cx } from '../cx';
import { useRootMark } from '../use-root-mark';
import { VisuallyHidden } from '../visually-hidden';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** The text for screen readers. Defaults to 'Loading…'. */
  label?: string;
  /** SkeletonBlocks, in the shape and at the height of the content. */
  children: ReactNode;
  /** Lays out the blocks. */
  className?: string;
}

/**
 * A placeholder while content loads. It takes its room at once, so that nothing jumps, and is visible after 100 ms. The
 * content may be shorter or longer, so the shell shows no footer below while the root has the mark.
 */
export function Skeleton({ label = t('Loading…'), children, className }: SkeletonProps) {
  useRootMark('loading');
  return (
    <div className={styles.skeleton} role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true" className={className}>
        {children}
      </div>
    </div>
  );
}

export interface SkeletonBlockProps {
  /** The kind of text that the block replaces, which sets its height. `picture` fills its parent. Defaults to `line`. */
  shape?: 'line' | 'name' | 'heading' | 'title' | 'badge' | 'button' | 'thumbnail' | 'picture';
  width?: 'full' | 'long' | 'half' | 'short';
  /** For a size of its own. */
  className?: string;
}

export function SkeletonBlock({ shape = 'line', width = 'full', className }: SkeletonBlockProps) {
  return <div className={cx(styles.block, styles[shape], styles[width], className)} />;
}
