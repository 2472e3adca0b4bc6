import { formatMinor } from 'shared-contracts/rules/money';
import { Button, Price } from 'shared-contracts/ui';
import { t } from '../words';

export interface PayButtonProps {
  /** Minor units; two-decimal currencies show it divided by 100. */
  amount: number;
  text?: string;
  /** ISO code; it says how many decimals the amount has. */
  currency?: string;
  symbol?: string;
  onPay: () => void;
}

/** The inline payment button. Its defaults are the product's: 'Pay', in naira. Checkout passes the venue's own currency. */
export function PayButton({ amount, text = t('Pay'), currency = 'NGN', symbol = '₦', onPay }: PayButtonProps) {
  return (
    <Button
      variant="primary"
      size="tall"
      wide
      onClick={onPay}
      end={<Price size="button">{formatMinor(amount, currency, symbol)}</Price>}
    >
      {text}
    </Button>
  );
}
