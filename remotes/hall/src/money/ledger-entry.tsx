import { memo, useState } from 'react';
import { formatDateTimeGb } from 'shared-contracts/rules/dates';
import type { LedgerEntry } from 'shared-contracts/types';
import { Badge, LinkText, Price } from 'shared-contracts/ui';
import { orderPath } from '../office/paths';
import { t } from '../words';
import { amountOf } from './ledger.rules';
import { accountName, causeName, postingName } from './ledger-words';
import styles from './money.module.css';
import type { FormatAmount } from './money.resource';

interface EntryProps {
  venueId: string;
  entry: LedgerEntry;
  timeZone: string;
  money: FormatAmount;
}

/** One entry, which opens to its postings. The postings of a closed entry are not in the page, since the list may be long. */
export const EntryRow = memo(({ venueId, entry, timeZone, money }: EntryProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const { cause, booked_at, currency, is_estimated, payment } = entry;
  const amount = amountOf(entry);
  return (
    <li className={styles.entry}>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={styles.summaryRow}>
          <span className={styles.rowWords}>
            <span className={styles.name}>
              {causeName(cause)} {is_estimated && <Badge tone="neutral">{t('Estimated')}</Badge>}
            </span>
            <span className={styles.note}>
              {formatDateTimeGb(booked_at, timeZone)}
              {payment && ' · '}
              {payment && (
                <bdi translate="no" className={styles.number}>
                  {payment.number}
                </bdi>
              )}
            </span>
          </span>
          {amount !== undefined && <Price size="row">{money(amount, currency)}</Price>}
        </summary>
        {isOpen && <Postings venueId={venueId} entry={entry} money={money} />}
      </details>
    </li>
  );
});

function Postings({ venueId, entry, money }: Omit<EntryProps, 'timeZone'>) {
  const { id, postings, payment, currency } = entry;
  return (
    <div className={styles.postings}>
      <table className={styles.table} aria-label={t('Postings of entry {id}', { id })}>
        <thead>
          <tr>
            <th scope="col">{t('Account')}</th>
            <th scope="col">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes, and may have equal postings of two orders
            <tr key={index}>
              <th scope="row">
                {posting.vendor ? <bdi translate="no">{accountName(posting)}</bdi> : accountName(posting)}
                <span className={styles.small}>{postingName(posting.line)}</span>
              </th>
              <td>
                <Price size="row">{money(posting.amount, currency)}</Price>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {payment && (
        <p className={styles.note} translate="no">
          <bdi>{[payment.provider, payment.reference].filter(Boolean).join(' · ')}</bdi>
        </p>
      )}
      {payment && payment.order_ids.length > 0 && (
        <ul className={styles.actions} aria-label={t('Orders of payment {number}', { number: payment.number })}>
          {payment.order_ids.map((orderId, index) => (
            <li key={orderId}>
              <LinkText to={orderPath(venueId, orderId)}>
                {payment.order_ids.length === 1 ? t('Open the order') : t('Open order {number}', { number: index + 1 })}
              </LinkText>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
