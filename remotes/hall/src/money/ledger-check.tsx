import { type ApiErrorShape, api } from 'shared-contracts/client';
import { fillPath, useMutation } from 'shared-contracts/query';
import type { LedgerCheck as Check } from 'shared-contracts/types';
import { Alert, Badge, Button, Card, Price } from 'shared-contracts/ui';
import { plural, t } from '../words';
import { differenceName } from './ledger-words';
import styles from './money.module.css';
import { type FormatAmount, readList, useAmounts } from './money.resource';
import { periodText } from './period.rules';

/** Compares the books with the orders, the payouts and the provider, when the operator asks for it. */
export function LedgerCheck({ venueId }: { venueId: string }) {
  const money = useAmounts(venueId);
  const check = useMutation<Check, ApiErrorShape>({
    mutationFn: async () => readList(await api().get<Check>(fillPath('/venues/:venueId/ledger/check', { venueId }))),
  });
  return (
    <Card as="section" padded className={styles.section} aria-labelledby="check">
      <div className={styles.between}>
        <h2 id="check">{t('Check of the books')}</h2>
        <Button size="small" busy={check.isPending} onClick={() => !check.isPending && check.mutate()}>
          {t('Check now')}
        </Button>
      </div>
      {/* The element stays in the page, so that screen readers announce the result. */}
      <div role="status" className={styles.section}>
        {check.data && <Result check={check.data} money={money} />}
        {check.error && <Alert>{failureText(check.error)}</Alert>}
      </div>
    </Card>
  );
}

const failureText = ({ status, message }: ApiErrorShape): string =>
  status >= 400 && status < 500 && message ? message : t('The books could not be checked. Please try again.');

function Result({ check: { data, provider, days }, money }: { check: Check; money: FormatAmount }) {
  return (
    <>
      {data.length === 0 ? (
        <p>
          <Badge tone="done">{t('The books are right')}</Badge>
        </p>
      ) : (
        <>
          <p>
            <Badge tone="late">{plural(data.length, { one: '# difference', other: '# differences' })}</Badge>
          </p>
          <Differences differences={data} money={money} />
        </>
      )}
      <p className={styles.note}>{providerText(provider, periodText(days))}</p>
    </>
  );
}

function providerText(provider: Check['provider'], days: string): string {
  const texts: Record<Check['provider'], string> = {
    compared: t('The payments of {days} were compared with the provider’s books.', { days }),
    silent: t('The provider tells nothing about its books, so only those of the hall were compared.'),
    unreachable: t(
      'The provider could not be reached, so only the books of the hall were compared. Please try again later.',
    ),
  };
  return texts[provider];
}

function Differences({ differences, money }: { differences: Check['data']; money: FormatAmount }) {
  return (
    <table className={styles.table} aria-label={t('Differences')}>
      <thead>
        <tr>
          <th scope="col">{t('Difference')}</th>
          <th scope="col">{t('Booked')}</th>
          <th scope="col">{t('Expected')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ kind, payment, currency, booked, expected }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the result of a check never changes, and one payment may have two differences
          <tr key={index}>
            <th scope="row">
              {differenceName(kind)}
              {payment && (
                <span className={styles.small} translate="no">
                  <bdi>{[payment.number, payment.provider, payment.reference].filter(Boolean).join(' · ')}</bdi>
                </span>
              )}
            </th>
            <td>
              <Price size="row">{money(booked, currency)}</Price>
            </td>
            <td>
              <Price size="row">{money(expected, currency)}</Price>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
