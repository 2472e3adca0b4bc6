import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ChoiceGroup, Sheet } from 'shared-contracts/ui';
import { TabletSetting } from '../../printing/tablet-setting';
import { t } from '../../words';
import { changeCounter, type Theme, type TypeSize, useCounter } from './counter';
import styles from './counter-switches.module.css';
import { LatenessSetting } from './lateness-setting';

const themes = (): { id: Theme; name: string }[] => [
  { id: 'device', name: t('As the device') },
  { id: 'light', name: t('Light') },
  { id: 'dark', name: t('Dark') },
];
const sizes = (): { id: TypeSize; name: string }[] => [
  { id: 'normal', name: t('Normal') },
  { id: 'large', name: t('Large') },
  { id: 'largest', name: t('Largest') },
];

/** Sets how this device shows the queue, and when an order is late at this stall. */
export function DisplayButton({ vendorId }: { vendorId: number }) {
  const [isOpen, setOpen] = useState(false);
  const { theme, size } = useCounter();
  return (
    <>
      <Button size="small" icon={Settings2} onClick={() => setOpen(true)}>
        {t('Display')}
      </Button>
      <Sheet open={isOpen} title={t('Display')} onClose={() => setOpen(false)}>
        <div className={styles.display}>
          <ChoiceGroup
            type="radio"
            title={t('Theme')}
            choices={themes()}
            selected={[theme]}
            onChange={([chosen]) => chosen && changeCounter({ theme: chosen })}
          />
          <ChoiceGroup
            type="radio"
            title={t('Type size')}
            choices={sizes()}
            selected={[size]}
            onChange={([chosen]) => chosen && changeCounter({ size: chosen })}
          />
          <p className={styles.remembered}>{t('This device remembers both, and its sound and sorting.')}</p>
          <TabletSetting vendorId={vendorId} />
          <LatenessSetting vendorId={vendorId} />
        </div>
      </Sheet>
    </>
  );
}
