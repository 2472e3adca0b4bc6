import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { announceDialogs } from './top-dialog';

/**
 * A press on the backdrop counts once the dialog has been open for this many milliseconds: the second of two quick taps on the button that
 * opened it would close it again, before it was seen.
 */
const OPENING_MS = 500;

export interface DialogControl {
  ref: RefObject<HTMLDialogElement | null>;
  /** Whether there is something to render, from the opening until the closing animation has ended. */
  isPresent: boolean;
}

/**
 * Drives a native `<dialog>`: it brings the focus trap, the inert page behind, Escape and the return of focus. The focus starts
 * at the element with `data-autofocus`, else at the dialog itself, so that its title is read first. Escape and a press on the
 * backdrop call `onClose`; a change of `open` to false does not.
 */
export function useDialog(open: boolean, onClose: () => void, isDismissible: boolean): DialogControl {
  const ref = useRef<HTMLDialogElement>(null);
  const [isPresent, setIsPresent] = useState(open);
  if (open && !isPresent) setIsPresent(true);

  const closedByUs = useRef(false);
  /** By `performance.now()`, as the times of events are. */
  const openedAt = useRef(0);
  const wasOpen = useRef(false);
  const latest = useRef({ onClose, isDismissible });
  useLayoutEffect(() => {
    latest.current = { onClose, isDismissible };
  });

  // The dialog closes here and not in a cleanup, after which React restores the focus that it found before: that would undo the
  // dialog's own return of the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open) {
      wasOpen.current = true;
      if (dialog.open) return;
      closedByUs.current = false;
      dialog.showModal();
      openedAt.current = performance.now();
      announceDialogs();
      (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus();
      return;
    }

    // A dialog that was not open has nothing to fade, and asking for its animations would lay out the whole page.
    if (!wasOpen.current) return;
    wasOpen.current = false;
    closedByUs.current = true;
    dialog.close();
    announceDialogs();
    // The content stays until the dialog has faded, then goes, and with it everything typed.
    const animations = dialog.getAnimations?.() ?? [];
    if (animations.length === 0) {
      setIsPresent(false);
      return;
    }
    let isCurrent = true;
    void Promise.allSettled(animations.map((animation) => animation.finished)).then(() => {
      if (isCurrent) setIsPresent(false);
    });
    return () => {
      isCurrent = false;
    };
  }, [open]);

  // A dialog that is merely taken out of the page does not give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => {
      closedByUs.current = true;
      dialog?.close();
      announceDialogs();
    };
  }, []);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const dismiss = () => {
      if (latest.current.isDismissible) latest.current.onClose();
    };
    const onCancel = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      dismiss();
    };
    // A browser may close a dialog that has refused Escape once. The caller must learn of that.
    const onNativeClose = (event: Event) => {
      if (event.target === dialog && !dialog.open && !closedByUs.current) latest.current.onClose();
    };
    // Only a press that starts and ends on the backdrop counts, not a text selection that ends there.
    let startedOutside = false;
    const onPointerDown = (event: Event) => {
      startedOutside = event.target === dialog && event.timeStamp - openedAt.current >= OPENING_MS;
    };
    const onClick = (event: Event) => {
      if (startedOutside && event.target === dialog) dismiss();
    };
    dialog.addEventListener('cancel', onCancel);
    dialog.addEventListener('close', onNativeClose);
    dialog.addEventListener('pointerdown', onPointerDown);
    dialog.addEventListener('click', onClick);
    return () => {
      dialog.removeEventListener('cancel', onCancel);
      dialog.removeEventListener('close', onNativeClose);
      dialog.removeEventListener('pointerdown', onPointerDown);
      dialog.removeEventListener('click', onClick);
    };
  }, []);

  return { ref, isPresent };
}
