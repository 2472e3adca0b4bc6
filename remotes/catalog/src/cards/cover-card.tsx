import type { ReactNode } from 'react';
import { Link } from 'shared-contracts/router';
import { CoverImage } from 'shared-contracts/ui';
import styles from './cover-card.module.css';

export interface CoverCardProps {
  to: string;
  name: ReactNode;
  blurb: ReactNode;
  picture: string;
  kind: 'venue' | 'vendor';
  /** The card is the first of its list, so its picture is fetched before all others. */
  eager: boolean;
  /** A badge below the blurb. */
  note?: ReactNode;
  /** A badge beside the note. In a template it may turn out to be empty. */
  wait?: ReactNode;
}

/** Shows a venue or a vendor in a CardGrid: its picture, name and blurb. The name is a link that covers the whole card. */
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
