import { useResource } from 'shared-contracts/query';
import { Navigate, useSearchParams } from 'shared-contracts/router';
import { Alert, Button, FailedState, Page } from 'shared-contracts/ui';
import styles from './payment.module.css';

/** `/stitch/return?id&status`: tells the server, which looks the payment up itself, then goes to the queue. */
export function Screen() {
  const [search] = useSearchParams();
  const answer = useResource('/stitch/return', { id: search.get('id') ?? '', status: search.get('status') ?? '' });
  if (answer.isSuccess) return <Navigate to="/queues" replace />;
  return (
    <Page className={styles.payment}>
      <h1>Payment</h1>
      {answer.isPending && <Alert tone="info">Finishing your payment. Please keep this page open.</Alert>}
      {answer.isError &&
        (answer.error.status === 0 || answer.error.status >= 500 ? (
          <FailedState
            text="Whether you paid is known at the provider. Nothing is lost."
            onRetry={() => void answer.refetch()}
            busy={answer.isFetching}
          />
        ) : (
          <>
            <Alert>{answer.error.message}</Alert>
            <Button variant="primary" to="/queues">
              View Orders
            </Button>
          </>
        ))}
    </Page>
  );
}
