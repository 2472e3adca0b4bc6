import { useEffect, useRef } from 'react';
import { Link } from 'shared-contracts/router';
import { cx } from 'shared-contracts/ui';
import styles from './office-nav.module.css';
import { t } from './words';

interface OfficeNavProps {
  venueId: string;
  section: 'today' | 'people' | 'settings';
  /** The user may not open the office. The page below keeps its place. */
  isRefused: boolean;
}

/** The row of the office's sections, as the office itself shows it. It scrolls sideways on a phone, from the current section on. */
export function OfficeNav({ venueId, section, isRefused }: OfficeNavProps) {
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is drawn when the user may see it
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.clientWidth) / 2;
  }, [isRefused]);
  if (isRefused) return <div className={styles.sections} />;
  return (
    <nav aria-label={t('Office of the hall')}>
      <ul ref={row} className={styles.sections}>
        {sections().map(({ id, name, page }) => (
          <li key={id}>
            <Link
              to={`/hall/${venueId}/${page}`}
              className={styles.section}
              aria-current={id === section ? 'true' : undefined}
            >
              <span className={cx(styles.pill, id === section && styles.current)}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sections = () => [
  { id: 'today', name: t('Today'), page: 'today' },
  { id: 'orders', name: t('Orders'), page: 'orders' },
  { id: 'stalls', name: t('Stalls'), page: 'stalls' },
  { id: 'tables', name: t('Tables'), page: 'tables' },
  { id: 'money', name: t('Money'), page: 'money' },
  { id: 'people', name: t('People'), page: 'people' },
  { id: 'settings', name: t('Settings'), page: 'settings' },
];
