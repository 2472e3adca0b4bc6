/** Derives the cart screen's texts and amounts from the cart's body. No amount is added up in floats. */
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { isSupported } from 'shared-contracts/rules/delivery';
import { formatMajor, formatMinor, toMinor } from 'shared-contracts/rules/money';
import type { Cart, Order, OrderItem, QueueEntry } from 'shared-contracts/types';
import { language, plural, t } from '../words';

export interface CartRow {
  label: string;
  amount: string;
  note?: string;
  /** Tax rates for the small print, one line each. */
  rates?: string[];
}

export interface CartReceipt {
  rows: CartRow[];
  total: CartRow;
}

/** Lists the items, the service charge with its note, the HST, the tip and the total. HST is adjustment_tax plus the orders' tax_amount. */
export function cartReceipt(cart: Cart): CartReceipt {
  const minor = (major: number) => toMinor(major, cart.currency);
  const text = (major: number) => formatMajor(major, cart.currency, cart.currency_symbol);
  const orders = cart.orders.data;
  const hstMinor = orders.reduce((sum, order) => sum + minor(order.tax_amount), minor(cart.adjustment_tax));
  const [first] = orders;
  const tax = first?.tax_name ?? 'HST';
  return {
    rows: [
      { label: t('Items'), amount: text(cart.item_total) },
      ...cart.adjustments.map(({ label, amount }) => ({
        label,
        amount: text(amount),
        note: t('One combined service charge covers every vendor in this order.'),
      })),
      {
        label: first?.tax_inclusive === 'Includes' ? t('{tax} (included)', { tax }) : tax,
        amount: formatMinor(hstMinor, cart.currency, cart.currency_symbol),
        ...ratesOf(cart),
      },
      ...(cart.tip?.amount ? [{ label: t('Tip'), amount: text(cart.tip.amount) }] : []),
    ],
    total: { label: t('To pay'), amount: text(cart.total) },
  };
}

/** Sums each rate over all orders. Returns nothing if all orders have the venue's own tax. */
function ratesOf(cart: Cart): Pick<CartRow, 'rates'> {
  const text = (minor: number) => formatMinor(minor, cart.currency, cart.currency_symbol);
  const rates = new Map<string, number>();
  let isOwn = true;
  for (const { tax_name, taxes = [] } of cart.orders.data) {
    for (const { name, rate, amount } of taxes) {
      const label = t('{name} {rate}\u00a0%', { name, rate });
      rates.set(label, (rates.get(label) ?? 0) + toMinor(amount, cart.currency));
      isOwn &&= name === tax_name;
    }
  }
  if (rates.size < 2 && isOwn) return {};
  const ofCharge = toMinor(cart.adjustment_tax, cart.currency);
  const [first] = cart.orders.data;
  if (first && ofCharge > 0) rates.set(t('{tax} on the service charge', { tax: first.tax_name }), ofCharge);
  return { rates: Array.from(rates, ([tax, minor]) => t('{tax}: {amount}', { tax, amount: text(minor) })) };
}

/** Finds the orders that have no valid delivery yet. */
export function ordersWithoutDelivery(cart: Cart): Order[] {
  return cart.orders.data.filter((order) => !isDeliverySet(order));
}

export function isDeliverySet(order: Order): boolean {
  return isSupported(order.vendor.delivery_method_types, {
    method: order.delivery_method ?? '',
    type: order.delivery_method_type ?? '',
    location: order.delivery_method_location,
  });
}

/** Says what is wrong with a line and what to do. Undefined while it can be bought at its price. */
export function lineFlag(line: OrderItem, currency: string, symbol: string): string | undefined {
  if (line.available) return undefined;
  if (line.variant.price === line.price) {
    return t('This changed since you added it, or is no longer available. Remove it, then choose again from the menu.');
  }
  return t('The price is now {price}, it was {before}. Remove it, then choose again from the menu.', {
    price: formatMajor(line.variant.price, currency, symbol),
    before: formatMajor(line.price, currency, symbol),
  });
}

/** The state of the payment section. */
export type PaymentGate =
  | { state: 'vendors-closed'; vendors: string[] }
  | { state: 'delivery-missing'; vendors: string[] }
  | { state: 'lines-changed' }
  | { state: 'editing' }
  | { state: 'note-open' }
  | { state: 'tip-open' }
  /** The cart costs nothing, so its orders are placed without a payment. */
  | { state: 'free' }
  | { state: 'open' };

