import { Link } from 'shared-contracts/router';
import { cx } from 'shared-contracts/ui';
import { disputesPath, ledgerPath, statementsPath, termsPath } from '../office/paths';
import { t } from '../words';
import styles from './money.module.css';

export type MoneyPage = 'statements' | 'ledger' | 'disputes' | 'terms';

/** The row of the pages about money. It is not printed. */
export function MoneyNav({ venueId, page }: { venueId: string; page: MoneyPage }) {
  const pages = [
    { id: 'statements', name: t('Statements'), path: statementsPath(venueId) },
    { id: 'ledger', name: t('Ledger'), path: ledgerPath(venueId) },
    { id: 'disputes', name: t('Disputes'), path: disputesPath(venueId) },
    { id: 'terms', name: t('Terms'), path: termsPath(venueId) },
  ] as const;
  return (
    <nav aria-label={t('Money')} className={styles.noPrint}>
      <ul className={styles.pages}>
        {pages.map(({ id, name, path }) => (
          <li key={id}>
            <Link to={path} className={styles.page} aria-current={id === page ? 'page' : undefined}>
              <span className={cx(styles.pageName, id === page && styles.current)}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
