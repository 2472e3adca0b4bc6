/** Writes the texts and addresses of one order: its number, destination and items. */
import { describeDelivery } from 'shared-contracts/rules/delivery';
import { matcher } from 'shared-contracts/rules/search';
import type { Order, QueueState } from 'shared-contracts/types';
import { listed } from '../listed';
import { t } from '../words';
import { allergenName } from './allergen-names';

type Line = Order['order_items']['data'][number];

/** Tells whether a search finds an order: every word occurs in its number, vendor, buyer, location or items. */
export function matchesSearch(order: Order, search: string): boolean {
  return matcher(search)(
    orderLabel(order),
    order.vendor.name,
    order.user.name,
    deliveryPlace(order),
    ...order.order_items.data.map(({ variant }) => `${variant.item.name} ${variant.name}`),
  );
}

/** Returns the number that is called out, or the id where an order has none. */
export function orderLabel({ order_number, id }: Pick<Order, 'order_number' | 'id'>): string {
  return order_number ?? `#${id}`;
}

/** Returns the address of an order's page. `state` and `queue_id` are hints, and the server's data replace them. */
export function orderPath(orderId: number, state: QueueState | 'cancelled', queueId?: number): string {
  const queue = queueId === undefined ? '' : `&queue_id=${queueId}`;
  return `/order?id=${orderId}&state=${state}${queue}`;
}

/** Returns the address where the receipt of an order prints itself. */
export function printPath(orderId: number): string {
  return `/order/print?id=${orderId}`;
}

/** Describes the delivery: 'Collect', 'Deliver to Table 12', … */
export function deliveryText(order: Order): string {
  return describeDelivery({
    method: order.delivery_method ?? '',
    type: order.delivery_method_type ?? '',
    location: order.delivery_method_location,
  });
}

/** Names the place briefly for the person who carries the food: 'Collect', 'Table 12', 'Room 408', an address. */
export function deliveryPlace(order: Order): string {
  const { delivery_method: method, delivery_method_type: type, delivery_method_location: location } = order;
  if (method !== 'deliver') return describeDelivery({ method: 'collect', type: 'collect', location: '' });
  if (type === 'table') return withKind(location, type, (number) => t('Table {number}', { number }));
  if (type === 'room') return withKind(location, type, (number) => t('Room {number}', { number }));
  return location;
}

/** Some buyers type the word as well, in English or in their language, and 'Room 204' must not become 'Room Room 204'. */
function withKind(location: string, kind: string, write: (number: string) => string): string {
  const words = [kind, write('').trim().toLowerCase()];
  return words.some((word) => location.toLowerCase().startsWith(`${word} `)) ? location : write(location);
}

/** Returns the words of the customer's button once the food is done. */
export function receiveLabel(order: Pick<Order, 'delivery_method'>): string {
  return order.delivery_method === 'deliver' ? t('Delivered') : t('Collect');
}

/** Tells the customer that the order is over. */
export const receivedText = (number: string): string => t('Order {number} is marked as received. Enjoy!', { number });

/** Writes variant and options in one line: 'Large · soy-cured egg'. A variant named like its item adds nothing. */
export const choicesText = (line: Line): string =>
  [variantText(line), optionsText(line)].filter(Boolean).join(CHOICE_SEPARATOR);

export const CHOICE_SEPARATOR = ' · ';

/** Returns the variant's name. It is empty where it equals the item's name. */
export const variantText = ({ variant }: Line): string => (variant.name === variant.item.name ? '' : variant.name);

export const optionsText = ({ item_options }: Line): string =>
  item_options.data.map(({ option }) => option.name).join(CHOICE_SEPARATOR);

/** Lists the allergens of a line with its choices: 'Contains milk, nuts'. It is empty where the stall stated nothing. */
export function allergensText({ allergens }: Order['order_items']['data'][number]): string {
  if (!allergens) return '';
  if (allergens.length === 0) return t('None of the 14 allergens');
  return t('Contains {allergens}', { allergens: listed(allergens.map(allergenName)) });
}
