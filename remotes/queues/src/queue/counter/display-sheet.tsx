import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ChoiceGroup, Sheet } from 'shared-contracts/ui';
import { changeCounter, type Theme, type TypeSize, useCounter } from './counter';
import styles from './counter-switches.module.css';
import { LatenessSetting } from './lateness-setting';

const THEMES: { id: Theme; name: string }[] = [
  { id: 'device', name: 'As the device' },
  { id: 'light', name: 'Light' },
  { id: 'dark', name: 'Dark' },
];
const SIZES: { id: TypeSize; name: string }[] = [
  { id: 'normal', name: 'Normal' },
  { id: 'large', name: 'Large' },
  { id: 'largest', name: 'Largest' },
];

/** Sets how this device shows the queue, and when an order is late at this stall. */
export function DisplayButton({ vendorId }: { vendorId: number }) {
  const [isOpen, setOpen] = useState(false);
  const { theme, size } = useCounter();
  return (
    <>
      <Button size="small" icon={Settings2} onClick={() => setOpen(true)}>
        Display
      </Button>
      <Sheet open={isOpen} title="Display" onClose={() => setOpen(false)}>
        <div className={styles.display}>
          <ChoiceGroup
            type="radio"
            title="Theme"
            choices={THEMES}
            selected={[theme]}
            onChange={([chosen]) => chosen && changeCounter({ theme: chosen })}
          />
          <ChoiceGroup
            type="radio"
            title="Type size"
            choices={SIZES}
            selected={[size]}
            onChange={([chosen]) => chosen && changeCounter({ size: chosen })}
          />
          <p className={styles.remembered}>This device remembers both, and its sound and sorting.</p>
          <LatenessSetting vendorId={vendorId} />
        </div>
      </Sheet>
    </>
  );
}
