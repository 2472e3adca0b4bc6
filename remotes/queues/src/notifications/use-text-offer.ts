import type { Phone } from 'shared-contracts/types';
import { useAudience } from '../queue/queue.resource';
import { usePhone } from './phone.resource';

interface TextOffer {
  /** The customer may be asked for a number. Undefined without text messages, and once a number is confirmed. */
  offer: Phone | undefined;
  /** The first response is awaited. After a failure the page does not wait for another try. */
  isAwaited: boolean;
}

/** @param isAsking false where the question was dismissed, so that nothing is requested */
export function useTextOffer(isAsking: boolean): TextOffer {
  const isCustomer = useAudience() === 'customer';
  const { data, isLoading, failureCount, errorUpdateCount } = usePhone({ enabled: isCustomer && isAsking });
  const isOpen = data?.is_offered === true && data.confirmed_at === null;
  return {
    offer: isCustomer && isAsking && isOpen ? data : undefined,
    // A retry after a failure begins with no failures of its own.
    isAwaited: isLoading && failureCount === 0 && errorUpdateCount === 0,
  };
}
