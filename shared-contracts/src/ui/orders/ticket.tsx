import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Card } from '../layout/card';
import type { StateTone } from '../tone';
import styles from './ticket.module.css';

export interface TicketProps {
  /** The part above the tear: name, number and state. */
  head: ReactNode;
  /** The part below the tear: lines, totals, actions. */
  children: ReactNode;
  /** A strip of the state's hue along the top, for the vendor. */
  strip?: StateTone;
  /** The ground of the ticket, so that its punched holes show it: `paper` (default) or the green group of done orders. */
  ground?: 'paper' | 'done';
  /** The id of the element that names the ticket, such as the order's number. */
  'aria-labelledby'?: string;
  className?: string;
}

/** An order as a ticket: a card with a dashed tear and two punched holes. */
export function Ticket({ head, children, strip, ground = 'paper', className, ...aria }: TicketProps) {
  return (
    <Card as="article" clip className={cx(styles.ticket, className)} {...aria}>
      {strip && <div className={cx(styles.strip, styles[strip])} />}
      <div className={styles.head}>{head}</div>
      <div className={cx(styles.tear, ground === 'done' && styles.onDone)} />
      <div className={styles.body}>{children}</div>
    </Card>
  );
}
