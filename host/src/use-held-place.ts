import { useLayoutEffect, useRef } from 'react';

interface Held {
  button: Element;
  /** The button's distance from the top of the window, in pixels. */
  at: number;
  release: () => void;
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

/**
 * Holds a button where it was tapped: if the messages of a form move it, the page scrolls by as much, so that a second
 * tap lands on the same button. The hold ends when something is typed or chosen. A dialog scrolls by itself, so its
 * buttons are not held.
 * @returns a function that holds the button; the component has to be the one that is rendered again when the form
 *   changes
 */
export function useHeldPlace(): (button: Element | null | undefined) => void {
  const held = useRef<Held>(undefined);
  // After every render, since any of them may move it.
  useLayoutEffect(() => {
    const { current } = held;
    if (!current?.button.isConnected) return;
    const moved = topOf(current.button) - current.at;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  });
  useLayoutEffect(() => () => held.current?.release(), []);
  return (button) => {
    held.current?.release();
    if (!button || button.closest('dialog, [role="dialog"]')) return;
    const follow = () => {
      if (held.current) held.current.at = topOf(button);
    };
    const release = () => {
      held.current = undefined;
      document.removeEventListener('scroll', follow);
      document.removeEventListener('input', release);
    };
    held.current = { button, at: topOf(button), release };
    document.addEventListener('scroll', follow);
    document.addEventListener('input', release);
  };
}
