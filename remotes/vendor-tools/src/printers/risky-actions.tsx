import { type ReactNode, useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { Printer, PrinterAddress } from 'shared-contracts/types';
import { AlertDialog, Button } from 'shared-contracts/ui';
import { showFailure } from '../failures';
import { t } from '../words';
import styles from './printers.module.css';
import { makeAddress, removePrinter, revokeAddress } from './printers.resource';

interface RiskyActionsProps {
  vendorId: string;
  printer: Printer;
  onAddress: (address: PrinterAddress) => void;
  onDeleted: () => void;
}

/** Actions that stop a printer, each after a question. */
export function RiskyActions({ vendorId, printer, onAddress, onDeleted }: RiskyActionsProps) {
  const { id, name, kind, has_address } = printer;
  return (
    <section className={styles.section} aria-label={t('Address and removal')}>
      <div className={styles.actions}>
        {kind !== 'tablet' && (
          <AskFirst
            label={t('New address')}
            question={t('Make a new address for {name}?', { name })}
            loss={t('The old address ends at once. The printer prints again when the new one is set in it.')}
            isAsked={has_address}
            act={() => makeAddress(vendorId, id)}
            onDone={onAddress}
          />
        )}
        {kind !== 'tablet' && has_address && (
          <AskFirst
            label={t('Revoke the address')}
            question={t('Revoke the address of {name}?', { name })}
            loss={t(
              'The printer prints nothing more. Its tickets wait until it has a new address, or another printer takes over.',
            )}
            act={() => revokeAddress(vendorId, id)}
            onDone={() => showToast(t('The address of {name} is revoked.', { name }), { color: 'success' })}
          />
        )}
        <AskFirst
          label={t('Delete the printer')}
          question={t('Delete {name}?', { name })}
          loss={t('Its address ends. What waits for it goes to the printer that takes over, or is not printed.')}
          act={() => removePrinter(vendorId, id)}
          onDone={() => {
            showToast(t('{name} was deleted.', { name }), { color: 'success' });
            onDeleted();
          }}
        />
      </div>
    </section>
  );
}

interface AskFirstProps<Result> {
  label: string;
  question: string;
  /** The consequence, below the question. */
  loss: ReactNode;
  /** False acts without the question. By default it is asked. */
  isAsked?: boolean;
  act: () => Promise<Result>;
  onDone: (result: Result) => void;
}

function AskFirst<Result>({ label, question, loss, isAsked = true, act, onDone }: AskFirstProps<Result>) {
  const [isAsking, setIsAsking] = useState(false);
  const action = useMutation<Result, Error, void>({
    mutationFn: act,
    onSuccess: onDone,
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button busy={action.isPending && !isAsking} onClick={() => (isAsked ? setIsAsking(true) : action.mutate())}>
        {label}
      </Button>
      <AlertDialog
        open={isAsking}
        title={question}
        okLabel={label}
        closeLabel={t('Cancel')}
        isDanger
        busy={action.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => action.mutate()}
      >
        {loss}
      </AlertDialog>
    </>
  );
}
