/** Writes the texts and addresses of one order: its number, destination and items. */
import { describeDelivery } from 'shared-contracts/rules/delivery';
import { matcher } from 'shared-contracts/rules/search';
import type { Order, QueueState } from 'shared-contracts/types';

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
  return order.delivery_method === 'deliver' ? deliveryText(order).replace(/^Deliver to /, '') : 'Collect';
}

/** Returns the words of the customer's button once the food is done. */
export function receiveLabel(order: Pick<Order, 'delivery_method'>): 'Collect' | 'Delivered' {
  return order.delivery_method === 'deliver' ? 'Delivered' : 'Collect';
}

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
  return allergens.length > 0 ? `Contains ${allergens.join(', ')}` : 'None of the 14 allergens';
}
