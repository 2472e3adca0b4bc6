import { useResource } from 'shared-contracts/query';
import { Navigate, useSearchParams } from 'shared-contracts/router';
import type { Envelope, StitchResult } from 'shared-contracts/types';
import { Alert, Button, Page } from 'shared-contracts/ui';
import styles from './payment.module.css';
import { bankPaymentNotice, UNKNOWN } from './payment.rules';
import { PaymentNotice } from './payment-notice';

const ASK_AGAIN_MS = 3_000;

/**
 * `/stitch/return?id&status`: tells the server, which looks the payment up itself, then goes to the queue; what bought
 * nothing says so instead, and leads back to the cart.
 */
export function Screen() {
  const [search] = useSearchParams();
  const status = search.get('status') ?? '';
  const answer = useResource<Envelope<StitchResult>>(
    '/stitch/return',
    { id: search.get('id') ?? '', status },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.data.state === 'processing' ? ASK_AGAIN_MS : false) },
  );
  const result = answer.data?.data;
  if (result?.state === 'succeeded') return <Navigate to="/queues" replace />;
  const isUnknown = !result && answer.isError && !(answer.error.status === 404 || answer.error.status === 422);
  return (
    <Page className={styles.payment}>
      <h1 className={styles.title}>Payment</h1>
      {answer.isPending && <Alert tone="info">Finishing your payment. Please keep this page open.</Alert>}
      {result && <PaymentNotice {...bankPaymentNotice(result.state, status)} />}
      {isUnknown && <PaymentNotice {...UNKNOWN} />}
      {answer.isError && !result && !isUnknown && <PaymentNotice {...bankPaymentNotice('not-found', status)} />}
      {isUnknown && (
        <Button variant="primary" wide onClick={() => void answer.refetch()} busy={answer.isFetching}>
          Check again
        </Button>
      )}
      {result && result.state !== 'processing' && (
        <Button variant="primary" wide to={`/venues/${result.venue_id}/cart`}>
          Back to your cart
        </Button>
      )}
      {!answer.isPending && (
        <Button wide to="/queues">
          View Orders
        </Button>
      )}
    </Page>
  );
}
