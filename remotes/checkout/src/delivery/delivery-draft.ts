/** Stores deliveries of this tab that are not applied yet, by order, so that a reload does not lose them. */
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

/** @param draft undefined after the choice is applied or cancelled */
export function keepDeliveryDraft(orderId: number, draft: DeliveryDraft | undefined): void {
  try {
    if (draft === undefined) window.sessionStorage.removeItem(keyOf(orderId));
    else window.sessionStorage.setItem(keyOf(orderId), JSON.stringify(draft));
  } catch {
    // The browser refuses storage, so the choice exists only in the page.
  }
}
