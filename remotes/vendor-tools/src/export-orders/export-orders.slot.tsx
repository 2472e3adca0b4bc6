import { Download, FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { Alert, AlertDialog, Button, Card, Icon, Select } from 'shared-contracts/ui';
import { useIsOwner } from '../members/members.resource';
import { plural, t } from '../words';
import { EXPORT_FILE } from './export-orders.command';
import styles from './export-orders.module.css';
import { EXPORT_PERIODS, type ExportPeriod, emptyNote, parsePeriod, periodNote } from './export-periods.rules';
import { type ExportState, useExport } from './use-export';

/** Shows Export Orders on My Account: it saves the vendor's orders of a period as a spreadsheet. */
export function Slot() {
  const vendorId = useShell(({ session }) =>
    session?.context.type === 'Vendor' ? session.context.data.id : undefined,
  );
  const isOwner = useIsOwner(String(vendorId));
  if (vendorId === undefined || !isOwner) return null;
  // Another vendor's export starts from the beginning.
  return <ExportOrders key={vendorId} vendorId={vendorId} />;
}

function ExportOrders({ vendorId }: { vendorId: number }) {
  const [period, setPeriod] = useState<ExportPeriod>('today');
  const { state, run, cancel, reset } = useExport(vendorId);
  const exportButton = useRef<HTMLButtonElement>(null);
  const isWorking = state.step === 'working';
  return (
    <Card as="section" padded className={styles.card} aria-labelledby="export-orders">
      <div className={styles.head}>
        <Icon of={FileSpreadsheet} />
        <h2 id="export-orders" className={styles.title}>
          {t('Export Orders')}
        </h2>
      </div>
      <div>
        <div className={styles.form}>
          <Select
            label={t('Period')}
            hint={periodNote(period)}
            options={EXPORT_PERIODS}
            value={period}
            disabled={isWorking}
            onChange={(event) => {
              setPeriod(parsePeriod(event.target.value));
              reset();
            }}
          />
          <Button
            ref={exportButton}
            className={styles.button}
            variant="primary"
            icon={Download}
            busy={isWorking}
            onClick={() => run(period)}
          >
            {t('Export')}
          </Button>
        </div>
        <Outcome
          state={state}
          onCancel={() => {
            cancel();
            // The pressed button is gone.
            exportButton.current?.focus();
          }}
        />
      </div>
      <AlertDialog open={state.step === 'empty'} title={t('No orders to export')} onClose={reset}>
        {emptyNote(period)}
      </AlertDialog>
    </Card>
  );
}

function Outcome({ state, onCancel }: { state: ExportState; onCancel: () => void }) {
  if (state.step === 'failed') {
    return (
      <Alert className={styles.failed}>
        {t('No file was saved; your orders are safe. {reason}', { reason: state.reason })}
      </Alert>
    );
  }
  const isWorking = state.step === 'working';
  const sentence = statusText(state);
  return (
    <div className={sentence && styles.outcome}>
      <div>
        {/* The element stays in the page without words too: screen readers announce only a status that was there before. */}
        <p role="status">{sentence}</p>
        {/* The count is beside the status, which screen readers would otherwise announce again with every page. */}
        {isWorking && state.progress.doing === 'loading' && state.progress.orders > 0 && (
          <p>{plural(state.progress.orders, { one: '# order so far', other: '# orders so far' })}</p>
        )}
      </div>
      {isWorking && (
        <Button size="small" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      )}
    </div>
  );
}

function statusText(state: ExportState): string | undefined {
  switch (state.step) {
    case 'working':
      return state.progress.doing === 'loading'
        ? t('Loading orders…')
        : plural(state.progress.rows, { one: 'Writing # row…', other: 'Writing # rows…' });
    case 'saved':
      return plural(
        state.rowCount,
        { one: '{file} is saved, with # row.', other: '{file} is saved, with # rows.' },
        { file: EXPORT_FILE },
      );
    case 'cancelled':
      return t('Cancelled. No file was saved.');
    default:
      return undefined;
  }
}
