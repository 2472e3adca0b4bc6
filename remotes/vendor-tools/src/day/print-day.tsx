import { ReceiptText } from 'lucide-react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { Button } from 'shared-contracts/ui';
import { showFailure } from '../failures';
import { listed } from '../language';
import { print, useDayPrinters } from '../printers/printers.resource';
import { t } from '../words';

/** Prints a day on the stall's receipt printers. It shows nothing for a stall without a printer for days. */
export function PrintDay({ vendorId, day }: { vendorId: string; day: string }) {
  const printers = useDayPrinters(vendorId);
  const names = listed(printers.map(({ name }) => name));
  const sending = useMutation<void, Error, void>({
    mutationFn: () => print(vendorId, { day }),
    onSuccess: () => showToast(t('The day is on its way to {printers}.', { printers: names }), { color: 'success' }),
    onError: showFailure,
  });
  if (printers.length === 0) return null;
  return (
    <Button icon={ReceiptText} busy={sending.isPending} onClick={() => sending.mutate()}>
      {t('Print on {name}', { name: names })}
    </Button>
  );
}
