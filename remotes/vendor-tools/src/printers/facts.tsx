import styles from './printers.module.css';

/** Lists short facts in one line: 'Kitchen ticket · Bar · 12:04'. Each fact has its own direction, and no line begins with a dot. */
export const Facts = ({ facts }: { facts: readonly string[] }) => (
  <p className={styles.note}>
    {[...facts.entries()].map(([at, fact]) => (
      <span key={at}>
        {at > 0 && '\u00a0· '}
        <bdi>{fact}</bdi>
      </span>
    ))}
  </p>
);
