/** The words of notices, which the open page and Web Push share (spec, real-time events). */
import type { DeliveryMethod } from '../types';

/** Milliseconds on, off, on. */
export const NOTICE_VIBRATION: readonly number[] = [100, 50, 100];

export function doneTitle(vendorName: string): string {
  return `${vendorName} is done!`;
}

export function doneText(method: DeliveryMethod | null): string {
  return method === 'deliver' ? 'Your order will be delivered shortly!' : 'You are welcome to collect!';
}

/** The title of a Message event, whose notice stays until it is dismissed. */
export function messageTitle(product: string): string {
  return `${product} Notify`;
}
