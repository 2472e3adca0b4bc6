import type { ReactNode } from 'react';
import { Link } from 'shared-contracts/router';
import { CoverImage } from 'shared-contracts/ui';
import styles from './cover-card.module.css';

export interface CoverCardProps {
  to: string;
  name: string;
  blurb: string;
  picture: string;
  kind: 'venue' | 'vendor';
  /** The first of the list: its picture is fetched before all others. */
  eager: boolean;
  /** Below the blurb: a badge. */
  note?: ReactNode;
  /** Beside the note. In a template it may turn out to be nothing. */
  wait?: ReactNode;
}

/** An entry of a CardGrid, a venue or a vendor: picture, name, blurb. The link is the name, and reaches over the whole card. */
export function CoverCard({ to, name, blurb, picture, kind, eager, note, wait }: CoverCardProps) {
  return (
    <li>
      <article className={styles.card}>
        <div className={styles.frame}>
          <CoverImage src={picture} ratio={kind} eager={eager} className={styles.picture} />
        </div>
        <h2 className={styles.name} translate="no">
          <Link to={to} className={styles.link}>
            {name}
          </Link>
        </h2>
        <p className={styles.blurb}>{blurb}</p>
        {(note || wait) && (
          <div className={styles.note}>
            {note}
            {wait}
          </div>
        )}
      </article>
    </li>
  );
}
