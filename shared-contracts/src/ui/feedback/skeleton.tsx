import type { ReactNode } from 'react';
import { cx } from '../cx';
import { useRootMark } from '../use-root-mark';
import { VisuallyHidden } from '../visually-hidden';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** The text for screen readers. Defaults to 'Loading…'. */
  label?: string;
  /** SkeletonBlocks, in the shape and at the height of what comes. */
  children: ReactNode;
  /** Lays out the blocks. */
  className?: string;
}

/**
 * A placeholder while content loads. It is there at once, so that nothing jumps, and seen after 100 ms. What comes may be
 * shorter or longer: until then the shell, which knows it by the root's mark, shows no footer below.
 */
export function Skeleton({ label = 'Loading…', children, className }: SkeletonProps) {
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
  /** Heights of the text they replace; `picture` fills its parent. `line` by default. */
  shape?: 'line' | 'name' | 'heading' | 'title' | 'badge' | 'button' | 'thumbnail' | 'picture';
  width?: 'full' | 'long' | 'half' | 'short';
  /** For a size of its own. */
  className?: string;
}

export function SkeletonBlock({ shape = 'line', width = 'full', className }: SkeletonBlockProps) {
  return <div className={cx(styles.block, styles[shape], styles[width], className)} />;
}
