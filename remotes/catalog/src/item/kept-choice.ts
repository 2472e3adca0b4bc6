/**
 * Keeps what a visitor has chosen and typed for an item that is not in the cart yet. It is stored for this tab: a reload, a session that ends, or
 * an item that sells out for a while, loses none of it.
 */
import { shellState } from 'shared-contracts/events';
import { type ItemChoice, MAX_NOTES, MAX_QUANTITY } from './item.rules';

interface KeptChoice {
  choice: ItemChoice;
  /** Who made it; null: a visitor who was signed out, and may sign in since. */
  userId: number | null;
}

const keyOf = (itemId: number): string => `catalog.choice.${itemId}`;

const currentUser = (): number | null => shellState().session?.user.id ?? null;

/** @returns undefined if this visitor has chosen nothing. Whether the item still offers it is for `fitChoice`. */
export function readKeptChoice(itemId: number): ItemChoice | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(keyOf(itemId)) ?? 'null') as Partial<KeptChoice> | null;
    const isOwn = kept?.userId === null || kept?.userId === currentUser();
    return isOwn && isChoice(kept?.choice) ? kept.choice : undefined;
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

export function keepChoice(itemId: number, choice: ItemChoice): void {
  try {
    const kept: KeptChoice = { choice, userId: currentUser() };
    window.sessionStorage.setItem(keyOf(itemId), JSON.stringify(kept));
  } catch {
    // Storage is refused: the choice is in the page alone.
  }
}

export function dropKeptChoice(itemId: number): void {
  try {
    window.sessionStorage.removeItem(keyOf(itemId));
  } catch {
    // Refused, so nothing was stored either.
  }
}