/** Whether the vendor of the order has stopped taking orders. */
export const isClosed = ({ vendor }: Order): boolean => vendor.accepting_orders === false;

/** Finds the earliest scheduled opening or closing of a vendor in the cart, as the API wrote it. */
export function nextChange(cart: Cart): string | undefined {
  // All are ISO 8601 in UTC, so the order of the texts is the order of the times.
  return cart.orders.data.flatMap(({ vendor }) => vendor.opening?.changes_at ?? []).sort()[0];
}

/** The form for a tip of the buyer's own, with an amount that the cart does not have. */
export const TIP = 'tip';
/** A form that is open in the cart: an order's Collect / Deliver choice by its id, its allergy note, or the tip. */
export type Editing = number | `note ${number}` | typeof TIP;
export type EditingChange = (what: Editing, isEditing: boolean) => void;
export const noteOf = (orderId: number): Editing => `note ${orderId}`;

/**
 * Payment opens when every vendor takes orders, every order has its delivery, no panel, note or tip is being edited, and every line
 * is still available.
 */
export function paymentGate(cart: Cart, editing: ReadonlySet<Editing>): PaymentGate {
  const closed = cart.orders.data.filter(isClosed);
  if (closed.length > 0) return { state: 'vendors-closed', vendors: closed.map(({ vendor }) => vendor.name) };
  const waiting = ordersWithoutDelivery(cart);
  if (waiting.length > 0) return { state: 'delivery-missing', vendors: waiting.map(({ vendor }) => vendor.name) };
  if (!cart.payable) return { state: 'lines-changed' };
  if (cart.orders.data.some(({ id }) => editing.has(id))) return { state: 'editing' };
  if (cart.orders.data.some(({ id }) => editing.has(noteOf(id)))) return { state: 'note-open' };
  if (editing.has(TIP)) return { state: 'tip-open' };
  return { state: cart.total === 0 ? 'free' : 'open' };
}

/** 'A', 'A and B', 'A, B and C'. */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(language() === SOURCE_LANGUAGE ? 'en-GB' : language()).format(names);
}

/** More orders than this are counted, not named. */
const MOST_NAMED = 3;

/**
 * Says what happened to a cart that is gone from the screen, because another device or a closed tab may have paid it.
 * @param queue the person's orders at all venues
 * @returns undefined if no order of this venue waits
 */
export function queuedText(queue: readonly QueueEntry[], venueId: number): string | undefined {
  const entries = queue.filter(({ order }) => order.venue?.id === venueId);
  const numbers = entries.flatMap(({ order }) => order.order_number ?? []);
  if (numbers.length === 0) return undefined;
  const isPaid = entries.some(({ order }) => order.total > 0);
  const isReady = entries.every(({ state }) => state === 'done');
  return numbers.length > MOST_NAMED
    ? countedText(numbers.length, isPaid, isReady)
    : namedText(numbers, isPaid, isReady);
}

function namedText(orderNumbers: readonly string[], isPaid: boolean, isReady: boolean): string {
  const count = orderNumbers.length;
  const values = { numbers: listOf(orderNumbers) };
  if (isPaid) {
    return isReady
      ? plural(
          count,
          { one: 'Your order {numbers} is paid and ready.', other: 'Your orders {numbers} are paid and ready.' },
          values,
        )
      : plural(
          count,
          {
            one: 'Your order {numbers} is paid and in the queue.',
            other: 'Your orders {numbers} are paid and in the queue.',
          },
          values,
        );
  }
  return isReady
    ? plural(count, { one: 'Your order {numbers} is ready.', other: 'Your orders {numbers} are ready.' }, values)
    : plural(
        count,
        { one: 'Your order {numbers} is in the queue.', other: 'Your orders {numbers} are in the queue.' },
        values,
      );
}

function countedText(count: number, isPaid: boolean, isReady: boolean): string {
  if (isPaid) {
    return isReady
      ? plural(count, { one: 'Your # order is paid and ready.', other: 'Your # orders are paid and ready.' })
      : plural(count, {
          one: 'Your # order is paid and in the queue.',
          other: 'Your # orders are paid and in the queue.',
        });
  }
  return isReady
    ? plural(count, { one: 'Your # order is ready.', other: 'Your # orders are ready.' })
    : plural(count, { one: 'Your # order is in the queue.', other: 'Your # orders are in the queue.' });
}
