import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '../../words';
import { IconButton } from '../actions/icon-button';
import { DialogFrame, type DialogProps } from './dialog';
import styles from './modal.module.css';

export interface ModalProps extends DialogProps {
  title: string;
  /** Above the title: the mark. */
  lead?: ReactNode;
  /** A sentence under the title. */
  text?: ReactNode;
  children: ReactNode;
}

/** Shows a task in a panel in the middle of the page, 440 px wide. On a phone it is 12 px from the edges. */
export function Modal({ title, lead, text, children, ...dialog }: ModalProps) {
  const id = useId();
  return (
    <DialogFrame {...dialog} shape="modal" aria-labelledby={id}>
      <div className={styles.modal}>
        {lead && <div className={styles.lead}>{lead}</div>}
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {text && <p className={styles.text}>{text}</p>}
        <div className={styles.content}>{children}</div>
        {dialog.isDismissible !== false && (
          <IconButton className={styles.close} icon={X} aria-label={t('Close')} onClick={dialog.onClose} />
        )}
      </div>
    </DialogFrame>
  );
}
