import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { useServerNow } from 'shared-contracts/query';
import type { Printer, PrinterAddress } from 'shared-contracts/types';
import { Button, Card, Page } from 'shared-contracts/ui';
import { rich, t } from '../words';
import { AddressCard } from './address-card';
import { PrinterLamp } from './lamp';
import styles from './printers.module.css';
import { connectSteps, lampOf } from './printers.rules';
import { useTestPage } from './use-test-page';

interface ConnectPrinterProps {
  vendorId: string;
  printer: Printer;
  timeZone: string;
  /** The address that was made just now; null for a tablet. */
  address: PrinterAddress | null;
  onClose: () => void;
}

/** Shows how to connect a printer, and waits for its first request. */
export function ConnectPrinter({ vendorId, printer, timeZone, address, onClose }: ConnectPrinterProps) {
  const { name, kind } = printer;
  const now = useServerNow();
  const testPage = useTestPage(vendorId, printer);
  const lamp = lampOf(printer, { now, timeZone });
  // A printer whose address was replaced may have been heard from just now, by the old address.
  const [heardBefore] = useState(printer.state.last_heard_at);
  const isWaiting = printer.state.last_heard_at === heardBefore;
  return (
    <Page width="account" className={styles.page}>
      <h1 tabIndex={-1}>
        {rich('Connect <name>{printer}</name>', {
          printer: name,
          name: (text) => (
            <bdi key="name" translate="no">
              {text}
            </bdi>
          ),
        })}
      </h1>
      <ol className={styles.steps}>
        {connectSteps(kind).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {address && <AddressCard kind={kind} address={address} />}
      <Card padded className={styles.card}>
        <h2>{t('Is it connected?')}</h2>
        {/* The element stays in the page, so that a screen reader announces the connection. */}
        <div role="status">
          <PrinterLamp lamp={isWaiting ? { tone: 'neutral', text: t('Waiting for the printer…') } : lamp} />
        </div>
        <p className={styles.note}>
          {kind === 'tablet'
            ? t('The light turns green once the tablet is ready.')
            : t('The light turns green once the printer asks for tickets, within a minute.')}
        </p>
        <div className={styles.actions}>
          <Button variant="primary" icon={FileCheck} busy={testPage.isPending} onClick={() => testPage.mutate()}>
            {t('Print a test page')}
          </Button>
          <Button onClick={onClose}>{t('Finish')}</Button>
        </div>
      </Card>
    </Page>
  );
}
