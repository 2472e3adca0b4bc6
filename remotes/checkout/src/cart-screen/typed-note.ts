/** An allergy note that is typed and not saved yet, by its order. Stored for this tab, so that a reload does not lose it. */

const keyOf = (orderId: number): string => `checkout.allergy-note.${orderId}`;

/** @returns undefined where none is open */
export function readTypedNote(orderId: number): string | undefined {
  try {
    return window.sessionStorage.getItem(keyOf(orderId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param text undefined once it is saved, or taken back */
export function keepTypedNote(orderId: number, text: string | undefined): void {
  try {
    if (text === undefined) window.sessionStorage.removeItem(keyOf(orderId));
    else window.sessionStorage.setItem(keyOf(orderId), text);
  } catch {
    // Storage is refused: what is typed is in the page alone.
  }
}
