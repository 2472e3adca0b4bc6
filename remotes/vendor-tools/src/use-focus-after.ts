import { useEffect, useRef } from 'react';

/**
 * Keeps the focus near a button that its own press removes.
 * @param next what has the focus once the button is gone
 * @returns to be called at the press
 */
export function useFocusAfter(isShown: boolean, next: () => HTMLElement | null | undefined): () => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (isShown || !isPressed.current) return;
    isPressed.current = false;
    // Not where the user has gone on to something else.
    if (document.activeElement === document.body) next()?.focus();
  });
  return () => {
    isPressed.current = true;
  };
}
