import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../cx';
import { Icon } from '../icon';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** The name of the action. Required, because nothing else names the button. */
  'aria-label': string;
  /** A disc with a shadow, for a button on a picture or over the page. */
  floating?: boolean;
  /** The icon points in the direction of reading (Icon). */
  isDirectional?: boolean;
}

/**
 * A button of 44 px with an icon and no words. Only well-known icons may stand alone: menu, back, close, search, delete, plus,
 * minus, to top.
 */
export function IconButton({ icon, floating, isDirectional, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={cx(styles.button, floating && styles.floating, className)}>
      <Icon of={icon} isDirectional={isDirectional} />
    </button>
  );
}
