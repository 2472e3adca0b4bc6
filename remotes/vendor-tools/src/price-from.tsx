import { formatMajor } from 'shared-contracts/rules/money';
import { Price } from 'shared-contracts/ui';
import { rich } from './words';

export interface PriceFromProps {
  /** In major units. It shows nothing without any. */
  prices: readonly number[];
  currency: string;
  symbol: string;
}

/**
 * Shows the lowest price: '$16.50', or 'from $10.25' if the prices differ. Only the amount is a Price, which reads from left to right. The words read
 * in the direction of their language.
 */
export function PriceFrom({ prices, currency, symbol }: PriceFromProps) {
  if (prices.length === 0) return null;
  const lowest = Math.min(...prices);
  const price = formatMajor(lowest, currency, symbol);
  if (prices.every((each) => each === lowest)) return <Price size="row">{price}</Price>;
  return (
    <span>
      {rich('from <amount>{price}</amount>', {
        price,
        amount: () => (
          <Price key="amount" size="row">
            {price}
          </Price>
        ),
      })}
    </span>
  );
}
