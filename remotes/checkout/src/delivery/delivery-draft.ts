/** A delivery that is chosen or typed and not applied yet, by its order. Stored for this tab, so that a reload does not lose it. */
import type { DeliveryChoice } from 'shared-contracts/rules/delivery';

export interface DeliveryDraft {
  choice: DeliveryChoice;
  instructions: string;
}

const keyOf = (orderId: number): string => `checkout.delivery.${orderId}`;

export function readDeliveryDraft(orderId: number): DeliveryDraft | undefined {
  try {
    const draft = JSON.parse(window.sessionStorage.getItem(keyOf(orderId)) ?? 'null') as DeliveryDraft | null;
    return draft && isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

function isDraft({ choice, instructions }: Partial<DeliveryDraft>): boolean {
  return [instructions, choice?.method, choice?.type, choice?.location].every((each) => typeof each === 'string');
}

/** @param draft undefined once it is applied, or taken back */
export function keepDeliveryDraft(orderId: number, draft: DeliveryDraft | undefined): void {
  try {
    if (draft === undefined) window.sessionStorage.removeItem(keyOf(orderId));
    else window.sessionStorage.setItem(keyOf(orderId), JSON.stringify(draft));
  } catch {
    // Storage is refused: what is typed is in the page alone.
  }
}
