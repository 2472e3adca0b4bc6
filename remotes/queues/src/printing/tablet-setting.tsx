import { ChoiceGroup } from 'shared-contracts/ui';
import { t } from '../words';
import { usePrinters } from './printers.resource';
import styles from './printing.module.css';
import { chooseTabletPrinter, useTabletPrinter } from './tablet';

const NONE = 0;

/** Chooses the printer whose tickets this device prints. A stall without a printer of the kind tablet has no such setting. */
export function TabletSetting({ vendorId }: { vendorId: number }) {
  const tablets = (usePrinters()?.data ?? []).filter(({ kind }) => kind === 'tablet');
  const chosen = useTabletPrinter();
  if (tablets.length === 0) return null;
  const selected = chosen?.vendorId === vendorId ? chosen.printerId : NONE;
  return (
    <div className={styles.setting}>
      <ChoiceGroup
        type="radio"
        title={t('Print new tickets on this device')}
        choices={[
          { id: NONE, name: t('No') },
          ...tablets.map(({ id, name }) => ({ id, name: t('As {printer}', { printer: name }) })),
        ]}
        selected={[selected]}
        onChange={([id]) => {
          if (id !== undefined) chooseTabletPrinter(id === NONE ? null : { vendorId, printerId: id });
        }}
      />
      <p className={styles.note}>
        {t('Choose it on one device alone. Keep this page open: the browser prints while it is.')}
      </p>
    </div>
  );
}
