import { Printer, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { useParams } from 'shared-contracts/router';
import { AlertDialog, Button, Card, cx, EmptyState, TextInput } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { Office } from '../office/office';
import { useOperatedVenues } from '../office/office.resource';
import { plural, t } from '../words';
import { MOST_OF_A_RANGE, tableNames, zonesOf } from './table-names.rules';
import { type Code, TableSheets } from './table-sheets';
import styles from './tables.module.css';
import { addTables, type HallTable, removeTable, useTables } from './tables.resource';

/** Lists the tables of a hall by zone, adds and removes them, and prints their codes. */
export function Screen() {
  const { venueId = '' } = useParams();
  const tables = useTables(venueId);
  return (
    <Office section="tables" heading={t('Tables')} read={tables}>
      {(data) => <Tables venueId={venueId} tables={data} />}
    </Office>
  );
}

function Tables({ venueId, tables }: { venueId: string; tables: readonly HallTable[] }) {
  const hall = useOperatedVenues().data?.find(({ id }) => String(id) === venueId)?.name ?? '';
  const [codes, setCodes] = useState<Code[] | null>(null);
  // The sheets are in the page before the print dialog opens.
  useEffect(() => {
    if (codes) window.print();
  }, [codes]);
  const print = useMutation({
    mutationFn: async (wanted: readonly HallTable[]) => {
      // The library of the codes is loaded when some are printed.
      const { encodeQR } = await import(/* webpackChunkName: "qr" */ 'qr');
      return wanted.map(({ id, name, url }) => ({ id, name, rows: encodeQR(url, 'raw', { border: 2 }) }));
    },
    onSuccess: setCodes,
    onError: showFailure,
  });
  const zones = zonesOf(tables);
  return (
    <>
      <AddTables venueId={venueId} />
      {tables.length === 0 && (
        <EmptyState
          title={t('This hall has no table yet.')}
          text={t('A guest who scans the code of a table has the order brought there.')}
        />
      )}
      {tables.length > 0 && (
        <div className={styles.actions}>
          <Button icon={Printer} busy={print.isPending} onClick={() => print.mutate(tables)}>
            {t('Print all codes')}
          </Button>
        </div>
      )}
      {zones.map((zone) => (
        <section
          key={zone.name}
          className={cx(styles.section, codes && styles.noPrint)}
          aria-label={zone.name || t('Without a zone')}
        >
          <div className={styles.head}>
            <h2>{zone.name ? <bdi translate="no">{zone.name}</bdi> : t('Without a zone')}</h2>
            <span className={styles.note}>{plural(zone.tables.length, { one: '# table', other: '# tables' })}</span>
            {zones.length > 1 && (
              <Button
                size="small"
                aria-label={t('Print the codes: {name}', { name: zone.name || t('Without a zone') })}
                onClick={() => !print.isPending && print.mutate(zone.tables)}
              >
                {t('Print')}
              </Button>
            )}
          </div>
          <Card as="ul" clip>
            {zone.tables.map((table) => (
              <Row key={table.id} venueId={venueId} table={table} />
            ))}
          </Card>
        </section>
      ))}
      {codes && <TableSheets hall={hall} codes={codes} />}
    </>
  );
}

function AddTables({ venueId }: { venueId: string }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const add = useMutation({
    mutationFn: (names: readonly string[]) => addTables(venueId, names),
    onSuccess: ({ added }) => {
      showToast(
        added.length > 0
          ? plural(added.length, { one: '# table is added.', other: '# tables are added.' })
          : t('These tables are there already.'),
        { color: added.length > 0 ? 'success' : 'dark' },
      );
      setTyped('');
    },
    onError: showFailure,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const names = tableNames(typed);
    if (!names) setError(t('Enter a name, or a range of at most {count} tables.', { count: MOST_OF_A_RANGE }));
    else if (!add.isPending) add.mutate(names);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('New tables')}
        hint={t('One name, such as 12 or Terrace 3, or a range, such as 1–20 or Terrace 1–20.')}
        value={typed}
        error={error}
        maxLength={40}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary" busy={add.isPending}>
        {t('Add')}
      </Button>
    </form>
  );
}

function Row({ venueId, table: { id, name } }: { venueId: string; table: HallTable }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeTable(venueId, id),
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  return (
    <li className={styles.row}>
      <bdi translate="no" className={styles.name}>
        {name}
      </bdi>
      <Button
        size="small"
        variant="quiet"
        icon={Trash2}
        aria-label={t('Remove the table {name}', { name })}
        onClick={() => setIsAsking(true)}
      >
        {t('Remove')}
      </Button>
      <AlertDialog
        open={isAsking}
        title={t('Remove the table {name}?', { name })}
        okLabel={t('Remove')}
        closeLabel={t('Cancel')}
        isDanger
        busy={remove.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => {
          if (!remove.isPending) remove.mutate();
        }}
      >
        {t('Its printed code no longer works. A new table of the same name has another code.')}
      </AlertDialog>
    </li>
  );
}
