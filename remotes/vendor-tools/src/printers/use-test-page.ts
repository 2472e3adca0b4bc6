import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { Printer } from 'shared-contracts/types';
import { showFailure } from '../failures';
import { t } from '../words';
import { printTestPage } from './printers.resource';

export function useTestPage(vendorId: string, { id, name }: Pick<Printer, 'id' | 'name'>) {
  return useMutation<void, Error, void>({
    mutationFn: () => printTestPage(vendorId, id),
    onSuccess: () => showToast(t('A test page is on its way to {name}.', { name }), { color: 'success' }),
    onError: showFailure,
  });
}
