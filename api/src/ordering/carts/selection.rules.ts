/** Checks that a selection may be added to the cart, and prices it. The server's prices apply; the client's price is only compared. */

import { type ApiError, conflict, invalid } from 'core/errors';
import { exponentOf, toMinor } from 'shared-contracts/rules/money';
import { isSelectionMet } from 'shared-contracts/rules/options';
import { type LineAmounts, lineTotal, payloadItemTotal } from 'shared-contracts/rules/totals';
import { openingOf } from '../../menu/hours/opening.rules';
import { t } from '../../words';
import type { Selectable, SelectableOption } from './selection.repository';

/** The add-to-cart payload, amounts in major units. */
export interface WantedLine {
  venue_id: number;
  vendor_id: number;
  variant_id: number;
  quantity: number;
  price: number;
  item_total: number;
  total: number;
  options_total?: number | undefined;
  options: readonly { id: number }[];
  notes: string;
}

export interface PricedLine {
  /** The variant, options and notes in one string: the same selection increases the existing line. */
  key: string;
  options: SelectableOption[];
  unitMinor: number;
  optionsMinor: number;
}

export const notOnMenu = () => t('This is not on the menu of this vendor.');

/** The time of the addition, and the language in which the buyer reads the menu. */
interface Moment {
  now: Date;
  language: string;
}

/**
 * @throws ApiError 422 for a choice that was never on this vendor's menu, breaks an option group's limits or has a wrong sum; 409 VENDOR_CLOSED,
 * ITEM_UNAVAILABLE or PRICE_CHANGED if the menu has changed
 */
export function priceLine(wanted: WantedLine, selectable: Selectable, { now, language }: Moment): PricedLine {
  if (selectable.vendor_id !== wanted.vendor_id || selectable.venue_id !== wanted.venue_id) {
    throw invalid({ variant_id: [notOnMenu()] });
  }
  const options = chosenOptions(wanted, selectable, language);
  const item = nameIn({ name: selectable.item_name, texts: selectable.item_texts }, language);
  if (!selectable.is_available) throw unavailable(item);
  const inactive = options.find(({ status }) => status === 'inactive');
  if (inactive) throw unavailable(nameIn(inactive, language));
  if (!openingOf(selectable, now).isOpen) {
    throw conflict('VENDOR_CLOSED', t('{vendor} is not taking orders right now.', { vendor: selectable.vendor_name }));
  }
  const unitMinor = selectable.price_minor;
  const optionsMinor = options.map(({ price_minor }) => price_minor);
  const line = { unitMinor, optionsMinor, quantity: wanted.quantity };
  if (
    minorOf('price', wanted.price, selectable) !== unitMinor ||
    minorOf('total', wanted.total, selectable) !== lineTotal(line)
  ) {
    throw conflict('PRICE_CHANGED', t('The price of {item} has changed. Please look at it again.', { item }));
  }
  refuseWrongSums(wanted, selectable, line);
  return {
    key: JSON.stringify([wanted.variant_id, options.map(({ id }) => id), wanted.notes]),
    options,
    unitMinor,
    optionsMinor: optionsMinor.reduce((sum, price) => sum + price, 0),
  };
}

/** Compares the client's sums with the menu's prices. A difference is an error in the client's arithmetic. */
function refuseWrongSums(wanted: WantedLine, selectable: Selectable, line: LineAmounts): void {
  if (minorOf('item_total', wanted.item_total, selectable) !== payloadItemTotal(line)) {
    throw invalid({ item_total: [t('This is not the price times the quantity.')] });
  }
  if (wanted.options_total === undefined) return;
  const ofAll = lineTotal({ ...line, unitMinor: 0 });
  const ofOne = lineTotal({ ...line, unitMinor: 0, quantity: 1 });
  const clientMinor = minorOf('options_total', wanted.options_total, selectable);
  if (clientMinor !== ofAll && clientMinor !== ofOne) {
    throw invalid({ options_total: [t('This is not the price of the chosen options.')] });
  }
}

/** Returns the chosen options in the menu's order, which may differ from the order of the choice. */
function chosenOptions(wanted: WantedLine, { option_groups }: Selectable, language: string): SelectableOption[] {
  const wantedIds = new Set(wanted.options.map(({ id }) => id));
  if (wantedIds.size !== wanted.options.length) throw invalid({ options: [t('An option was chosen twice.')] });
  const chosen = option_groups.map((group) => group.options.filter(({ id }) => wantedIds.has(id)));
  const broken = option_groups.find((group, index) => !isSelectionMet(group, chosen[index]?.length ?? 0));
  const flat = chosen.flat();
  if (flat.length !== wantedIds.size) throw invalid({ options: [t('An option does not belong to this item.')] });
  if (broken)
    throw invalid({ options: [t('Please check your choice of {name}.', { name: nameIn(broken, language) })] });
  return flat.sort((a, b) => a.id - b.id);
}

const nameIn = ({ name, texts }: Pick<SelectableOption, 'name' | 'texts'>, language: string): string =>
  texts[language]?.name ?? name;

function unavailable(name: string): ApiError {
  return conflict('ITEM_UNAVAILABLE', t('{name} is not available right now.', { name }));
}

/** A sum is rounded to its nearest minor unit, because clients add in floating point. The server computes the same sum. @throws ApiError 422 */
function minorOf(
  field: 'price' | 'item_total' | 'total' | 'options_total',
  amount: number,
  { currency }: Selectable,
): number {
  try {
    return toMinor(field === 'price' ? amount : amount.toFixed(exponentOf(currency)), currency);
  } catch {
    throw invalid({ [field]: [t('This is not an amount of {currency}.', { currency })] });
  }
}
