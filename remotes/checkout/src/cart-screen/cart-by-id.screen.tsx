import { Navigate, useParams } from 'shared-contracts/router';
import { FailedState, Page } from 'shared-contracts/ui';
import { useCartById } from '../cart/cart.resource';
import { t } from '../words';
import styles from './cart.module.css';
import { CartSkeleton } from './cart-skeleton';
import { NoRecords } from './no-records';

/** `/carts/:cartId`: finds the venue of the cart and redirects to its cart screen. */
export function Screen() {
  const { cartId = '' } = useParams();
  const cart = useCartById(cartId);
  if (cart.data) return <Navigate to={`/venues/${cart.data.venue_id}/cart`} replace />;
  return (
    <Page className={styles.page}>
      <h1 className={styles.title}>{t('Cart')}</h1>
      {cart.isPending && <CartSkeleton label={t('Looking for your cart…')} />}
      {cart.isError &&
        (cart.error.status === 404 ? (
          <NoRecords />
        ) : (
          <FailedState error={cart.error} onRetry={() => void cart.refetch()} busy={cart.isFetching} />
        ))}
    </Page>
  );
}
