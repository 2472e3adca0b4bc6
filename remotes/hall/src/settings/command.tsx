import { Fragment } from 'react';
import styles from './settings.module.css';

/** A command for the server, which a person copies. A narrow screen breaks it between its words, never within an option such as --offline. */
export function Command({ children }: { children: string }) {
  return (
    <code className={styles.command} dir="ltr" translate="no">
      {children.split(' ').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a command keep their places
        <Fragment key={index}>
          {index > 0 && ' '}
          <span>{word}</span>
        </Fragment>
      ))}
    </code>
  );
}
