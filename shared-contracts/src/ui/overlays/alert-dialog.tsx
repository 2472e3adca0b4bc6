import { type ReactNode, useId } from 'react';
import { t } from '../../words';
import { Button } from '../actions/button';
import styles from './alert-dialog.module.css';
import { DialogFrame } from './dialog';

export interface AlertDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** Called by CLOSE, Escape and a press on the backdrop. Without `onOk`, OK calls it too. */
  onClose: () => void;
  /** Makes the dialog a question with two buttons, and is called by OK. Without it the dialog is a message, and OK closes it. */
  onOk?: () => void;
  /** Defaults to 'OK'. */
  okLabel?: string;
  /** Defaults to 'CLOSE'. */
  closeLabel?: string;
  /** OK does something that cannot be undone. */
  isDanger?: boolean;
  /** The action that OK started is running, and both buttons wait. */
  busy?: boolean;
}

/** A message or question that must be answered before anything else. */
export function AlertDialog({
  open,
  title,
  children,
  onClose,
  onOk,
  okLabel = t('OK'),
  closeLabel = t('CLOSE'),
  isDanger,
  busy = false,
}: AlertDialogProps) {
  const id = useId();
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      isDismissible={!busy}
      role="alertdialog"
      shape="modal"
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
    >
      <div className={styles.alert}>
        <h2 id={`${id}-title`}>{title}</h2>
        {children && (
          <div id={`${id}-text`} className={styles.text}>
            {children}
          </div>
        )}
        <div className={styles.buttons}>
          {onOk && (
            <Button variant="quiet" onClick={busy ? undefined : onClose} aria-disabled={busy} data-autofocus>
              {closeLabel}
            </Button>
          )}
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            onClick={onOk ?? onClose}
            busy={busy}
            data-autofocus={onOk ? undefined : true}
          >
            {okLabel}
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}
