import { invalid } from 'core/errors';
import { exponentOf, toMinor } from 'shared-contracts/rules/money';
import { t } from '../../words';

interface Amount {
  /** The field of the request that has it. */
  field: string;
  /** In major units, at least 0. */
  major: number;
  currency: string;
}

/**
 * Returns an amount of a request in minor units.
 * @param mostMinor the largest amount of the field, in minor units
 * @throws ApiError 422 at the field for an amount that is too large, or has more decimals than the currency
 * @example
 * requestedMinor({ field: 'rent', major: 300.5, currency: 'CAD' }); // 30050
 */
export function requestedMinor({ field, major, currency }: Amount, mostMinor = Number.MAX_SAFE_INTEGER): number {
  if (major * 10 ** exponentOf(currency) > mostMinor) throw invalid({ [field]: [t('This amount is too large.')] });
  try {
    return toMinor(major, currency);
  } catch {
    throw invalid({ [field]: [t('This amount has too many decimals.')] });
  }
}
