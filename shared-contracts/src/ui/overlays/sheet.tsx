import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '../../words';
import { IconButton } from '../actions/icon-button';
import { DialogFrame, type DialogProps } from './dialog';
import styles from './sheet.module.css';

export interface SheetProps extends DialogProps {
  title: string;
  /** Rows run from edge to edge; anything else brings 20 px left and right of its own. */
  children: ReactNode;
}

/** Shows a choice in a sheet that rises from the bottom of the window. From 700 px on it is a panel of 440 px over the foot of the page. */
export function Sheet({ title, children, ...dialog }: SheetProps) {
  const id = useId();
  return (
    <DialogFrame {...dialog} shape="sheet" aria-labelledby={id}>
      <div className={styles.sheet}>
        <div className={styles.grip} />
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {dialog.isDismissible !== false && <IconButton icon={X} aria-label={t('Close')} onClick={dialog.onClose} />}
        </div>
        {children}
      </div>
    </DialogFrame>
  );
}
