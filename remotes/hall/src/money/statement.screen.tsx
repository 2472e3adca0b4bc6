import { useState } from 'react';
import { useParams } from 'shared-contracts/router';
import type { Statement } from 'shared-contracts/types';
import { Button, Card, EmptyState, LinkText, Price, SkeletonBlock } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { useOperatedVenues, useWithHalls } from '../office/office.resource';
import { statementsPath } from '../office/paths';
import { plural, t } from '../words';
import { moneyFormatter } from './amounts.rules';
import styles from './money.module.css';
import { type HallClock, type Statements, useStatements } from './money.resource';
import { MoneyNav } from './money-nav';
import { PayoutForm } from './payout-form';
import { Payouts } from './payouts';
import { type Period, periodText } from './period.rules';
import { PeriodChoice } from './period-choice';
import { linesOf } from './statement.rules';
import { StatementActions } from './statement-actions';
import { lineName } from './statement-words';
import { StateBadge } from './statements.screen';
import { usePeriod } from './use-period';

/** Shows one stall's statement line by line, and pays it out. An owner of the stall can read it too. */
export function Screen() {
  const { venueId = '', vendorId = '' } = useParams();
  const { clock, period, error, setPeriod } = usePeriod(venueId);
  const statements = useStatements(venueId, period, vendorId);
  const isOperator = useOperatedVenues().data?.some(({ id }) => String(id) === venueId) === true;
  const { read, areHallsKnown } = useWithHalls(statements);
  const [first] = statements.data?.data ?? [];
  return (
    <Office
      section="money"
      heading={first?.vendor.name ?? t('Statement')}
      isName={first !== undefined}
      read={read}
      isForOwners
      lead={
        areHallsKnown && (
          <>
            {isOperator && <MoneyNav venueId={venueId} page="statements" />}
            <PeriodChoice period={period} error={error} today={clock?.today} onChoose={setPeriod} />
          </>
        )
      }
      skeleton={<SkeletonBlock className={styles.tallBlock} />}
    >
      {(data) =>
        period &&
        !error &&
        clock && <Shown venueId={venueId} isOperator={isOperator} period={period} clock={clock} statements={data} />
      }
    </Office>
  );
}

interface ShownProps {
  venueId: string;
  isOperator: boolean;
  period: Period;
  clock: HallClock;
  statements: Statements;
}

function Shown({ venueId, isOperator, period, clock, statements: { data } }: ShownProps) {
  const all = (
    <LinkText to={`${statementsPath(venueId)}?from=${period.from}&to=${period.to}`}>{t('All statements')}</LinkText>
  );
  if (data.length === 0) {
    return (
      <EmptyState
        title={t('Nothing was booked until the last of these days.')}
        text={t('A statement begins with the first payment of a stall.')}
        action={isOperator ? all : undefined}
      />
    );
  }
  return (
    <>
      {data.map((statement) => (
        <StatementOf
          key={statement.currency}
          venueId={venueId}
          isOperator={isOperator}
          period={period}
          clock={clock}
          statement={statement}
        />
      ))}
      <StatementActions statements={data} period={period} />
      {isOperator && <p className={styles.noPrint}>{all}</p>}
    </>
  );
}

interface StatementOfProps extends Omit<ShownProps, 'statements'> {
  statement: Statement;
}

/** A statement in one currency. */
function StatementOf({ venueId, isOperator, period, clock, statement }: StatementOfProps) {
  const [isPaying, setIsPaying] = useState(false);
  const money = moneyFormatter(statement);
  const { currency, orders, owed, payable, payments, taxes } = statement;
  const id = `statement-${currency}`;
  return (
    <>
      <Card as="section" padded className={styles.section} aria-labelledby={id}>
        <div className={styles.between}>
          <h2 id={id}>{t('Statement for {days}', { days: periodText(period) })}</h2>
          <StateBadge statement={statement} />
        </div>
        <p className={styles.note}>{plural(orders, { one: '# order', other: '# orders' })}</p>
        <dl className={styles.amounts}>
          {linesOf(statement).map(({ name, amount }) => (
            <div key={name}>
              <dt>{lineName(name, statement)}</dt>
              <dd>
                <Price size="row">{money(amount)}</Price>
              </dd>
            </div>
          ))}
          <div className={styles.sum}>
            <dt>{owed < 0 ? t('Owed by the stall') : t('Owed to the stall')}</dt>
            <dd>
              <Price size="total">{money(owed)}</Price>
            </dd>
          </div>
        </dl>
        {payable > 0 && payable !== owed && (
          <p className={styles.note}>{t('{amount} of it can be paid out today.', { amount: money(payable) })}</p>
        )}
        {isOperator && payable > 0 && (
          <div className={styles.actions}>
            <Button variant="primary" onClick={() => setIsPaying(true)}>
              {t('Record a payout')}
            </Button>
          </div>
        )}
      </Card>
      {taxes.length > 0 && <Taxes taxes={taxes} money={money} />}
      {payments.length > 0 && <Payouts venueId={venueId} payouts={payments} isOperator={isOperator} />}
      <PayoutForm
        open={isPaying}
        onClose={() => setIsPaying(false)}
        venueId={venueId}
        period={period}
        today={clock.today}
        statement={statement}
      />
    </>
  );
}

function Taxes({ taxes, money }: { taxes: Statement['taxes']; money: (amount: number) => string }) {
  return (
    <Card as="section" padded className={styles.section} aria-labelledby="taxes">
      <h2 id="taxes">{t('Tax by rate')}</h2>
      <table className={styles.table} aria-labelledby="taxes">
        <thead>
          <tr>
            <th scope="col">{t('Tax')}</th>
            <th scope="col">{t('On')}</th>
            <th scope="col">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {taxes.map(({ name, rate, base, amount }) => (
            <tr key={`${name} ${rate}`}>
              <th scope="row">
                <bdi>{t('{name} {rate} %', { name, rate })}</bdi>
              </th>
              <td>
                <Price size="row">{money(base)}</Price>
              </td>
              <td>
                <Price size="row">{money(amount)}</Price>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
