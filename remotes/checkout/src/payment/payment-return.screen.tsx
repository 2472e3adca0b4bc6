import { useEffect, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useResource } from 'shared-contracts/query';
import { useNavigate, useSearchParams } from 'shared-contracts/router';
import type { Envelope, StitchResult } from 'shared-contracts/types';
import { Alert, Page } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './payment.module.css';
import { type BankPayment, bankPaymentToast, PAYMENT_TOAST_MS } from './payment.rules';

/** A dead network may take minutes to fail. The server settles the payment without this page. */
export const WAIT_MS = 20_000;

/**
 * `/stitch/return?id&status`: reports the return to the server, which looks the payment up itself. Then it opens the queue,
 * whatever the outcome, and after WAIT_MS even without a response. It also works in a vendor context. A toast at the queue
 * describes a payment that did not succeed.
 */
export function Screen() {
  const [search] = useSearchParams();
  const status = search.get('status') ?? '';
  const navigate = useNavigate();
  const { data, error, isFetching } = useResource<Envelope<StitchResult>>(
    '/stitch/return',
    { id: search.get('id') ?? '', status },
    { staleTime: 0 },
  );

  const isLate = useIsLate();

  useEffect(() => {
    if (isFetching && !isLate) return;
    const toast = bankPaymentToast(stateOf(error, isFetching ? undefined : data), status);
    if (toast) showToast(toast.content, { color: toast.color, timeout: PAYMENT_TOAST_MS });
    const result = isFetching ? undefined : data?.data;
    // The queue itself shows a paid order.
    const paid = result?.state === 'succeeded' && result.cart_id ? `?paid=${result.cart_id}` : '';
    navigate(`/queues${paid}`, { replace: true });
  }, [isFetching, isLate, data, error, status, navigate]);

  return (
    <Page width="account" className={styles.payment}>
      <h1 className={styles.title}>{t('Payment')}</h1>
      <Alert tone="info">{t('Checking your payment…')}</Alert>
    </Page>
  );
}

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** A body without a state comes from a network in between. */
function stateOf(error: ApiErrorShape | null, body: Partial<Envelope<StitchResult | null>> | undefined): BankPayment {
  return error ? failedState(error.status) : (body?.data?.state ?? 'unknown');
}

/** The server knows no payment for a missing id, a made-up id or the id of another account. Any other failure says nothing. */
function failedState(httpStatus: number): BankPayment {
  return httpStatus === 404 || httpStatus === 422 ? 'not-found' : 'unknown';
}
