/** Stores unsaved allergy notes of this tab by order, so that a reload does not lose them. */

const keyOf = (orderId: number): string => `checkout.allergy-note.${orderId}`;

/** @returns undefined if no note is open */
export function readTypedNote(orderId: number): string | undefined {
  try {
    return window.sessionStorage.getItem(keyOf(orderId)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param text undefined after the note is saved or cancelled */
export function keepTypedNote(orderId: number, text: string | undefined): void {
  try {
    if (text === undefined) window.sessionStorage.removeItem(keyOf(orderId));
    else window.sessionStorage.setItem(keyOf(orderId), text);
  } catch {
    // The browser refuses storage, so the text exists only in the page.
  }
}
