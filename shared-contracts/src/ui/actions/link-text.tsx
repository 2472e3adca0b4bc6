import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'shared-contracts/router';
import { cx } from '../cx';
import styles from './link-text.module.css';

interface LinkLook {
  /** Without the saffron line, for the less important of two. */
  quiet?: boolean;
  children: ReactNode;
  className?: string;
}

interface AsRouterLink extends LinkLook, Omit<LinkProps, keyof LinkLook> {
  href?: undefined;
}

interface AsPlainLink extends LinkLook, Omit<ComponentProps<'a'>, keyof LinkLook> {
  href: string;
  to?: undefined;
}

interface AsButton extends LinkLook, Omit<ComponentProps<'button'>, keyof LinkLook> {
  to?: undefined;
  href?: undefined;
}

export type LinkTextProps = AsRouterLink | AsPlainLink | AsButton;

/** Words that lead on: `to` inside the app, `href` elsewhere, and with neither a button that looks like a link. */
export function LinkText({ quiet, children, className, ...rest }: LinkTextProps) {
  const look = cx(styles.link, quiet ? styles.quiet : styles.strong, className);
  if (rest.to !== undefined) {
    return (
      <Link {...rest} className={look}>
        {children}
      </Link>
    );
  }
  if (rest.href !== undefined) {
    return (
      <a {...(rest.target === '_blank' && { rel: 'noopener noreferrer' })} {...rest} className={look}>
        {children}
      </a>
    );
  }
  const { to: _to, href: _href, type = 'button', ...button } = rest;
  return (
    <button {...button} type={type} className={look}>
      {children}
    </button>
  );
}
