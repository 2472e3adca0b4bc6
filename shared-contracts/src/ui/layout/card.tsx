import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'shared-contracts/router';
import { cx } from '../cx';
import styles from './card.module.css';

interface CardLook {
  /** Adds 16 px of padding. Without it the content brings its own. */
  padded?: boolean;
  /** Cuts the content at the round corners: rows with a ground, strips, pictures. */
  clip?: boolean;
  children: ReactNode;
  className?: string;
}

interface AsLink extends CardLook, Omit<LinkProps, keyof CardLook> {
  as?: undefined;
}

interface AsElement extends CardLook, Omit<ComponentProps<'div'>, keyof CardLook> {
  as?: 'div' | 'section' | 'article' | 'li' | 'ul';
  to?: undefined;
}

export type CardProps = AsLink | AsElement;

/** A surface on the paper. With `to` the whole card is one link, and rises under the pointer. */
export function Card({ padded, clip, children, className, ...rest }: CardProps) {
  const look = cx(styles.card, padded && styles.padded, clip && styles.clip, className);
  if (rest.to !== undefined) {
    return (
      <Link {...rest} className={cx(look, styles.link)}>
        {children}
      </Link>
    );
  }
  const { as, to: _to, ...element } = rest;
  const Tag = (as ?? 'div') as 'div';
  return (
    <Tag {...element} className={look}>
      {children}
    </Tag>
  );
}
