/** Decides which of two bodies of a cart is newer. Responses may arrive in any order, so the version decides. */
import type { Cart } from 'shared-contracts/types';

/** A cart in the form that the screens use. */
export interface ShownCart extends Cart {
  /** The number that the customer gives to support. The API calls it `paymentnumber`. */
  paymentId: string;
}

export function shownCart(cart: Cart): ShownCart {
  return { ...cart, paymentId: cart.paymentnumber };
}

/** The open cart of one person at one venue, as far as this page knows. */
export interface KnownCart {
  /** null if there is no open cart. */
  data: ShownCart | null;
  /** The highest id of a cart that was paid or abandoned. Ids grow and an ended cart stays ended. */
  endedId?: number | undefined;
}

/**
 * Merges an arrived body into the known cart. The higher version of one cart wins, and the higher id of two carts. A cart that has
 * ended does not come back. `data: null` ends the carts up to its `endedId`.
 */
export function latestCart(known: KnownCart | undefined, arrived: KnownCart): KnownCart {
  const endedId = highest(
    known?.endedId,
    arrived.endedId,
    arrived.data?.state === 'new' ? undefined : arrived.data?.id,
  );
  const carts = [known?.data, arrived.data].filter(
    (cart): cart is ShownCart => cart?.state === 'new' && cart.id > (endedId ?? 0),
  );
  return { data: carts.reduce<ShownCart | null>(laterOf, null), ...(endedId !== undefined && { endedId }) };
}

/** Returns the newer cart; the second one at equal versions, because a price or a line's availability changes without a new version. */
function laterOf(one: ShownCart | null, other: ShownCart): ShownCart {
  if (!one || one.id < other.id) return other;
  return one.id > other.id || one.version > other.version ? one : other;
}

function highest(...ids: (number | undefined)[]): number | undefined {
  return ids.reduce((most, id) => (id !== undefined && id > (most ?? 0) ? id : most), undefined);
}
