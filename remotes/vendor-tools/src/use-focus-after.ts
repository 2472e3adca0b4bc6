import { useEffect, useRef } from 'react';

/**
 * Keeps the focus near a button that its own press removes.
 * @param next returns the element that takes the focus once the button is gone
 * @returns a function to call at the press
 */
export function useFocusAfter(isShown: boolean, next: () => HTMLElement | null | undefined): () => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (isShown || !isPressed.current) return;
    isPressed.current = false;
    // The focus stays if the user has moved it to another element meanwhile.
    if (document.activeElement === document.body) next()?.focus();
  });
  return () => {
    isPressed.current = true;
  };
}
