import { escapeHtml } from 'core/texts/escape-html';
import { formatDateTimeGb } from 'shared-contracts/rules/dates';
import { describeDelivery } from 'shared-contracts/rules/delivery';
import { formatMinor } from 'shared-contracts/rules/money';
import { isSameTax, type TaxRate } from 'shared-contracts/rules/totals';
import { addressParagraph } from '../../../messages/mail/address';
import { emailPage, linkParagraphs } from '../../../messages/mail/email-page';
import type { Email } from '../../../messages/mail/mailer';
import { t } from '../../../words';
import type { OrderLine, OrderRecord } from '../../orders/order.repository';
import { addedByRate, amountsOfOrders, taxesOfOrder, withServiceCharge } from '../../orders/order-amounts';

export interface ReceiptEmailInput {
  email: string;
  paymentNumber: string;
  /** The placed orders of one cart, at least one. */
  orders: readonly OrderRecord[];
  /** The address of each stall by its id. */
  addresses: ReadonlyMap<number, string>;
  /** The address of the buyer's orders. */
  link: string;
}

interface Row {
  label: string;
  amount: string;
}

/** One vendor's order. */
interface Section {
  title: Row;
  /** 'Collect: 1 Granary Square, London', or 'Deliver to Table 12, 1 Granary Square, London'. */
  where: string;
  lines: Row[];
}

/**
 * Writes the receipt of a cart for the account that paid. The address may be unconfirmed, so the receipt names no person. It shows only the
 * table or room of the delivery details. Times are in the venue's zone.
 */
export function receiptEmail({ email, paymentNumber, orders, addresses, link }: ReceiptEmailInput): Email {
  const [first] = orders;
  if (!first) throw new Error('A receipt needs an order');
  const text = (minor: number) => formatMinor(minor, first.currency, first.currency_symbol);
  const amounts = amountsOfOrders(orders);
  const paidAt = first.placed_at ?? first.created_at;
  const title = t('Receipt from {venue}', { venue: first.venue_name });
  const when = formatDateTimeGb(paidAt, first.venue_timezone);
  const sections = orders.map((order) => sectionOf(order, text, addresses.get(order.vendor_id) ?? ''));
  const totals: Row[] = [
    { label: t('Items'), amount: text(amounts.itemTotalMinor) },
    ...(amounts.serviceChargeMinor > 0
      ? [{ label: t('Service charge'), amount: text(amounts.serviceChargeMinor) }]
      : []),
    {
      label: first.is_tax_included ? t('{tax} (included)', { tax: first.tax_name }) : first.tax_name,
      amount: text(amounts.hstMinor),
    },
    ...ratesOf(orders, { name: first.tax_name, rateBasisPoints: first.tax_rate_bp }, text),
    ...(amounts.tipMinor > 0 ? [{ label: t('Tip'), amount: text(amounts.tipMinor) }] : []),
  ];
  const paid: Row = { label: t('Paid'), amount: text(amounts.totalMinor) };
  const numbers = first.tax_number
    ? t('Payment {number}, tax number {taxNumber}', { number: paymentNumber, taxNumber: first.tax_number })
    : t('Payment {number}', { number: paymentNumber });
  return {
    to: email,
    subject: line({ label: title, amount: paid.amount }),
    text: [
      title,
      when,
      ...sections.flatMap(({ title: head, where, lines }) => [
        '',
        line(head),
        ...lines.map((each) => `  ${line(each)}`),
        where,
      ]),
      '',
      ...[...totals, paid].map(line),
      '',
      numbers,
      '',
      t('Your orders: {link}', { link }),
    ].join('\n'),
    html: emailPage(title, [
      `<p>${escapeHtml(when)}</p>`,
      ...sections.flatMap(({ title: head, where, lines }) => [
        table([head, ...lines], { boldRow: head }),
        addressParagraph(where),
      ]),
      table([...totals, paid], { boldRow: paid }),
      `<p style="font-size:14px">${escapeHtml(numbers)}</p>`,
      ...linkParagraphs(t('Your orders'), link),
    ]),
  };
}

/** The share of each rate in the tax. Empty if the venue's rate applies to all of it, because the row above names that rate. */
function ratesOf(orders: readonly OrderRecord[], own: TaxRate, text: (minor: number) => string): Row[] {
  const taxes = addedByRate(orders.flatMap((order) => withServiceCharge(taxesOfOrder(order), order)));
  if (taxes.every((tax) => isSameTax(tax, own))) return [];
  return taxes.map(({ name, rateBasisPoints, baseMinor, taxMinor }) => ({
    label: t('of which {name} {rate} % on {amount}', { name, rate: rateBasisPoints / 100, amount: text(baseMinor) }),
    amount: text(taxMinor),
  }));
}

/** The lines of an order and its cost. */
function sectionOf(order: OrderRecord, text: (minor: number) => string, address: string): Section {
  const { totalMinor: paidMinor } = amountsOfOrders([order]);
  return {
    title: {
      label: t('{vendor}, order {number}', { vendor: order.vendor_name, number: order.order_number ?? '' }),
      amount: text(paidMinor),
    },
    where: whereOf(order, address),
    lines: order.lines.map((each) => ({ label: lineLabel(each), amount: text(each.total_minor) })),
  };
}

function whereOf(order: OrderRecord, address: string): string {
  const { delivery_method: method, delivery_method_type: type, delivery_method_location: location } = order;
  if (method !== 'deliver') return address ? t('Collect: {address}', { address }) : t('Collect');
  if (type === 'address') return t('Deliver to your address');
  const where = describeDelivery({ method, type: type ?? '', location });
  return address ? `${where}, ${address}` : where;
}

function lineLabel({ quantity, item_name, variant_name, options }: OrderLine): string {
  const choices = [variant_name, ...options.map(({ name }) => name)].join(', ');
  return `${quantity} × ${item_name} (${choices})`;
}

const line = ({ label, amount }: Row): string => t('{label}: {amount}', { label, amount });

function table(rows: readonly Row[], { boldRow }: { boldRow: Row }): string {
  const cells = rows.map((row) => {
    const weight = row === boldRow ? 'font-weight:700;' : '';
    return `<tr style="${weight}"><td style="padding:4px 0">${escapeHtml(row.label)}</td><td style="padding:4px 0;text-align:end;white-space:nowrap">${escapeHtml(row.amount)}</td></tr>`;
  });
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse">${cells.join('')}</table>`;
}
