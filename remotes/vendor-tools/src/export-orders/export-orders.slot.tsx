import { Download, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { Alert, AlertDialog, Button, Card, Icon, Select } from 'shared-contracts/ui';
import { EXPORT_FILE } from './export-orders.command';
import styles from './export-orders.module.css';
import { EXPORT_PERIODS, type ExportPeriod, noteOf, periodOf } from './export-periods.rules';
import { type ExportState, useExport } from './use-export';

/** Export Orders on My Account: the vendor's orders of a period as a spreadsheet. */
export function Slot() {
  const vendorId = useShell(({ session }) =>
    session?.context.type === 'Vendor' ? session.context.data.id : undefined,
  );
  // Another vendor's export starts anew.
  return vendorId === undefined ? null : <ExportOrders key={vendorId} vendorId={vendorId} />;
}

function ExportOrders({ vendorId }: { vendorId: number }) {
  const [period, setPeriod] = useState<ExportPeriod>('today');
  const { state, run, reset } = useExport(vendorId);
  const isWorking = state.step === 'working';
  return (
    <Card as="section" padded className={styles.card} aria-labelledby="export-orders">
      <div className={styles.head}>
        <Icon of={FileSpreadsheet} />
        <h2 id="export-orders" className={styles.title}>
          Export Orders
        </h2>
      </div>
      <div className={styles.form}>
        <Select
          label="Period"
          hint={noteOf(period)}
          options={EXPORT_PERIODS}
          value={period}
          disabled={isWorking}
          onChange={(event) => {
            setPeriod(periodOf(event.target.value));
            reset();
          }}
        />
        <Button
          className={styles.button}
          variant="primary"
          icon={Download}
          busy={isWorking}
          onClick={() => run(period)}
        >
          Export
        </Button>
      </div>
      <Outcome state={state} />
      <AlertDialog open={state.step === 'empty'} title="No orders to export" onClose={reset} />
    </Card>
  );
}

function Outcome({ state }: { state: ExportState }) {
  if (state.step === 'failed') {
    return <Alert>{`No file was saved. ${state.reason} Your orders are safe; try again.`}</Alert>;
  }
  return (
    <p role="status" className={styles.status}>
      {state.step === 'working' && state.progress}
      {state.step === 'saved' &&
        `${EXPORT_FILE} is saved, with ${state.rowCount} ${state.rowCount === 1 ? 'row' : 'rows'}.`}
    </p>
  );
}
