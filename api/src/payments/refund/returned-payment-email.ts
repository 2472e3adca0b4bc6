import { escapeHtml } from 'core/texts/escape-html';
import { formatMinor } from 'shared-contracts/rules/money';
import { emailPage } from '../../messages/mail/email-page';
import type { Email } from '../../messages/mail/mailer';
import { t } from '../../words';

export interface ReturnedPayment {
  email: string;
  venueName: string;
  /** The number of the cart's payment, which its receipt also shows. */
  paymentNumber: string;
  /** The state of the cart. `paid`: another payment has paid it. `abandoned`: it has no orders any more. */
  cartState: string;
  /**
   * The state of the attempt. `mismatch`: the payment differs from the request. `expired`: it came too late. `closed`: a stall or the hall no
   * longer exists.
   */
  state: string;
  /** The amount that was received and returned. */
  amountMinor: number;
  currency: string;
  /** The currency of the venue, with its symbol. */
  venueCurrency: string;
  currencySymbol: string;
}

/** The address may be unconfirmed, so the email names neither a person nor the ordered items. */
export function returnedPaymentEmail(payment: ReturnedPayment): Email {
  const { amountMinor, currency } = payment;
  const isOther = currency !== payment.venueCurrency;
  const amount = formatMinor(amountMinor, currency, isOther ? `${currency} ` : payment.currencySymbol);
  const title = t('Your payment of {amount} goes back to you', { amount });
  const sentences = [
    whyOf(payment, amount),
    t('We have refunded it in full. It takes your bank some days to show it.'),
  ];
  return {
    to: payment.email,
    subject: title,
    text: [title, ...sentences].join('\n\n'),
    html: emailPage(
      title,
      sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
    ),
  };
}

function whyOf({ state, cartState, venueName, paymentNumber }: ReturnedPayment, amount: string): string {
  const payment = { venue: venueName, number: paymentNumber };
  if (state === 'mismatch') {
    return t(
      'It came in at {venue} for payment {number}, but {amount} is not what was asked for. Nothing was ordered with it.',
      { ...payment, amount },
    );
  }
  if (state === 'expired') {
    return t(
      'It came in at {venue} for payment {number} more than a day after it was started. Nothing was ordered with it.',
      payment,
    );
  }
  if (state === 'closed') {
    return t(
      'It came in at {venue} for payment {number}, but a stall that you ordered from has closed. Nothing was ordered with it.',
      payment,
    );
  }
  if (cartState !== 'paid') {
    return t(
      'It came in at {venue} for payment {number}, whose cart is no longer there. Nothing was ordered with it.',
      payment,
    );
  }
  return t(
    'It came in at {venue} for payment {number}, which had been made already. Your orders stay as they are.',
    payment,
  );
}
