/**
 * Writes a whole ticket as text. This is not among the words of an order, since those load on every page and the rules of refunds do not.
 */
import type { Order } from 'shared-contracts/types';
import { listed } from '../listed';
import { t } from '../words';
import { choicesText, deliveryPlace, orderLabel } from './order-words.rules';
import { leftToMake, lineRefundText } from './refund.rules';

/**
 * Writes every word of a ticket: 'A-1, Kumo Ramen, Thandi M., Table 12: Allergy: Nuts; 2 Tonkotsu ramen, Large (No onion); By the window'.
 */
export function ticketWords(order: Order): string {
  const lines = order.order_items.data.map((line) => {
    const what = `${leftToMake(order, line) || line.quantity} ${line.variant.item.name}`;
    const words = listed([what, choicesText(line), lineRefundText(order, line)].filter(Boolean));
    return line.notes ? `${words} (${line.notes})` : words;
  });
  const who = listed([orderLabel(order), order.vendor.name, order.user.name, deliveryPlace(order)]);
  const allergy = order.allergy_note && t('Allergy: {note}', { note: order.allergy_note });
  const what = [allergy, ...lines, order.delivery_method_instructions].filter(Boolean).join(t('; '));
  return t('{who}: {what}', { who, what });
}
