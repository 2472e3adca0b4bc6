import { type FormEvent, useState } from 'react';
import { type ApiErrorShape, fieldError } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import type { CreatedPrinter, Printer, PrinterAddress, PrinterSettings } from 'shared-contracts/types';
import { Alert, Button, ChoiceGroup, Page, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './printers.module.css';
import { addPrinter } from './printers.resource';
import { KINDS, kindWords, newPrinter } from './printers.rules';
import { PaperChoice } from './settings-fields';

interface AddPrinterProps {
  vendorId: string;
  printers: readonly Printer[];
  onAdded: (printerId: number, address: PrinterAddress | null) => void;
  onClose: () => void;
}

/** Asks only for the kind, the name and the paper. The other settings begin as most stalls need them. */
export function AddPrinter({ vendorId, printers, onAdded, onClose }: AddPrinterProps) {
  const [settings, setSettings] = useState(() => newPrinter(printers.map(({ name }) => name)));
  const [isMissing, setIsMissing] = useState(false);
  const change = (next: Partial<PrinterSettings>) => {
    setSettings({ ...settings, ...next });
    setIsMissing(false);
  };
  const add = useMutation<CreatedPrinter, Error, PrinterSettings>({
    mutationFn: (wanted) => addPrinter(vendorId, wanted),
    onSuccess: ({ printer, address }) => onAdded(printer.id, address),
  });
  const nameError = isMissing ? t('Enter a name.') : fieldError(add.error, 'name');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = settings.name.trim();
    setIsMissing(name === '');
    if (name !== '' && !add.isPending) add.mutate({ ...settings, name });
  };
  return (
    <Page width="account">
      <form className={styles.page} onSubmit={submit} noValidate>
        <h1 tabIndex={-1}>{t('Add a printer')}</h1>
        <ChoiceGroup
          type="radio"
          title={t('What prints?')}
          choices={KINDS.map((kind) => ({ id: kind, ...kindWords(kind) }))}
          selected={[settings.kind]}
          onChange={([kind]) => kind && change({ kind })}
        />
        <TextInput
          label={t('Name')}
          hint={t('Where it stands, such as Kitchen or Bar.')}
          maxLength={40}
          value={settings.name}
          error={nameError}
          onChange={({ target }) => change({ name: target.value })}
        />
        <PaperChoice settings={settings} onChange={change} />
        {add.error && !nameError && <Alert>{(add.error as unknown as ApiErrorShape).message}</Alert>}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={add.isPending}>
            {t('Continue')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Page>
  );
}
