import { useResource } from 'shared-contracts/query';
import { Navigate, useSearchParams } from 'shared-contracts/router';
import type { Envelope, StitchResult } from 'shared-contracts/types';
import { Alert, Button, type ButtonVariant, Page } from 'shared-contracts/ui';
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
  const isOver = result !== undefined && result.state !== 'processing';
  const ordersLook: ButtonVariant = isUnknown || isOver ? 'secondary' : 'primary';
  return (
    <Page width="account" className={styles.payment}>
      <h1 className={styles.title}>Payment</h1>
      {answer.isPending && <Alert tone="info">Finishing your payment. Please keep this page open.</Alert>}
      {result && <PaymentNotice {...bankPaymentNotice(result.state, status)} />}
      {isUnknown && <PaymentNotice {...UNKNOWN} />}
      {answer.isError && !result && !isUnknown && <PaymentNotice {...bankPaymentNotice('not-found', status)} />}
      {!answer.isPending && (
        <div className={styles.ways}>
          {isUnknown && (
            <Button variant="primary" onClick={() => void answer.refetch()} busy={answer.isFetching}>
              Check again
            </Button>
          )}
          {isOver && (
            <Button variant="primary" to={`/venues/${result.venue_id}/cart`}>
              Back to your cart
            </Button>
          )}
          <Button variant={ordersLook} to="/queues">
            View Orders
          </Button>
        </div>
      )}
    </Page>
  );
}
