import { useEffect, useState } from 'react';

/** Longer than the time between the two taps of a double tap, in milliseconds. */
export const DOUBLE_TAP_MS = 600;

export interface TapGuardOptions {
  /** Another value where the visitor has asked for other content, such as another tab: it takes taps at once. */
  view?: unknown;
  /** The element was added to a page that the visitor already looks at, so that its first content came under the finger too. */
  isAdded?: boolean;
}

/**
 * True for 600 ms after the content of an element has changed without being asked for. A finger that taps meanwhile has aimed at
 * the content before: at an order that has moved on, or at the button of the first tap of a double tap.
 *
 * Content that is undefined is not on the screen. It takes taps at once when it comes.
 *
 * @example
 * // A tap on 'Pick' makes the button 'Done': the second tap of a double tap does nothing.
 * const isGuarded = useTapGuard(order.state);
 * return <Button aria-disabled={isGuarded || undefined} onClick={isGuarded ? undefined : advance}>{label}</Button>;
 *
 * @example
 * // A new order moves the others to the next cell. Their buttons take no tap and still take the keyboard, whose focus moves along.
 * const isGuarded = useTapGuard(`${order.id} ${order.state}`, { view: tab });
 * return <li style={{ pointerEvents: isGuarded ? 'none' : undefined }}>{card}</li>;
 *
 * @param content what the element shows: a value that is compared by identity
 */
export function useTapGuard(content: string | number | boolean | undefined, options: TapGuardOptions = {}): boolean {
  const { view, isAdded = false } = options;
  const [known, setKnown] = useState({ content, view, isGuarded: isAdded && content !== undefined });
  if (known.content !== content || known.view !== view) {
    const isAskedFor = known.view !== view || known.content === undefined || content === undefined;
    setKnown({ content, view, isGuarded: !isAskedFor });
  }
  useEffect(() => {
    if (!known.isGuarded) return;
    const timer = setTimeout(() => setKnown({ ...known, isGuarded: false }), DOUBLE_TAP_MS);
    return () => clearTimeout(timer);
  }, [known]);
  return known.isGuarded;
}
