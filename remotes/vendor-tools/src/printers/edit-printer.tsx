import { FileCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type ApiErrorShape, fieldError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation, useServerNow } from 'shared-contracts/query';
import type { Printer, PrinterAddress, PrinterSettings } from 'shared-contracts/types';
import { Alert, Button, Card, Page, Select, TextInput } from 'shared-contracts/ui';
import { SaveBar } from '../save-bar';
import { t } from '../words';
import { PrinterLamp } from './lamp';
import styles from './printers.module.css';
import { savePrinter } from './printers.resource';
import { KINDS, kindWords, lampOf, settingsOf } from './printers.rules';
import { RiskyActions } from './risky-actions';
import { GroupChoice, PaperChoice, PrintedChoices, TakeoverChoice } from './settings-fields';
import { useTestPage } from './use-test-page';

interface EditPrinterProps {
  vendorId: string;
  printer: Printer;
  /** All printers of the stall. */
  printers: readonly Printer[];
  timeZone: string;
  onAddress: (address: PrinterAddress) => void;
  onClose: () => void;
}

/** Changes the settings of a printer, tries it, makes or revokes its address, and deletes it. */
export function EditPrinter({ vendorId, printer, printers, timeZone, onAddress, onClose }: EditPrinterProps) {
  const [draft, setDraft] = useState<PrinterSettings>();
  const [isMissing, setIsMissing] = useState(false);
  const settings = draft ?? settingsOf(printer);
  const now = useServerNow();
  const testPage = useTestPage(vendorId, printer);
  const save = useMutation<void, Error, PrinterSettings>({
    mutationFn: (wanted) => savePrinter(vendorId, printer.id, wanted),
    onSuccess: (_done, { name }) => {
      showToast(t('{name} is saved.', { name }), { color: 'success' });
      onClose();
    },
  });
  const change = (next: Partial<PrinterSettings>) => {
    setDraft({ ...settings, ...next });
    setIsMissing(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = settings.name.trim();
    setIsMissing(name === '');
    if (name !== '' && !save.isPending) save.mutate({ ...settings, name });
  };
  const nameError = isMissing ? t('Enter a name.') : fieldError(save.error, 'name');
  return (
    <Page width="account">
      <form className={styles.page} onSubmit={submit} noValidate>
        <h1 tabIndex={-1} translate="no">
          <bdi>{printer.name}</bdi>
        </h1>
        <Card padded className={styles.card}>
          <PrinterLamp lamp={lampOf(printer, { now, timeZone })} />
          <div className={styles.actions}>
            <Button size="small" icon={FileCheck} busy={testPage.isPending} onClick={() => testPage.mutate()}>
              {t('Print a test page')}
            </Button>
          </div>
        </Card>
        <TextInput
          label={t('Name')}
          maxLength={40}
          value={settings.name}
          error={nameError}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Select
          label={t('What prints?')}
          hint={kindWords(settings.kind).note}
          options={KINDS.map((kind) => ({ value: kind, label: kindWords(kind).name }))}
          value={settings.kind}
          onChange={({ target }) => change({ kind: target.value as PrinterSettings['kind'] })}
        />
        <PaperChoice settings={settings} onChange={change} />
        <PrintedChoices settings={settings} onChange={change} />
        <GroupChoice vendorId={vendorId} settings={settings} onChange={change} />
        <TakeoverChoice settings={settings} others={printers.filter(({ id }) => id !== printer.id)} onChange={change} />
        {save.error && !nameError && <Alert>{(save.error as unknown as ApiErrorShape).message}</Alert>}
        <SaveBar isDirty={draft !== undefined}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('Save')}
          </Button>
        </SaveBar>
        <RiskyActions vendorId={vendorId} printer={printer} onAddress={onAddress} onDeleted={onClose} />
      </form>
    </Page>
  );
}
