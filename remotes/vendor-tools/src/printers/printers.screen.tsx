import { useEffect, useRef, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { useParams, useSearchParams } from 'shared-contracts/router';
import type { PrinterAddress, Printers as PrintersBody } from 'shared-contracts/types';
import { Page, QuietHeading, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { isRefusal } from '../failures';
import { LoadFailed } from '../load-failed';
import { NotYours } from '../not-yours';
import { t } from '../words';
import { AddPrinter } from './add-printer';
import { ConnectPrinter } from './connect-printer';
import { EditPrinter } from './edit-printer';
import { PrinterList } from './printer-list';
import styles from './printers.module.css';
import { useFreshPrinting, usePrinters } from './printers.resource';

/**
 * Lists a stall's printers and the tickets of the last day. `?printer=new` adds a printer, `?printer=71` changes one. The stall's staff see the
 * list, its owners and the operators of its venue change it.
 */
export function Screen() {
  const { vendorId = '' } = useParams();
  const isSignedIn = useShell(({ session }) => session !== null);
  // A session does not list the venues that the user runs, so the API decides who may open another vendor's page.
  return isSignedIn ? <Printers vendorId={vendorId} /> : <NotYours page={t('Printers')} />;
}

function Printers({ vendorId }: { vendorId: string }) {
  const [search, setSearch] = useSearchParams();
  const view = search.get('printer');
  /** The address that was made just now, by the id of its printer. It is in one response only, so a reload of the page loses it. */
  const [made, setMade] = useState<{ printerId: number; address: PrinterAddress | null }>();
  const isConnecting = made !== undefined && view === String(made.printerId);
  const printers = usePrinters(vendorId, { isAwaited: isConnecting });
  useFreshPrinting(vendorId);
  const page = useHeadingFocus(isConnecting ? 'connect' : view);
  const open = (printer: number | 'new', replace = false) => setSearch({ printer: String(printer) }, { replace });
  const close = () => {
    setMade(undefined);
    setSearch({}, { replace: true });
  };

  if (printers.error && isRefusal(printers.error)) return <NotYours page={t('Printers')} />;
  if (printers.data) {
    const { data, may_edit, timezone } = printers.data;
    const printer = may_edit ? data.find(({ id }) => String(id) === view) : undefined;
    const connect = (printerId: number, address: PrinterAddress | null) => {
      setMade({ printerId, address });
      open(printerId, true);
    };
    return (
      <div ref={page}>
        {may_edit && view === 'new' && (
          <AddPrinter vendorId={vendorId} printers={data} onAdded={connect} onClose={close} />
        )}
        {printer && isConnecting && (
          <ConnectPrinter
            vendorId={vendorId}
            printer={printer}
            timeZone={timezone}
            address={made.address}
            onClose={close}
          />
        )}
        {printer && !isConnecting && (
          <EditPrinter
            key={printer.id}
            vendorId={vendorId}
            printer={printer}
            printers={data}
            timeZone={timezone}
            onAddress={(address) => connect(printer.id, address)}
            onClose={close}
          />
        )}
        {!printer && !(may_edit && view === 'new') && (
          <PrinterList vendorId={vendorId} printers={printers.data satisfies PrintersBody} onOpen={open} />
        )}
      </div>
    );
  }
  if (printers.isPending) return <Waiting />;
  return (
    <LoadFailed
      page={t('Printers')}
      error={printers.error}
      isRetrying={printers.isFetching}
      onRetry={() => void printers.refetch()}
    />
  );
}

/** Moves the focus to the heading of another view. The shell does so only when the path changes, and the views differ in the search. */
function useHeadingFocus(view: string | null) {
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    window.scrollTo({ top: 0, behavior: 'instant' });
    page.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [view]);
  return page;
}

function Waiting() {
  return (
    <Page width="account" className={styles.page}>
      <QuietHeading>{t('Printers')}</QuietHeading>
      <Skeleton label={t('Loading the printers…')} className={styles.section}>
        <SkeletonBlock shape="title" width="half" />
        <SkeletonBlock className={styles.cardBlock} />
        <SkeletonBlock shape="button" />
      </Skeleton>
    </Page>
  );
}
