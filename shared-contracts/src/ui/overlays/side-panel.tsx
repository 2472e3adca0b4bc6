import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../words';
import { IconButton } from '../actions/icon-button';
import { DialogFrame, type DialogProps } from './dialog';
import styles from './side-panel.module.css';

export interface SidePanelProps extends DialogProps {
  /** Names the panel. Shown at its head unless `head` is given. */
  title: string;
  /** In the title's place: mark and brand. */
  head?: ReactNode;
  children: ReactNode;
  /** At the bottom, under a hairline. */
  foot?: ReactNode;
  /** `left` by default: the side where lines begin, which is the right one on a page from right to left. */
  side?: 'left' | 'right';
}

/** 320 px from the edge of the page, top to bottom. */
export function SidePanel({ title, head, children, foot, side = 'left', ...dialog }: SidePanelProps) {
  return (
    <DialogFrame {...dialog} shape="panel" side={side} aria-label={title}>
      <div className={styles.panel}>
        <div className={styles.head}>
          {head ?? <h2>{title}</h2>}
          <IconButton icon={X} aria-label={t('Close')} onClick={dialog.onClose} />
        </div>
        <div className={styles.content}>{children}</div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </DialogFrame>
  );
}
