import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'shared-contracts/router';
import { cx } from '../cx';
import { Icon } from '../icon';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'plain' | 'success' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'tall';

interface ButtonLook {
  /**
   * `primary` is saffron, and a view or card has only one; `secondary` (default) is outlined; `quiet` is sunken; `plain` has
   * words alone; `success` is green, only for Done, Collect and Delivered; `danger` is red, for an action that cannot be
   * undone.
   */
  variant?: ButtonVariant;
  /** 44, 48 (default) or 56 px high. Only the main action of a screen has 56. */
  size?: ButtonSize;
  /** As wide as its container. */
  wide?: boolean;
  icon?: LucideIcon;
  /** The icon points in the direction of reading (Icon). */
  isDirectional?: boolean;
  /** Content at the far end: a price, an arrow. The words then start at the near end. */
  end?: ReactNode;
  children: ReactNode;
  className?: string;
}

interface AsButton extends ButtonLook, Omit<ComponentProps<'button'>, keyof ButtonLook> {
  /** True while a request runs: the button keeps its focus and its words, and does nothing. */
  busy?: boolean;
  to?: undefined;
  href?: undefined;
}

interface AsRouterLink extends ButtonLook, Omit<LinkProps, keyof ButtonLook> {
  href?: undefined;
}

interface AsPlainLink extends ButtonLook, Omit<ComponentProps<'a'>, keyof ButtonLook> {
  href: string;
  to?: undefined;
}

export type ButtonProps = AsButton | AsRouterLink | AsPlainLink;

/** A button. With `to` it is a link inside the app, and with `href` a link to another site, in the same looks. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  wide,
  icon,
  isDirectional,
  end,
  children,
  className,
  ...rest
}: ButtonProps) {
  const isBusy = 'busy' in rest && rest.busy === true;
  const look = cx(
    styles.button,
    styles[variant],
    styles[size],
    wide && styles.wide,
    end !== undefined && styles.spread,
    className,
  );
  const face = (
    <>
      {isBusy ? (
        <Icon of={LoaderCircle} size="medium" className={styles.turning} />
      ) : (
        icon && <Icon of={icon} size="medium" isDirectional={isDirectional} />
      )}
      <span className={styles.words}>{children}</span>
      {end}
    </>
  );

  if (rest.to !== undefined) {
    return (
      <Link {...rest} className={look}>
        {face}
      </Link>
    );
  }
  if (rest.href !== undefined) {
    return (
      <a {...(rest.target === '_blank' && { rel: 'noopener noreferrer' })} {...rest} className={look}>
        {face}
      </a>
    );
  }

  const { busy: _busy, to: _to, href: _href, onClick, type = 'button', ...button } = rest;
  const ignore = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      {...button}
      type={type}
      className={look}
      onClick={isBusy ? ignore : onClick}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || button['aria-disabled']}
    >
      {face}
    </button>
  );
}
