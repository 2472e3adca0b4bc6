/** Decides what may be chosen of an item, its price and the body of the request. Amounts are minor units until they are sent. */
import { toMajor, toMinor } from 'shared-contracts/rules/money';
import { isFull, isSelectionMet } from 'shared-contracts/rules/options';
import { type LineAmounts, lineTotal, payloadItemTotal } from 'shared-contracts/rules/totals';
import type { AddToCart, Item, OptionGroup, Variant } from 'shared-contracts/types';

export const MAX_QUANTITY = 999;
export const MAX_NOTES = 500;

/** The active variants and options of an item. Nothing else is shown. */
export interface Offer {
  variants: readonly Variant[];
  /** The groups of the item, then those of its section. */
  groups: readonly OptionGroup[];
  /** False if the item, its section, all of its variants or the options of a required choice are inactive. */
  isAvailable: boolean;
}

export interface ItemChoice {
  /** 0 if there is no variant to choose. */
  variantId: number;
  optionIds: readonly number[];
  notes: string;
  quantity: number;
}

export function buildOffer(item: Item): Offer {
  const variants = item.variants.data.filter(({ status }) => status === 'active');
  const all = [...item.option_groups.data, ...item.group.option_groups.data]
    .filter(
      ({ id, status }, index, groups) => status !== 'inactive' && groups.findIndex((each) => each.id === id) === index,
    )
    .map((group) => ({ ...group, options: { data: group.options.data.filter(({ status }) => status === 'active') } }));
  return {
    variants,
    groups: all.filter(({ options }) => options.data.length > 0),
    isAvailable:
      item.status === 'active' &&
      item.group.status !== 'inactive' &&
      variants.length > 0 &&
      all.every(({ min_select, options }) => options.data.length >= min_select),
  };
}

/** Returns a choice of the default variant or, if it is sold out, of the first available one, without options. */
export function startingChoice(item: Pick<Item, 'master'>, { variants }: Offer): ItemChoice {
  const variant = variants.find(({ id }) => id === item.master.id) ?? variants[0];
  return { variantId: variant?.id ?? 0, optionIds: [], notes: '', quantity: 1 };
}

/** Reduces an earlier choice to what is still offered. */
export function fitChoice(item: Pick<Item, 'master'>, offer: Offer, choice: ItemChoice): ItemChoice {
  const isOffered = offer.variants.some(({ id }) => id === choice.variantId);
  return {
    ...choice,
    variantId: isOffered ? choice.variantId : startingChoice(item, offer).variantId,
    optionIds: offer.groups.flatMap((group) => {
      const chosen = chosenOptions(group, choice);
      return isFull(group, chosen.length) ? chosen.slice(0, group.max_select ?? undefined) : chosen;
    }),
  };
}

/** Returns the chosen options of one group, in its order. */
export function chosenOptions(
  group: Pick<OptionGroup, 'options'>,
  { optionIds }: Pick<ItemChoice, 'optionIds'>,
): number[] {
  return group.options.data.map(({ id }) => id).filter((id) => optionIds.includes(id));
}

/** Replaces the options of one group in a choice. */
export function withOptions(group: OptionGroup, choice: ItemChoice, chosen: readonly number[]): ItemChoice {
  const others = choice.optionIds.filter((id) => group.options.data.every((option) => option.id !== id));
  return { ...choice, optionIds: [...others, ...chosen] };
}

/** Returns the first group that still requires a choice. */
export function unmetGroup({ groups }: Offer, choice: ItemChoice): OptionGroup | undefined {
  return groups.find((group) => !isSelectionMet(group, chosenOptions(group, choice).length));
}

/** Tells whether a group requires exactly one option, so that it has radio buttons and not checkboxes. */
export function isSingleChoice({ min_select, max_select }: Pick<OptionGroup, 'min_select' | 'max_select'>): boolean {
  return min_select === 1 && max_select === 1;
}

/** Returns the amounts of a choice, or undefined while no variant is chosen. */
export function lineAmounts(offer: Offer, choice: ItemChoice, currency: string): LineAmounts | undefined {
  const variant = offer.variants.find(({ id }) => id === choice.variantId);
  if (!variant) return undefined;
  const options = offer.groups.flatMap(({ options: { data } }) => data);
  return {
    unitMinor: toMinor(variant.price, currency),
    optionsMinor: options
      .filter(({ id }) => choice.optionIds.includes(id))
      .map(({ price }) => toMinor(price, currency)),
    quantity: choice.quantity,
  };
}

export interface AddToCartParts {
  venueId: number;
  vendorId: number;
  choice: ItemChoice;
  amounts: LineAmounts;
  currency: string;
}

/**
 * Builds the add-to-cart payload in major units. `item_total` is the variant's price × quantity and `options_total` the amount of the
 * options, so that both add up to `total`.
 */
export function addToCartBody({ venueId, vendorId, choice, amounts, currency }: AddToCartParts): AddToCart {
  const itemTotalMinor = payloadItemTotal(amounts);
  const totalMinor = lineTotal(amounts);
  return {
    venue_id: venueId,
    vendor_id: vendorId,
    variant_id: choice.variantId,
    quantity: choice.quantity,
    price: toMajor(amounts.unitMinor, currency),
    item_total: toMajor(itemTotalMinor, currency),
    total: toMajor(totalMinor, currency),
    options_total: toMajor(totalMinor - itemTotalMinor, currency),
    options: choice.optionIds.map((id) => ({ id })),
    notes: choice.notes.trim(),
  };
}
