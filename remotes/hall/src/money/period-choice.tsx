import { useState } from 'react';
import { Select, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './money.module.css';
import { isSamePeriod, lastMonth, monthText, type Period, parseDay, periodError, thisMonth } from './period.rules';

interface PeriodChoiceProps {
  period: Period | undefined;
  /** Why the days of the address are not shown. The choice is of the days that are. */
  error: string | undefined;
  /** The hall's present day; undefined until it is known. */
  today: string | undefined;
  onChoose: (period: Period) => void;
}

/** Chooses the days of the statements: last month, this month, or own days. It keeps its place until the hall's present day is known. */
export function PeriodChoice({ period, today, ...props }: PeriodChoiceProps) {
  return (
    <div className={styles.choice}>
      {period && today !== undefined && <Choice period={period} today={today} {...props} />}
    </div>
  );
}

interface ChoiceProps extends PeriodChoiceProps {
  period: Period;
  today: string;
}

function Choice({ period, error, today, onChoose }: ChoiceProps) {
  const months = { last: lastMonth(today), this: thisMonth(today) };
  const isMonth = isSamePeriod(period, months.last) || isSamePeriod(period, months.this);
  const [isOwn, setIsOwn] = useState(!isMonth);
  const chosen = isOwn ? 'own' : isSamePeriod(period, months.last) ? 'last' : 'this';
  return (
    <>
      <Select
        label={t('Days of the statements')}
        className={styles.field}
        value={chosen}
        error={error}
        options={[
          { value: 'last', label: t('Last month: {month}', { month: monthText(months.last.to) }) },
          { value: 'this', label: t('This month: {month}', { month: monthText(today) }) },
          { value: 'own', label: t('Own days') },
        ]}
        onChange={({ target }) => {
          setIsOwn(target.value === 'own');
          if (target.value === 'last' || target.value === 'this') onChoose(months[target.value]);
        }}
      />
      {isOwn && <OwnDays period={period} today={today} onChoose={onChoose} />}
    </>
  );
}

/** Keeps what is typed until both days are right, so that a year can be typed digit by digit. */
function OwnDays({ period, today, onChoose }: Omit<ChoiceProps, 'error'>) {
  const [days, setDays] = useState(period);
  const change = (fields: Partial<Period>) => {
    const next = { ...days, ...fields };
    setDays(next);
    const areDays = parseDay(next.from) !== undefined && parseDay(next.to) !== undefined;
    if (areDays && periodError(next) === undefined) onChoose(next);
  };
  return (
    <>
      <TextInput
        label={t('First day')}
        type="date"
        className={styles.field}
        value={days.from}
        max={today}
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextInput
        label={t('Last day')}
        type="date"
        className={styles.field}
        value={days.to}
        max={today}
        error={periodError(days)}
        onChange={({ target }) => change({ to: target.value })}
      />
    </>
  );
}
