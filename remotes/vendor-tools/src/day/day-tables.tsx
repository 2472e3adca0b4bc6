import { useId } from 'react';
import type { DayTotals } from 'shared-contracts/types';
import { Card, cx, Price } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './day.module.css';
import { amountRows, itemText, moneyFormatter, ordersText, refundText, taxText } from './day.rules';

interface DayTablesProps {
  totals: DayTotals;
  /** The day has only one currency, so the tables do not name it. */
  isOnly: boolean;
}

/** Shows a day in one currency: counts, amounts, taxes, items. */
export function DayTables({ totals, isOnly }: DayTablesProps) {
  const id = useId();
  const money = moneyFormatter(totals);
  return (
    <>
      <Card as="section" padded className={styles.section} aria-labelledby={`${id}-sales`}>
        <h2 id={`${id}-sales`}>{isOnly ? t('Sales') : t('Sales in {currency}', { currency: totals.currency })}</h2>
        <dl className={styles.counts}>
          <div>
            <dt>{t('Orders')}</dt>
            <dd>{ordersText(totals)}</dd>
          </div>
          <div>
            <dt>{t('Items sold')}</dt>
            <dd>{totals.items_sold}</dd>
          </div>
        </dl>
        <dl className={styles.amounts}>
          {amountRows(totals).map(({ label, amount, kind }) => (
            <div key={label} className={cx(kind && styles[kind])}>
              <dt>{label}</dt>
              <dd>
                <Price size="row">{money(amount)}</Price>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      {totals.taxes.length > 0 && (
        <Card as="section" padded className={styles.section} aria-labelledby={`${id}-tax`}>
          <h2 id={`${id}-tax`}>{t('Tax by rate')}</h2>
          <table className={styles.table} aria-labelledby={`${id}-tax`}>
            <thead>
              <tr>
                <th scope="col">{t('Tax')}</th>
                <th scope="col">{t('On')}</th>
                <th scope="col">{t('Amount')}</th>
              </tr>
            </thead>
            <tbody>
              {totals.taxes.map((tax) => (
                <tr key={taxText(tax)}>
                  <th scope="row">{taxText(tax)}</th>
                  <td>
                    <Price size="row">{money(tax.base)}</Price>
                  </td>
                  <td>
                    <Price size="row">{money(tax.amount)}</Price>
                    {tax.refunded > 0 && (
                      <span className={styles.small}>{t('{money} refunded', { money: money(tax.refunded) })}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      <Card as="section" padded className={styles.section} aria-labelledby={`${id}-items`}>
        <h2 id={`${id}-items`}>{t('Items')}</h2>
        <table className={styles.table} aria-labelledby={`${id}-items`}>
          <thead>
            <tr>
              <th scope="col">{t('Item')}</th>
              <th scope="col">{t('Sold')}</th>
              <th scope="col">{t('Sales')}</th>
            </tr>
          </thead>
          <tbody>
            {totals.items.map((line) => {
              const refund = refundText(line, money);
              return (
                <tr key={line.item?.id ?? 'amounts'}>
                  <th scope="row">
                    <span translate="no">{itemText(line)}</span>
                    {refund && (
                      <span className={styles.small}>
                        <bdi>{refund}</bdi>
                      </span>
                    )}
                  </th>
                  <td translate="no">{line.quantity}</td>
                  <td>
                    <Price size="row">{money(line.sales)}</Price>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Card>
    </>
  );
}
