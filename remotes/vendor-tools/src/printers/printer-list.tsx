import { Plus, Settings2 } from 'lucide-react';
import { useServerNow } from 'shared-contracts/query';
import type { Printer, Printers } from 'shared-contracts/types';
import { Button, Card, EmptyState, Page } from 'shared-contracts/ui';
import { Facts } from '../facts';
import { OfficeWay } from '../office-way';
import { t } from '../words';
import { PrinterLamp } from './lamp';
import { PrintJobs } from './print-jobs';
import styles from './printers.module.css';
import { documentName, kindWords, lampOf, paperName, waitingText } from './printers.rules';

interface PrinterListProps {
  vendorId: string;
  printers: Printers;
  onOpen: (printer: number | 'new') => void;
}

export function PrinterList({ vendorId, printers: { data, may_edit, timezone }, onOpen }: PrinterListProps) {
  const add = may_edit && (
    <Button variant="primary" icon={Plus} onClick={() => onOpen('new')}>
      {t('Add a printer')}
    </Button>
  );
  return (
    <Page width="account" className={styles.page}>
      <h1 tabIndex={-1}>{t('Printers')}</h1>
      {data.length === 0 ? (
        <EmptyState
          title={t('No printer yet.')}
          text={
            may_edit
              ? t('A printer here prints each new order by itself, and tells you when it cannot.')
              : t('A printer here prints each new order by itself. Ask an owner to add one.')
          }
          action={add}
        />
      ) : (
        <>
          <ul className={styles.section}>
            {data.map((printer) => (
              <PrinterCard
                key={printer.id}
                printer={printer}
                timeZone={timezone}
                onOpen={may_edit ? () => onOpen(printer.id) : undefined}
              />
            ))}
          </ul>
          {add && <div className={styles.actions}>{add}</div>}
          <PrintJobs vendorId={vendorId} timeZone={timezone} maySeeDays={may_edit} />
        </>
      )}
      <OfficeWay vendorId={vendorId} />
    </Page>
  );
}

interface PrinterCardProps {
  printer: Printer;
  timeZone: string;
  /** Undefined for a person who may not change it. */
  onOpen: (() => void) | undefined;
}

function PrinterCard({ printer, timeZone, onOpen }: PrinterCardProps) {
  const now = useServerNow();
  const { name, kind, paper, documents, waiting_jobs } = printer;
  const waiting = waitingText(waiting_jobs);
  return (
    <Card as="li" padded className={styles.card}>
      <div className={styles.cardHead}>
        <h2 translate="no">
          <bdi>{name}</bdi>
        </h2>
        {onOpen && (
          <Button size="small" icon={Settings2} aria-label={t('Settings of {name}', { name })} onClick={onOpen}>
            {t('Settings')}
          </Button>
        )}
      </div>
      <PrinterLamp lamp={lampOf(printer, { now, timeZone })} />
      {waiting !== '' && <p className={styles.waiting}>{waiting}</p>}
      <p className={styles.note}>
        <Facts facts={[kindWords(kind).name, paperName(paper), ...documents.map(documentName)]} />
      </p>
    </Card>
  );
}
