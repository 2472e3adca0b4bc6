/** Opens Paystack's own window over the page. The server opens the transaction, so that its split cannot be edited in the browser. */
import { api } from 'shared-contracts/client';
import type { NewPaystackPayment } from 'shared-contracts/types';
import type { PaymentProvider } from '../payment-provider';
import { paystackPop } from './paystack-script';
import { PaystackWindow } from './paystack-window';

export const paystackProvider: PaymentProvider = {
  finish: 'pay-with-paystack',
  async start({ id, version }) {
    const [popup, { source_id, access_code }] = await Promise.all([
      paystackPop(),
      api().get<NewPaystackPayment>('/carts/newpayment', { params: { cart_id: id, provider: 'Paystack', version } }),
    ]);
    return {
      reference: source_id,
      form: (events) => <PaystackWindow popup={popup} accessCode={access_code} {...events} />,
    };
  },
};
