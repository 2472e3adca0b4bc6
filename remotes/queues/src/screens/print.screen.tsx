import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import { Button, FailedState, Page, QuietHeading, Skeleton, SkeletonBlock, StatePage } from 'shared-contracts/ui';
import { AllergyNote } from '../order/allergy-note';
import { isCancelled } from '../order/cancellation.rules';
import { CancellationNote } from '../order/cancellation-note';
import { OrderFacts, OrderTable } from '../order/order-paper';
import { OrderReceipt } from '../order/order-receipt';
import { RefundNote } from '../order/refund-note';
import { t } from '../words';
import { useOrder } from './order.resource';
import styles from './print.module.css';

const PRINT_AFTER_MS = 1000;
const RETURN_AFTER_MS = 1000;

/** `/order/print?id=` shows a receipt that opens the print dialog by itself, and goes back after printing. */
export function Screen() {
  const [params] = useSearchParams();
  const orderId = params.get('id');
  const order = useOrder(orderId);
  usePrintAndReturn(order.data !== undefined);

  if (order.isLoading) {
    return (
      <>
        <QuietHeading>{t('Receipt')}</QuietHeading>
        <Page width="account" className={styles.page}>
          <Skeleton label={t('Loading the receipt…')}>
            <SkeletonBlock className={styles.paperBlock} />
          </Skeleton>
        </Page>
      </>
    );
  }
  if (!order.data) {
    return (
      <StatePage heading={t('Receipt')} width="account">
        <FailedState
          title={t('This receipt could not be loaded')}
          text={t('The order is safe.')}
          error={order.error}
          onRetry={() => void order.refetch()}
          busy={order.isFetching}
        />
      </StatePage>
    );
  }
  return (
    <Page width="account" className={styles.page}>
      <article className={styles.paper}>
        <OrderReceipt
          order={order.data}
          head={
            <div className={styles.head}>
              <div>
                <p className={styles.venue} translate="no">
                  <bdi>{order.data.venue?.name ?? site().brand}</bdi>
                </p>
                <h1 className={styles.vendor} translate="no">
                  <bdi>{order.data.vendor.name}</bdi>
                </h1>
                {order.data.vendor.address_1 && (
                  <p className={styles.small} translate="no">
                    <bdi>{order.data.vendor.address_1}</bdi>
                  </p>
                )}
              </div>
              {isCancelled(order.data) ? (
                <div>
                  <p>
                    <strong>{t('Cancelled')}</strong>
                  </p>
                  <CancellationNote order={order.data} />
                </div>
              ) : (
                <RefundNote order={order.data} />
              )}
              <AllergyNote order={order.data} />
              <OrderFacts order={order.data} receipt />
              <OrderTable order={order.data} />
            </div>
          }
        />
      </article>
      <Button icon={Printer} onClick={() => window.print()}>
        {t('Print')}
      </Button>
    </Page>
  );
}

/** Waits about a second for the page to settle, opens the dialog, and about a second later returns the visitor to the page before. */
function usePrintAndReturn(isReady: boolean): void {
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === 'default';
  const [wasPrinted, setPrinted] = useState(false);

  useEffect(() => {
    if (!isReady || wasPrinted) return;
    const timer = setTimeout(() => {
      // Most browsers wait here until the dialog is closed.
      window.print();
      setPrinted(true);
    }, PRINT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReady, wasPrinted]);

  useEffect(() => {
    if (!wasPrinted) return;
    const timer = setTimeout(() => {
      if (isFirstPage) navigate('/queues', { replace: true });
      else navigate(-1);
    }, RETURN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wasPrinted, isFirstPage, navigate]);
}
