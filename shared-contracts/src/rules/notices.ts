/** The words of notices, which the open page and Web Push share (spec, real-time events). */
import type { DeliveryMethod } from '../types';
import { t } from '../words';

/** Milliseconds on, off, on. */
export const NOTICE_VIBRATION: readonly number[] = [100, 50, 100];

/**
 * Returns the title of the notice that an order is done.
 * @example
 * doneTitle('Kumo Ramen'); // 'Kumo Ramen is done!'
 */
export function doneTitle(vendorName: string): string {
  return t('{vendorName} is done!', { vendorName });
}

/**
 * Returns the text of the notice that an order is done.
 * @example
 * doneText('collect'); // 'You are welcome to collect!'
 */
export function doneText(method: DeliveryMethod | null): string {
  return method === 'deliver' ? t('Your order will be delivered shortly!') : t('You are welcome to collect!');
}

/**
 * Returns the title of a Message event, whose notice stays until it is dismissed.
 * @example
 * messageTitle('Foodhall'); // 'Foodhall Notify'
 */
export function messageTitle(product: string): string {
  return t('{product} Notify', { product });
}
