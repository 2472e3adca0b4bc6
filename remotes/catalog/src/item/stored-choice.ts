/**
 * Stores what a visitor has chosen and typed for an item that is not in the cart yet. It is stored for this tab, so that it outlasts a
 * reload, the end of the session and an item that is sold out for a while.
 */
import { shellState } from 'shared-contracts/events';
import { type ItemChoice, MAX_NOTES, MAX_QUANTITY } from './item.rules';

interface StoredChoice {
  choice: ItemChoice;
  /** The user who made the choice; null for a visitor who was signed out, and may have signed in since. */
  userId: number | null;
}

const storageKey = (itemId: number): string => `catalog.choice.${itemId}`;

const currentUser = (): number | null => shellState().session?.user.id ?? null;

/** @returns undefined if this visitor has chosen nothing. `fitChoice` removes what the item no longer offers. */
export function readStoredChoice(itemId: number): ItemChoice | undefined {
  try {
    const stored = JSON.parse(
      window.sessionStorage.getItem(storageKey(itemId)) ?? 'null',
    ) as Partial<StoredChoice> | null;
    const isOwn = stored?.userId === null || stored?.userId === currentUser();
    return isOwn && isChoice(stored?.choice) ? stored.choice : undefined;
  } catch {
    return undefined;
  }
}

function isChoice(choice: Partial<ItemChoice> | undefined): choice is ItemChoice {
  const { variantId, optionIds, notes, quantity = 0 } = choice ?? {};
  return (
    Number.isInteger(variantId) &&
    Array.isArray(optionIds) &&
    optionIds.every(Number.isInteger) &&
    typeof notes === 'string' &&
    notes.length <= MAX_NOTES &&
    Number.isInteger(quantity) &&
    quantity >= 1 &&
    quantity <= MAX_QUANTITY
  );
}

export function storeChoice(itemId: number, choice: ItemChoice): void {
  try {
    const stored: StoredChoice = { choice, userId: currentUser() };
    window.sessionStorage.setItem(storageKey(itemId), JSON.stringify(stored));
  } catch {
    // The browser refuses storage, so the choice is only in the page.
  }
}

export function dropStoredChoice(itemId: number): void {
  try {
    window.sessionStorage.removeItem(storageKey(itemId));
  } catch {
    // The browser refuses storage, so nothing was stored.
  }
}
