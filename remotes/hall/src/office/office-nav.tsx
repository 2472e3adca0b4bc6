import { useEffect, useRef } from 'react';
import { useMenuEntries } from 'shared-contracts/remote';
import { Link } from 'shared-contracts/router';
import { cx } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './office.module.css';
import { type SectionId, sections } from './sections';

interface OfficeNavProps {
  venueId: string;
  section: SectionId;
}

/** The row of the office's sections, and of what other remotes add to it. It scrolls sideways on a phone, and then starts with the current section in view. */
export function OfficeNav({ venueId, section }: OfficeNavProps) {
  const current = useRef<HTMLAnchorElement>(null);
  const added = useMenuEntries('office');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is another link
  useEffect(() => {
    const link = current.current;
    const row = link?.closest('ul');
    if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
  }, [section]);
  return (
    <nav aria-label={t('Office of the hall')}>
      <ul className={styles.sections}>
        {sections(venueId).map(({ id, name, path }) => (
          <li key={id}>
            <Link
              ref={id === section ? current : undefined}
              to={path}
              className={styles.section}
              aria-current={id === section ? 'page' : undefined}
            >
              <span className={cx(styles.pill, id === section && styles.current)}>{name}</span>
            </Link>
          </li>
        ))}
        {added.map(({ id, to, label }) => (
          <li key={id}>
            <Link to={to} className={styles.section}>
              <span className={styles.pill}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
