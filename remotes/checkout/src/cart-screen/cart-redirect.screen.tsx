import { Navigate, useParams } from 'shared-contracts/router';
import { Button, EmptyState, FailedState, Page } from 'shared-contracts/ui';
import { useCartReference } from '../cart/cart.resource';
import { t } from '../words';
import styles from './cart.module.css';
import { CartSkeleton } from './cart-skeleton';
import { NoRecords } from './no-records';

/** `/venues/:marketId/carts`: redirects to the person's open cart at that venue, if there is one. */
export function Screen() {
  const { marketId = '' } = useParams();
  const carts = useCartReference(marketId);
  const first = carts.data?.[0];
  if (first) return <Navigate to={`/carts/${first.id}`} replace />;
  return (
    <Page className={styles.page}>
      <h1 className={styles.title}>{t('Cart')}</h1>
      {carts.isPending && <CartSkeleton label={t('Looking for your cart…')} />}
      {carts.isError &&
        (carts.error.status === 404 ? (
          <NoRecords />
        ) : (
          <FailedState error={carts.error} onRetry={() => void carts.refetch()} busy={carts.isFetching} />
        ))}
      {carts.data && (
        <EmptyState
          title={t('No records found.')}
          action={
            <Button variant="primary" to={`/venues/${marketId}/vendors`}>
              {t('Continue shopping')}
            </Button>
          }
        />
      )}
    </Page>
  );
}
