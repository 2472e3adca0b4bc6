/** Turns an order into what its ticket and its slip print. Pure. */
import { addressText } from '../../messages/mail/address';
import { orderIn } from '../../ordering/orders/line-texts';
import type { OrderLine, OrderRecord } from '../../ordering/orders/order.repository';
import { amountsOfOrders, taxesOfOrder, withServiceCharge } from '../../ordering/orders/order-amounts';
import type { CustomerSlip, KitchenTicket, Mark, OrderHead, TicketLine } from '../ticket/ticket.rules';

export interface PrintedOrder {
  order: OrderRecord;
  /** The group of the menu of each item. */
  groupOf: ReadonlyMap<number, number>;
  address: Parameters<typeof addressText>[0];
  promisedAt: Date | null;
}

export interface Printing {
  language: string;
  /** Empty: the whole order. */
  groupIds: readonly number[];
  marks: readonly Mark[];
  copy: OrderHead['copy'];
}

/** The kitchen's ticket: the lines of the printer's groups. */
export function kitchenTicket(printed: PrintedOrder, printing: Printing): KitchenTicket {
  const { groupIds, language } = printing;
  const { lines } = orderIn(printed.order, language);
  const isWanted = ({ item_id }: OrderLine) => groupIds.includes(printed.groupOf.get(item_id) ?? 0);
  const wanted = lines.filter(isWanted);
  // An item that has changed its group since the order was placed is not lost.
  return { ...headOf(printed, printing), lines: (wanted.length > 0 ? wanted : lines).map(lineOf) };
}

/** The customer's slip: the whole order, as its amounts are those of the whole order. */
export function customerSlip(printed: PrintedOrder, printing: Printing): CustomerSlip {
  const { order, address } = printed;
  const { lines } = orderIn(order, printing.language);
  return {
    ...headOf(printed, printing),
    venue: order.venue_name,
    address: addressText(address),
    currency: order.currency,
    currencySymbol: order.currency_symbol,
    lines: lines.map((line) => ({ ...lineOf(line), totalMinor: line.total_minor })),
    serviceChargeMinor: order.service_fee_minor,
    tipMinor: order.tip_minor,
    taxes: withServiceCharge(taxesOfOrder(order), order).map(({ name, taxMinor }) => ({ name, amountMinor: taxMinor })),
    isTaxIncluded: order.is_tax_included,
    taxNumber: order.tax_number,
    paidMinor: amountsOfOrders([order]).totalMinor,
  };
}

function headOf({ order, promisedAt }: PrintedOrder, { marks, copy }: Printing): OrderHead {
  return {
    number: order.order_number ?? '',
    stall: order.vendor_name,
    place: placeOf(order),
    placedAt: (order.placed_at ?? order.created_at).toISOString(),
    promisedAt: promisedAt?.toISOString() ?? null,
    timeZone: order.venue_timezone,
    buyer: order.user_name,
    instructions: order.delivery_method === 'deliver' ? order.delivery_method_instructions : '',
    allergyNote: order.allergy_note,
    marks,
    copy,
  };
}

function placeOf(order: OrderRecord): OrderHead['place'] {
  const { delivery_method, delivery_method_type: type, delivery_method_location: location } = order;
  if (delivery_method !== 'deliver' || type === null || type === 'collect') return { kind: 'collect', location: '' };
  return { kind: type, location };
}

const lineOf = ({ quantity, item_name, variant_name, options, notes }: OrderLine): TicketLine => ({
  quantity,
  item: item_name,
  variant: variant_name === item_name ? '' : variant_name,
  options: options.map(({ name }) => name),
  note: notes,
});
