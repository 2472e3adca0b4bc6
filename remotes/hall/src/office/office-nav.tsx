import { useEffect, useRef } from 'react';
import { Link } from 'shared-contracts/router';
import { cx } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './office.module.css';
import { type SectionId, sections } from './sections';

interface OfficeNavProps {
  venueId: string;
  section: SectionId;
}

/** The row of the office's sections. It scrolls sideways on a phone, and then starts with the current section in view. */
export function OfficeNav({ venueId, section }: OfficeNavProps) {
  const current = useRef<HTMLAnchorElement>(null);
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
      </ul>
    </nav>
  );
}
