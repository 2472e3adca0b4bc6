/** Which of two bodies of a cart is the later one. Responses may arrive in any order: the version decides, never the arrival. */
import type { Cart } from 'shared-contracts/types';

/** A cart as the screens have it. */
export interface ShownCart extends Cart {
  /** The number that the customer tells support: the wire's `paymentnumber`. */
  paymentId: string;
}

export function shownCart(cart: Cart): ShownCart {
  return { ...cart, paymentId: cart.paymentnumber };
}

/** The new cart of one person at one venue, as far as this page knows. */
export interface KnownCart {
  /** null: there is none. */
  data: ShownCart | null;
  /** The highest id of a cart that was paid or abandoned. Ids grow and an ended cart stays ended. */
  endedId?: number | undefined;
}

/**
 * Merges a body that arrived into what is known. The higher version of one cart holds, and the higher id of two carts; a cart that has
 * ended does not come back. `data: null` counts for the carts up to its `endedId`.
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

/** The second one where neither is later: a price or a line's availability changes without a new version. */
function laterOf(one: ShownCart | null, other: ShownCart): ShownCart {
  if (!one || one.id < other.id) return other;
  return one.id > other.id || one.version > other.version ? one : other;
}

function highest(...ids: (number | undefined)[]): number | undefined {
  return ids.reduce((most, id) => (id !== undefined && id > (most ?? 0) ? id : most), undefined);
}
