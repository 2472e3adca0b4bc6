import styles from './settings.module.css';

/** A command for the server, which a person copies. */
export function Command({ children }: { children: string }) {
  return (
    <code className={styles.command} dir="ltr" translate="no">
      {children}
    </code>
  );
}
