import styles from './printers.module.css';

/** Lists short facts in one line: 'Kitchen ticket · Bar · 12:04'. No line begins with a dot. */
export const Facts = ({ facts }: { facts: readonly string[] }) => (
  <p className={styles.note}>{facts.join('\u00a0· ')}</p>
);
