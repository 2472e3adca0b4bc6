import { isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { useNavigate } from 'shared-contracts/router';
import type { QueueEntry } from 'shared-contracts/types';
import { orderLabel, printPath } from '../../order/order-words.rules';
import { printAgain, printsOrders, usePrinters, useVendorId } from '../../printing/printers.resource';
import { plural, t } from '../../words';
import { notifyAgain, recordReprint } from '../moves.resource';

/**
 * Notifies the customer of a done order again, and prints it again: on the stall's printers, or through the browser where the stall has none.
 */
export function useRepeatActions({ order }: QueueEntry) {
  const navigate = useNavigate();
  const vendorId = useVendorId();
  const printers = usePrinters()?.data.filter(printsOrders) ?? [];
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
  const printOnPrinters = useMutation({
    mutationFn: async (id: number) => {
      // The record refuses a second tap within ten seconds.
      await recordReprint(order.id);
      await printAgain(id, order.id);
    },
    onSuccess: () =>
      showToast(t('{number} is printed again. The ticket says that it is a reprint.', { number: orderLabel(order) })),
    onError,
  });
  // The callback belongs to the call: a response that comes after the page was left does not navigate.
  const printHere = () => print.mutate(undefined, { onSuccess: () => navigate(printPath(order.id)) });
  const hasPrinters = printers.length > 0 && vendorId !== undefined;
  return {
    isBusy: notify.isPending || print.isPending || printOnPrinters.isPending,
    notify: () => notify.mutate(),
    print: hasPrinters ? () => printOnPrinters.mutate(vendorId) : printHere,
    /** Prints through the browser. Undefined where `print` does so. */
    printHere: hasPrinters ? printHere : undefined,
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
