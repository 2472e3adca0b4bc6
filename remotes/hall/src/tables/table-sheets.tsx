import { t } from '../words';
import styles from './tables.module.css';

export interface Code {
  id: number;
  name: string;
  /** The dark squares of the code, row by row. */
  rows: readonly (readonly boolean[])[];
}

/** The cards of tables to print and cut, four on a sheet of A4. The screen does not show them. */
export function TableSheets({ hall, codes }: { hall: string; codes: readonly Code[] }) {
  return (
    <div className={styles.sheets}>
      {codes.map(({ id, name, rows }) => (
        <div key={id} className={styles.card}>
          <bdi translate="no">{hall}</bdi>
          <svg
            className={styles.code}
            viewBox={`0 0 ${rows.length} ${rows.length}`}
            role="img"
            aria-label={t('Code of the table {name}', { name })}
          >
            <path d={pathOf(rows)} />
          </svg>
          <span className={styles.table}>{t('Table {name}', { name })}</span>
          <span>{t('Scan to order')}</span>
        </div>
      ))}
    </div>
  );
}

const pathOf = (rows: Code['rows']): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
