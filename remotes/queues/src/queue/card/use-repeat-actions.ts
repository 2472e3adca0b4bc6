import { isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { useNavigate } from 'shared-contracts/router';
import type { QueueEntry } from 'shared-contracts/types';
import { orderLabel, printPath } from '../../order/order-words.rules';
import { plural, t } from '../../words';
import { notifyAgain, recordReprint } from '../moves.resource';

/** Notifies the customer of a done order again, and prints its receipt again. */
export function useRepeatActions({ order }: QueueEntry) {
  const navigate = useNavigate();
  const onError = (error: unknown) => showToast(againFailed(error), { color: 'danger' });
  const notify = useMutation({
    mutationFn: () => notifyAgain(order.id),
    onSuccess: () => {
      const names = { name: order.user.name, number: orderLabel(order) };
      showToast(t('{name} was told again that {number} is done.', names));
    },
    onError,
  });
  const print = useMutation({
    mutationFn: () => recordReprint(order.id),
    onError,
  });
  return {
    isBusy: notify.isPending || print.isPending,
    notify: () => notify.mutate(),
    // The callback belongs to the call: a response that comes after the page was left does not navigate.
    print: () => print.mutate(undefined, { onSuccess: () => navigate(printPath(order.id)) }),
  };
}

function againFailed(error: unknown): string {
  if (!isApiError(error)) return t('That did not work. Please try again.');
  if (error.status !== 429) return error.message;
  return plural(error.retryAfter ?? 10, {
    one: 'That was done just now. Try again in # second.',
    other: 'That was done just now. Try again in # seconds.',
  });
}
