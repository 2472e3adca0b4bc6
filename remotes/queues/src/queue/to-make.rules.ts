/**
 * Counts what the kitchen has to make. This is not among the rules of the queue, since those load on every page and the rules of refunds do
 * not.
 */
import type { QueueEntry, QueueState } from 'shared-contracts/types';
import { choicesText } from '../order/order-words.rules';
import { leftToMake } from '../order/refund.rules';

/** Tells whether the kitchen has yet to make an order, or makes it now. */
export const isToMake = (state: QueueState): boolean => state === 'new' || state === 'busy';

export interface Dish {
  name: string;
  count: number;
  /** Variant and options, where the dish has any: 'Large · Soy-cured egg'. */
  choices: { name: string; count: number }[];
}

/** Counts the dishes that the new and the started orders need, without refunded ones. The largest count comes first. */
export function dishesToMake(entries: readonly Pick<QueueEntry, 'state' | 'order'>[]): Dish[] {
  const dishes = new Map<string, { count: number; choices: Map<string, number> }>();
  for (const { state, order } of entries) {
    if (!isToMake(state)) continue;
    for (const line of order.order_items.data) {
      const left = leftToMake(order, line);
      if (left === 0) continue;
      const { name } = line.variant.item;
      const dish = dishes.get(name) ?? { count: 0, choices: new Map() };
      dish.count += left;
      const choices = choicesText(line);
      if (choices) dish.choices.set(choices, (dish.choices.get(choices) ?? 0) + left);
      dishes.set(name, dish);
    }
  }
  // Compares by code units: the first `localeCompare` of a page holds a slow tablet up for 100 ms, and the order only has to be steady.
  const mostFirst = (a: { name: string; count: number }, b: { name: string; count: number }) =>
    b.count - a.count || (a.name < b.name ? -1 : 1);
  return [...dishes]
    .map(([name, { count, choices }]) => ({
      name,
      count,
      choices: [...choices].map(([choice, of]) => ({ name: choice, count: of })).sort(mostFirst),
    }))
    .sort(mostFirst);
}
