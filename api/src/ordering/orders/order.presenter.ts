import { toMajor } from 'shared-contracts/rules/money';
import type { Cancellation, Order, OrderItem, Refund } from 'shared-contracts/types';
import type { CancellationRecord, OrderLine, OrderRecord, RefundRecord } from './order.repository';
import { amountsOfOrders, taxesOfOrder } from './order-amounts';

export function presentOrder(order: OrderRecord): Order {
  const major = (minor: number): number => toMajor(minor, order.currency);
  return {
    id: order.id,
    order_number: order.order_number,
    state: order.state,
    created_at: order.created_at.toISOString(),
    total: major(order.total_minor),
    tax_amount: major(order.tax_minor),
    tax_name: order.tax_name,
    tax_number: order.tax_number,
    taxes: presentTaxes(order, major),
    tax_inclusive: order.is_tax_included ? 'Includes' : 'Excludes',
    service_fee: major(order.service_fee_minor),
    service_fee_tax: major(order.service_fee_tax_minor),
    ...(order.tip_minor > 0 && { tip: major(order.tip_minor) }),
    currency: order.currency,
    currency_symbol: order.currency_symbol,
    delivery_method: order.delivery_method,
    delivery_method_type: order.delivery_method_type,
    delivery_method_location: order.delivery_method_location,
    delivery_method_instructions: order.delivery_method_instructions,
    delivery_scanned_at: order.delivery_scanned_at?.toISOString() ?? null,
    ...(order.allergy_note !== '' && { allergy_note: order.allergy_note }),
    vendor: {
      id: order.vendor_id,
      name: order.vendor_name,
      image_url: order.vendor_image_url,
      address_1: order.vendor_address_1,
      delivery_method_types: order.delivery_method_types,
      paystack_account: order.subaccount_code === null ? null : { subaccount_code: order.subaccount_code },
    },
    user: { id: order.user_id, name: order.user_name },
    venue: { id: order.venue_id, name: order.venue_name, timezone: order.venue_timezone },
    order_items: { data: order.lines.map((line) => presentLine(line, order.state === 'cart', major)) },
    ...(order.cancellation && { cancellation: presentCancellation(order, order.cancellation, major) }),
    ...(order.refunds.length > 0 && { refunds: { data: order.refunds.map((refund) => presentRefund(refund, major)) } }),
  };
}

type Major = (minor: number) => number;

function presentTaxes(order: OrderRecord, major: Major): NonNullable<Order['taxes']> {
  return taxesOfOrder(order).map(({ name, rateBasisPoints, totalMinor, taxMinor }) => ({
    name,
    rate: rateBasisPoints / 100,
    base: major(order.is_tax_included ? totalMinor - taxMinor : totalMinor),
    amount: major(taxMinor),
  }));
}

/**
 * Presents the refund of a cancelled order. One or several refunds return its whole price, and the least advanced of them decides the
 * state.
 */
function presentCancellation(
  order: OrderRecord,
  { reason, cancelled_at }: CancellationRecord,
  major: Major,
): Cancellation {
  if (order.refunds.length === 0) return { reason, cancelled_at, refund: { amount: 0, state: 'refunded' } };
  const { totalMinor } = amountsOfOrders([order]);
  const refundedMinor = order.refunds.reduce(
    (sum, { state, amount_minor }) => sum + (state === 'failed' ? 0 : amount_minor),
    0,
  );
  const states = new Set(order.refunds.map(stateOfRefund));
  // If the provider took a refund back, the sum lacks it, and an operator must look. Otherwise a provider's rounding may leave a remainder.
  const hasFailed = order.refunds.some(({ state }) => state === 'failed');
  if (hasFailed && refundedMinor < totalMinor) states.add('unclear');
  const state = (['unclear', 'delayed', 'pending'] as const).find((each) => states.has(each)) ?? 'refunded';
  return { reason, cancelled_at, refund: { amount: major(hasFailed ? totalMinor : refundedMinor), state } };
}

export function stateOfRefund({ state, tries }: Pick<RefundRecord, 'state' | 'tries'>): Refund['state'] {
  switch (state) {
    case 'wanted':
    case 'asked':
      return tries === 0 ? 'pending' : 'delayed';
    case 'done':
      return 'refunded';
    default:
      return state;
  }
}

function presentRefund(refund: RefundRecord, major: Major): Refund {
  const { amount_minor, reason, created_at, lines } = refund;
  return { amount: major(amount_minor), reason, created_at, state: stateOfRefund(refund), items: { data: lines } };
}

function presentLine(line: OrderLine, isInCart: boolean, major: Major): OrderItem {
  return {
    id: line.id,
    quantity: line.quantity,
    notes: line.notes,
    price: major(line.unit_minor),
    total: major(line.total_minor),
    available: line.available,
    ...(line.allergens && { allergens: line.allergens }),
    variant: {
      id: line.variant_id,
      name: line.variant_name,
      // In a cart this is today's price, so that the screen can compare it with the old one. In a placed order it is the paid price.
      price: major(isInCart ? line.variant_minor : line.unit_minor),
      item: { id: line.item_id, name: line.item_name, master: { id: line.master_id, price: major(line.master_minor) } },
    },
    item_options: {
      data: line.options.map(({ id, option_id, name, price_minor }) => ({
        id,
        option: { id: option_id, name, price: major(price_minor) },
      })),
    },
  };
}
