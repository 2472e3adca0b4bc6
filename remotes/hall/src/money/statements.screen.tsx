import { Link, useParams } from 'shared-contracts/router';
import type { Statement } from 'shared-contracts/types';
import { Badge, Card, EmptyState, Price, SkeletonBlock } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { statementPath } from '../office/paths';
import { plural, t } from '../words';
import { moneyFormatter } from './amounts.rules';
import styles from './money.module.css';
import { type Statements, useStatements } from './money.resource';
import { MoneyNav } from './money-nav';
import { Payouts } from './payouts';
import { type Period, periodText } from './period.rules';
import { PeriodChoice } from './period-choice';
import { payableByCurrency, type StatementState, stateOf } from './statement.rules';
import { StatementActions } from './statement-actions';
import { stateName } from './statement-words';
import { usePeriod } from './use-period';

/** Lists what the hall owes each of its stalls for a month, or for other days. */
export function Screen() {
  const { venueId = '' } = useParams();
  const { clock, period, error, setPeriod } = usePeriod(venueId);
  const statements = useStatements(venueId, period);
  return (
    <Office
      section="money"
      heading={t('Statements')}
      read={statements}
      lead={
        <>
          <MoneyNav venueId={venueId} page="statements" />
          <PeriodChoice period={period} error={error} today={clock?.today} onChoose={setPeriod} />
        </>
      }
      skeleton={<SkeletonBlock className={styles.block} />}
    >
      {(data) => period && !error && <List venueId={venueId} period={period} statements={data} />}
    </Office>
  );
}

interface ListProps {
  venueId: string;
  period: Period;
  statements: Statements;
}

function List({ venueId, period, statements: { data } }: ListProps) {
  if (data.length === 0) {
    return (
      <EmptyState
        title={t('Nothing was booked until the last of these days.')}
        text={t('A statement begins with the first payment of a stall.')}
      />
    );
  }
  const payments = data.flatMap((each) => each.payments);
  return (
    <>
      <Card padded className={styles.summary}>
        <p className={styles.note}>{t('To pay out for {days}', { days: periodText(period) })}</p>
        {payableByCurrency(data).map((sum) => (
          <p key={sum.currency}>
            <Price size="total">{moneyFormatter(sum)(sum.amount)}</Price>
          </p>
        ))}
      </Card>
      <Card as="ul" clip aria-label={t('Statements of the stalls')}>
        {data.map((statement) => (
          <Row
            key={`${statement.vendor.id} ${statement.currency}`}
            statement={statement}
            path={`${statementPath(venueId, statement.vendor.id)}?from=${period.from}&to=${period.to}`}
          />
        ))}
      </Card>
      <StatementActions statements={data} period={period} />
      {payments.length > 0 && <Payouts venueId={venueId} payouts={payments} hasStalls />}
    </>
  );
}

const TONES: Record<StatementState, 'neutral' | 'preparing' | 'done' | 'late'> = {
  nothing: 'neutral',
  owed: 'preparing',
  'paid-out': 'done',
  owes: 'late',
};

export const StateBadge = ({ statement }: { statement: Statement }) => {
  const state = stateOf(statement);
  return <Badge tone={TONES[state]}>{stateName(state)}</Badge>;
};

function Row({ statement, path }: { statement: Statement; path: string }) {
  const { vendor, orders, owed } = statement;
  return (
    <li className={styles.row}>
      <Link to={path} className={styles.rowLink}>
        <span className={styles.rowWords}>
          <bdi className={styles.name} translate="no">
            {vendor.name}
          </bdi>
          <span className={styles.note}>{plural(orders, { one: '# order', other: '# orders' })}</span>
        </span>
        <span className={styles.rowEnd}>
          <Price>{moneyFormatter(statement)(owed)}</Price>
          <StateBadge statement={statement} />
        </span>
      </Link>
    </li>
  );
}
