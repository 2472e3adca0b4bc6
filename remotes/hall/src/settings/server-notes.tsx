import { Card } from 'shared-contracts/ui';
import { t } from '../words';
import { Command } from './command';
import styles from './settings.module.css';

interface Note {
  title: string;
  text: string;
  command?: string;
}

/** What stays on the server, and why: the page says so where an operator would look for it. */
const notes = (): Note[] => [
  {
    title: t('Secret keys and other settings'),
    text: t(
      'Keys of providers, the mail server and the address of the site are variables of the server. They are read when it starts, so that no page and no backup shows them.',
    ),
  },
  {
    title: t('From test to live payments'),
    text: t(
      'The site is stopped for it, since test and live payments must not mix. Then set PAYMENTS=live and the live keys, and start it again.',
    ),
    command: 'npm run foodhall -- payments live --offline',
  },
  {
    title: t('Is everything right?'),
    text: t('The doctor looks at settings, database, clock, keys, webhooks, mail and disk, and says what to do.'),
    command: 'npm run foodhall -- doctor',
  },
  {
    title: t('Restore a backup'),
    text: t('A backup is restored into an empty database while no site runs on it.'),
    command: 'npm run foodhall -- restore hall.backup',
  },
  {
    title: t('New versions'),
    text: t('A team releases its part of the pages, and takes it back, in the release desk or with a command.'),
    command: 'npm run releases',
  },
  {
    title: t('A whole hall as a document'),
    text: t('Many items at once, another currency or a copy of the hall: export it, edit the file, and import it.'),
    command: 'npm run foodhall -- venue export',
  },
];

export function ServerNotes() {
  return (
    <div className={styles.form}>
      <p className={styles.note}>{t('These stay with whoever runs the server. docs/operate.md has each step.')}</p>
      {notes().map(({ title, text, command }) => (
        <Card key={title} as="section" padded className={styles.section}>
          <h2>{title}</h2>
          <p>{text}</p>
          {command && <Command>{command}</Command>}
        </Card>
      ))}
    </div>
  );
}
