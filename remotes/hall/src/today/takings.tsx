import { type CSSProperties, useId } from 'react';
import { formatMajor } from 'shared-contracts/rules/money';
import type { HallToday } from 'shared-contracts/types';
import { Card } from 'shared-contracts/ui';
import { plural, t } from '../words';
import styles from './today.module.css';

type Taking = HallToday['takings']['data'][number];

/** The money of a day in one currency: the sum, then bars by hour and by stall. Each bar stands in the row of its numbers. */
export function Takings({ taking }: { taking: Taking }) {
  const { currency, currency_symbol, orders, gross, refunds, hours, stalls } = taking;
  const money = (major: number) => formatMajor(major, currency, currency_symbol);
  const byHour = hours.data.map(({ hour, ...row }) => ({ id: hour, name: hourText(hour), isName: false, ...row }));
  const byStall = stalls.data.map(({ vendor, ...row }) => ({ id: vendor.id, name: vendor.name, isName: true, ...row }));
  return (
    <section className={styles.section} aria-label={t('Money in {currency}', { currency })}>
      <Card padded className={styles.total}>
        <p className={styles.sum}>{money(gross)}</p>
        <p className={styles.note}>
          {plural(orders, { one: '# order', other: '# orders' })}
          {refunds > 0 && ` · ${t('{amount} refunded', { amount: money(refunds) })}`}
        </p>
      </Card>
      <div className={styles.charts}>
        <Bars title={t('By hour')} head={t('Hour')} rows={byHour} money={money} />
        <Bars title={t('By stall')} head={t('Stall')} rows={byStall} money={money} />
      </div>
    </section>
  );
}

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface BarsProps {
  title: string;
  /** The head of the first column. */
  head: string;
  rows: readonly { id: number; name: string; isName: boolean; orders: number; gross: number }[];
  money: (major: number) => string;
}

/** A table whose rows have a bar each. The longest bar is the largest amount. */
function Bars({ title, head, rows, money }: BarsProps) {
  const id = useId();
  const most = Math.max(...rows.map(({ gross }) => gross), 0);
  return (
    <Card padded className={styles.chart}>
      <h2 id={id} className={styles.chartTitle}>
        {title}
      </h2>
      <table className={styles.bars} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col" className={styles.head}>
              {head}
            </th>
            <th scope="col" className={styles.headNumber}>
              {t('Orders')}
            </th>
            <th scope="col" className={styles.headNumber}>
              {t('Amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id: row, name, isName, orders, gross }) => (
            <tr key={row} style={{ '--part': most > 0 ? gross / most : 0 } as CSSProperties}>
              <th scope="row" className={styles.barName}>
                {isName ? <bdi translate="no">{name}</bdi> : name}
              </th>
              <td className={styles.number}>{orders}</td>
              <td className={styles.number}>{money(gross)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
