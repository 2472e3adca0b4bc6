import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../words';
import { cx } from '../cx';
import { Icon } from '../icon';
import { useTopLayerParent } from '../overlays/top-dialog';
import styles from './toast.module.css';

const ICONS = { dark: Info, success: CircleCheck, danger: CircleAlert } as const;

export interface ToastMessage {
  content: string;
  /** Milliseconds until it hides itself; 3000 by default. The pointer or focus on it stops the clock. */
  timeout?: number;
  /** `top` by default. */
  position?: 'top' | 'bottom';
  /** `dark` by default; `success` is the same ink with a tick. */
  color?: keyof typeof ICONS;
}

export interface ToastProps {
  /** A new object is a new toast, also where the words are the same. */
  toast: ToastMessage | null;
  onDismiss: () => void;
}

/** One message over everything, an open dialog too. Keep it mounted: the region must be there before the words for them to be read out. */
export function Toast({ toast, onDismiss }: ToastProps) {
  const parent = useTopLayerParent();
  const region = useRef<HTMLDivElement>(null);
  const [isHeld, setIsHeld] = useState(false);

  // The region is always in the top layer, even empty, so that assistive technology knows it before the words come. The layer
  // stacks elements in the order in which they were shown, so each toast shows the region again, above all that has opened
  // since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast or parent is the reason to raise it
  useLayoutEffect(() => {
    const element = region.current;
    if (!element || typeof element.showPopover !== 'function') return;
    // The dialog around the region has just left the page. The region is shown once it has its next parent.
    if (!element.isConnected) return;
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [toast, parent]);

  const dismiss = useRef(onDismiss);
  useLayoutEffect(() => {
    dismiss.current = onDismiss;
  });

  useEffect(() => {
    if (!toast) return setIsHeld(false);
    if (isHeld) return;
    const timer = setTimeout(() => dismiss.current(), toast.timeout ?? 3000);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);

  const color = toast?.color ?? 'dark';
  return createPortal(
    <div
      ref={region}
      role="status"
      popover="manual"
      className={cx(styles.region, toast?.position === 'bottom' && styles.bottom)}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {toast && (
        <div className={cx(styles.toast, styles[color])}>
          <Icon of={ICONS[color]} className={styles.icon} />
          <span className={styles.words}>{toast.content}</span>
          {/* An alert dialog has an OK button of its own, which answers its question. */}
          {parent.getAttribute('role') === 'alertdialog' ? (
            <button type="button" className={styles.ok} aria-label={t('Dismiss message')} onClick={onDismiss}>
              <Icon of={X} />
            </button>
          ) : (
            <button type="button" className={styles.ok} onClick={onDismiss}>
              {t('OK')}
            </button>
          )}
        </div>
      )}
    </div>,
    parent,
  );
}
