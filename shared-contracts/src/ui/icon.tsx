import type { LucideIcon } from 'lucide-react';
import { cx } from './cx';
import styles from './icon.module.css';

/** 22 px by itself, 18 in buttons, 15 in badges and beside small text. */
const PIXELS = { large: 22, medium: 18, small: 15 } as const;

export type IconSize = keyof typeof PIXELS;

export interface IconProps {
  /** One icon, imported by its own name from lucide-react, so that a build carries only those it shows. */
  of: LucideIcon;
  /** Defaults to `large`, 22 px. */
  size?: IconSize;
  /** The drawing points in the direction of reading, such as an arrow back: a page from right to left shows it mirrored. */
  isDirectional?: boolean;
  className?: string;
}

/** A drawing beside words that say the same: always hidden from assistive technology. */
export function Icon({ of: Drawing, size = 'large', isDirectional = false, className }: IconProps) {
  return (
    <Drawing
      size={PIXELS[size]}
      strokeWidth={2}
      className={cx(isDirectional && styles.directional, className) || undefined}
      aria-hidden="true"
      focusable="false"
    />
  );
}
