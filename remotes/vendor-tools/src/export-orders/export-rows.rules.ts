/**
 * Makes the contents of the spreadsheet: 16 columns, with one row for each option of an order item, or one row for an item without options. It
 * is English in every language, since other programs read it.
 */
import { formatDate, formatTime } from 'shared-contracts/rules/dates';
import type { Order, OrderItem } from 'shared-contracts/types';
import type { Row } from '../workbook/cells';

/** The product's own rule sets it: the service charge is the cart's, not the vendor's. */
const SERVICE_CHARGE = 0;

const text = (value: string | null | undefined): string => value?.trim() || 'N/A';
const number = (value: number | null | undefined): number => (Number.isFinite(value) ? (value as number) : 0);

/** Returns the vendor's own orders that were created on or after `since`, in the order they came. */
export function exportedOrders(orders: readonly Order[], vendorId: number, since: Date | null): Order[] {
  const start = since?.getTime() ?? Number.NEGATIVE_INFINITY;
  return orders.filter(({ vendor, created_at }) => vendor.id === vendorId && Date.parse(created_at) >= start);
}

/** @param timeZone the venue's, which the order's date and time are written in */
export function exportRows(order: Order, timeZone: string): Row[] {
  const orderCells: Row = [
    text(order.vendor.name),
    text(order.order_number),
    formatDate(order.created_at, timeZone, 'en'),
    formatTime(order.created_at, timeZone, 'en'),
  ];
  const end: Row = [SERVICE_CHARGE, number(order.total), text(order.delivery_method)];
  return order.order_items.data.flatMap((line) =>
    optionCells(line).map((option) => [...orderCells, ...lineCells(line), ...option, ...end]),
  );
}

function lineCells({ quantity, variant }: OrderItem): Row {
  return [
    text(variant.item.name),
    number(variant.item.master.price),
    number(quantity),
    text(variant.name),
    number(variant.price),
    number(quantity),
  ];
}

/** The spec sets the quantity to 1 in every row, also where there is no option. */
const OPTION_QUANTITY = 1;

function optionCells({ item_options }: OrderItem): Row[] {
  if (item_options.data.length === 0) return [[text(null), 0, OPTION_QUANTITY]];
  return item_options.data.map(({ option }) => [text(option.name), number(option.price), OPTION_QUANTITY]);
}
