import { useRef, useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import type { NewPayout, Statement } from 'shared-contracts/types';
import { firstErrors } from '../office/failures';
import { t } from '../words';
import { recordPayout, refreshMoney } from './money.resource';
import { newKey } from './new-key';

/**
 * Sends a payout. The key of a payout is kept until the API has responded, so that repeating it after a broken connection records it once.
 * @param onPaid called after the payout was recorded
 */
export function usePayout(venueId: string, onPaid: () => void) {
  const sent = useRef({ body: '', key: '' });
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [message, setMessage] = useState<string>();
  /** The statement as it is now, if it has changed since the form was opened. */
  const [newer, setNewer] = useState<Statement>();

  function keyOf(payout: NewPayout): string {
    const body = JSON.stringify(payout);
    if (sent.current.body !== body) sent.current = { body, key: newKey() };
    return sent.current.key;
  }

  function explain(error: ApiErrorShape): void {
    const isResponse = isApiError(error) && error.status >= 400 && error.status < 500;
    if (!isResponse) {
      setMessage(t('It is not known whether the payout was recorded. Send it again: it is recorded only once.'));
      return;
    }
    if (error.status !== 403) sent.current = { body: '', key: '' };
    if (error.status === 422) setErrors(firstErrors(error));
    else setMessage(error.message);
    if (error.status !== 409) return;
    if (error.code === 'STATEMENT_CHANGED') setNewer(error.data as Statement);
    void refreshMoney(venueId);
  }

  const { mutate, isPending } = useMutation<void, ApiErrorShape, NewPayout>({
    mutationFn: (payout) => {
      setMessage(undefined);
      return recordPayout(venueId, payout, keyOf(payout));
    },
    onSuccess: () => {
      sent.current = { body: '', key: '' };
      onPaid();
    },
    onError: explain,
  });
  return { send: mutate, isPending, errors, setErrors, message, newer };
}
