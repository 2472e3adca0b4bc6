/** Shows Global's hosted payment page in a frame. The published client is under the GPL, so we wrote the small part that we need. */
import { api } from 'shared-contracts/client';
import type { StartGlobal } from 'shared-contracts/types';
import type { PaymentProvider } from '../payment-provider';
import { HppFrame } from './hpp-frame';
import { hppFields } from './hpp-messages';

export const globalProvider: PaymentProvider = {
  finish: 'pay-with-global',
  async start({ id, version }) {
    const { secret, hpp_url } = await api().post<StartGlobal>(`/carts/${id}/start-global`, { version });
    const fields = hppFields(secret, window.location.origin);
    const reference = new Map(fields).get('ORDER_ID') ?? '';
    return {
      reference,
      form: (events) => <HppFrame key={reference} address={hpp_url} fields={fields} orderId={reference} {...events} />,
    };
  },
};
