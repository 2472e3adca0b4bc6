import type { ReactNode } from 'react';
import { cx } from '../cx';
import styles from './dialog.module.css';
import { useDialog } from './use-dialog';

export interface DialogProps {
  open: boolean;
  /** Escape, the backdrop, or a button inside asks to close. Set `open` to false here. */
  onClose: () => void;
  /** False while something runs that must not be left, such as a payment. Defaults to true. */
  isDismissible?: boolean;
}

interface DialogFrameProps extends DialogProps {
  role?: 'alertdialog';
  shape: 'modal' | 'sheet' | 'panel';
  side?: 'left' | 'right';
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-label'?: string;
  children: ReactNode;
}

/** The common frame of Modal, Sheet, SidePanel and AlertDialog. */
export function DialogFrame({ open, onClose, isDismissible = true, shape, side, children, ...rest }: DialogFrameProps) {
  const { ref, isPresent } = useDialog(open, onClose, isDismissible);
  return (
    <dialog
      {...rest}
      ref={ref}
      className={cx(styles.dialog, styles[shape], side && styles[side])}
      data-side={side}
      tabIndex={-1}
    >
      {isPresent && <div className={styles.inside}>{children}</div>}
    </dialog>
  );
}
