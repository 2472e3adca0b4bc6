import { useSearchParams } from 'shared-contracts/router';
import { type HallClock, useHallClock } from './money.resource';
import { addressError, lastMonth, type Period, parsePeriod } from './period.rules';

interface ChosenPeriod {
  clock: HallClock | undefined;
  /** Last month unless the address names other days; undefined until the hall's present day is known. */
  period: Period | undefined;
  /** Why the days of the address are not shown. */
  error: string | undefined;
  setPeriod: (period: Period) => void;
}

/** Keeps the chosen days in the address, so that they can be sent to someone and printed again. */
export function usePeriod(venueId: string): ChosenPeriod {
  const clock = useHallClock(venueId);
  const [params, setParams] = useSearchParams();
  const period = parsePeriod(params) ?? (clock && lastMonth(clock.today));
  return {
    clock,
    period,
    error: addressError(params),
    setPeriod: ({ from, to }) => setParams({ from, to }, { replace: true }),
  };
}
