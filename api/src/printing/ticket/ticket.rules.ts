/**
 * Lays out what a stall prints: the kitchen's ticket, the customer's slip, the day's end. The result are rows; receiptline-document.ts writes them
 * for a printer. The words are in the language at hand, so call these functions inside of `inLanguage(printer.language, …)`.
 */
import { formatDateGb, formatTime } from 'shared-contracts/rules/dates';
import { formatMinor } from 'shared-contracts/rules/money';
import { plural, t } from '../../words';
import type { Row, TextRow } from './row';
import { cleanText, isVisible } from './typed-text';

export interface TicketLine {
  quantity: number;
  item: string;
  /** Empty if the item has one variant of its own name. */
  variant: string;
  options: readonly string[];
  /** As the customer typed it; empty if there is none. */
  note: string;
}

/** What a ticket says about its own printing. */
export type Mark =
  | { kind: 'duplicate' }
  | { kind: 'reprint'; by: string; at: string }
  /** The names of two printers. The ticket says the same on both. */
  | { kind: 'moved'; from: string; to: string };

export interface OrderHead {
  /** 'K-101'. */
  number: string;
  stall: string;
  place: { kind: 'collect' | 'table' | 'room' | 'address'; location: string };
  /** ISO 8601. */
  placedAt: string;
  /** The time that the guest was told, ISO 8601; null if none was. */
  promisedAt: string | null;
  /** An IANA name. */
  timeZone: string;
  buyer: string;
  /** What the guest wrote about the delivery, such as 'ring the bell'; empty if there is nothing. */
  instructions: string;
  /** Empty if there is none. */
  allergyNote: string;
  /** Empty for a ticket that prints for the first time, where it belongs. */
  marks: readonly Mark[];
  copy: { number: number; count: number };
}

export interface KitchenTicket extends OrderHead {
  lines: readonly TicketLine[];
}

export interface Money {
  currency: string;
  currencySymbol: string;
}

export interface CustomerSlip extends OrderHead, Money {
  venue: string;
  address: string;
  lines: readonly (TicketLine & { totalMinor: number })[];
  serviceChargeMinor: number;
  tipMinor: number;
  taxes: readonly { name: string; amountMinor: number }[];
  isTaxIncluded: boolean;
  /** Empty if the stall has none. */
  taxNumber: string;
  paidMinor: number;
}

export interface DayEndSlip extends Money {
  stall: string;
  /** 'YYYY-MM-DD' in the venue's time zone. */
  day: string;
  /** When it was added up. */
  asOf: string;
  timeZone: string;
  orders: number;
  cancelled: number;
  itemsSold: number;
  salesMinor: number;
  serviceChargeMinor: number;
  taxAddedMinor: number;
  tipsMinor: number;
  taxes: readonly { name: string; amountMinor: number }[];
  paidMinor: number;
  refundsMinor: number;
  netMinor: number;
  items: readonly { name: string; quantity: number; salesMinor: number }[];
}

const RULE: Row = { kind: 'rule' };
const BLANK: Row = { kind: 'blank' };

/** Returns a row, or none if there is nothing to see. */
function row(text: string, rest: Omit<TextRow, 'kind' | 'text'>): TextRow[] {
  return isVisible(text) ? [{ kind: 'text', text, ...rest }] : [];
}

/** Sets a name apart, so that a left-to-right name leaves the other words of a right-to-left row where they are. Only pictures of text use it. */
const apart = (name: string): string => `\u2068${cleanText(name)}\u2069`;

/** The paragraphs that a person typed, one row each. */
const typedRows = (typed: string, rest: Omit<TextRow, 'kind' | 'text'>): TextRow[] =>
  typed.split(/[\r\n\u2028\u2029]+/).flatMap((paragraph) => row(cleanText(paragraph), { direction: 'text', ...rest }));

/** The rows of the kitchen's ticket: large first, so that a cook reads number, place, items and quantities from a metre away. */
export function kitchenRows(ticket: KitchenTicket): Row[] {
  const count = ticket.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return [
    ...markRows(ticket),
    ...row(cleanText(ticket.number), { size: 'huge', isBold: true }),
    ...row(placeText(ticket.place), { size: 'large' }),
    ...typedRows(ticket.instructions, { size: 'tall' }),
    ...timeRows(ticket),
    ...row(cleanText(ticket.buyer), { size: 'tall', isBold: true }),
    ...allergyRows(ticket),
    ...ticket.lines.flatMap((line) => [RULE, ...itemRows(line)]),
    RULE,
    ...row(plural(count, { one: '# item', other: '# items' }), { size: 'normal', end: dayText(ticket) }),
    ...footRows(ticket),
  ];
}

function itemRows(line: TicketLine): Row[] {
  return [
    ...row(quantityText(line), { size: 'large', isBold: true }),
    ...choicesOf(line).flatMap((choice) => row(choice, { size: 'tall', indent: 2, isBold: true })),
    ...typedRows(line.note, { size: 'tall', isInverted: true, isBold: true }),
  ];
}

const quantityText = ({ quantity, item }: TicketLine): string => `${quantity} × ${apart(item)}`;

const choicesOf = ({ variant, options }: TicketLine): string[] =>
  [variant, ...options].map(cleanText).filter((choice) => choice !== '');

/** The rows of the customer's slip, which has prices and totals. */
export function slipRows(slip: CustomerSlip): Row[] {
  const money = (minor: number) => formatMinor(minor, slip.currency, slip.currencySymbol);
  const amount = (label: string, minor: number) => row(label, { size: 'normal', end: money(minor) });
  const items = slip.lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  return [
    ...markRows(slip),
    ...row(cleanText(slip.stall), { size: 'large', isBold: true }),
    ...row(cleanText(slip.venue), { size: 'normal' }),
    ...row(cleanText(slip.address), { size: 'normal' }),
    ...row(slip.taxNumber && t('Tax number {number}', { number: apart(slip.taxNumber) }), { size: 'normal' }),
    RULE,
    ...row(cleanText(slip.number), { size: 'huge', isBold: true }),
    ...row(placeText(slip.place), { size: 'large' }),
    ...typedRows(slip.instructions, { size: 'normal' }),
    ...timeRows(slip),
    ...row(cleanText(slip.buyer), { size: 'tall', isBold: true }),
    ...allergyRows(slip),
    RULE,
    ...slip.lines.flatMap((line) => [
      ...row(quantityText(line), { size: 'tall', end: money(line.totalMinor) }),
      ...choicesOf(line).flatMap((choice) => row(choice, { size: 'normal', indent: 2 })),
      ...typedRows(line.note, { size: 'normal', isInverted: true }),
    ]),
    RULE,
    ...amount(t('Items'), items),
    ...(slip.serviceChargeMinor > 0 ? amount(t('Service charge'), slip.serviceChargeMinor) : []),
    ...slip.taxes.flatMap(({ name, amountMinor }) =>
      amount(slip.isTaxIncluded ? t('{tax} (included)', { tax: apart(name) }) : cleanText(name), amountMinor),
    ),
    ...(slip.tipMinor > 0 ? amount(t('Tip'), slip.tipMinor) : []),
    ...row(t('Paid'), { size: 'large', isBold: true, end: money(slip.paidMinor) }),
    BLANK,
    ...row(dayText(slip), { size: 'normal' }),
    ...footRows(slip),
  ];
}

/** The rows of a day's end: its sums, and what was sold. */
export function dayEndRows(slip: DayEndSlip): Row[] {
  const money = (minor: number) => formatMinor(minor, slip.currency, slip.currencySymbol);
  const sum = (label: string, end: string | number) => row(label, { size: 'normal', end: String(end) });
  return [
    ...row(cleanText(slip.stall), { size: 'large', isBold: true }),
    ...row(t('Day’s end'), { size: 'large' }),
    ...row(formatDateGb(`${slip.day}T00:00:00Z`, 'UTC'), {
      size: 'tall',
      end: formatTime(slip.asOf, slip.timeZone),
    }),
    RULE,
    ...sum(t('Orders'), slip.orders),
    ...sum(t('Cancelled'), slip.cancelled),
    ...sum(t('Items sold'), slip.itemsSold),
    RULE,
    ...sum(t('Sales'), money(slip.salesMinor)),
    ...(slip.serviceChargeMinor > 0 ? sum(t('Service charge'), money(slip.serviceChargeMinor)) : []),
    ...(slip.taxAddedMinor > 0 ? sum(t('Tax'), money(slip.taxAddedMinor)) : []),
    ...(slip.tipsMinor > 0 ? sum(t('Tips'), money(slip.tipsMinor)) : []),
    ...sum(t('Paid'), money(slip.paidMinor)),
    ...sum(t('Refunds'), money(-slip.refundsMinor)),
    ...row(t('Net'), { size: 'large', isBold: true, end: money(slip.netMinor) }),
    RULE,
    ...slip.taxes.flatMap(({ name, amountMinor }) => sum(cleanText(name), money(amountMinor))),
    ...(slip.taxes.length > 0 ? [RULE] : []),
    ...slip.items.flatMap((item) =>
      row(`${item.quantity} × ${apart(item.name)}`, { size: 'normal', end: money(item.salesMinor) }),
    ),
  ];
}

export interface TestPage {
  stall: string;
  printer: string;
  /** ISO 8601. */
  at: string;
  timeZone: string;
}

/** The rows of a test page: each size, inverted text, and letters that a printer does not have. */
export function testRows({ stall, printer, at, timeZone }: TestPage): Row[] {
  return [
    ...row(cleanText(stall), { size: 'large', isBold: true }),
    ...row(t('Test page'), { size: 'large' }),
    ...row(cleanText(printer), { size: 'tall', isBold: true }),
    RULE,
    ...row('K-101', { size: 'huge', isBold: true }),
    ...row(t('Allergy: {note}', { note: 'Crème brûlée €' }), { size: 'tall', isInverted: true }),
    ...row('مرحبا 你好', { size: 'tall', direction: 'text' }),
    RULE,
    ...row(formatDateGb(at, timeZone), { size: 'normal', end: formatTime(at, timeZone) }),
  ];
}

/** Tells the people at a printer that another one has taken over a ticket that this one may have printed. */
export function noticeRows({ number, move, at, timeZone }: Notice): Row[] {
  return [
    ...rowsOfMark({ kind: 'moved', ...move }, timeZone),
    ...row(cleanText(number), { size: 'huge', isBold: true }),
    ...row(formatTime(at, timeZone), { size: 'tall' }),
  ];
}

export interface Notice {
  number: string;
  move: { from: string; to: string };
  /** ISO 8601. */
  at: string;
  timeZone: string;
}

const markRows = ({ marks, timeZone }: OrderHead): Row[] => marks.flatMap((mark) => rowsOfMark(mark, timeZone));

function rowsOfMark(mark: Mark, timeZone: string): Row[] {
  const bar = (text: string) => row(text, { size: 'large', isInverted: true });
  if (mark.kind === 'duplicate') return bar(t('DUPLICATE'));
  if (mark.kind === 'moved') {
    return bar(t('Moved from {from} to {to}', { from: apart(mark.from), to: apart(mark.to) }));
  }
  const who = t('{name}, {time}', { name: apart(mark.by), time: formatTime(mark.at, timeZone) });
  return [...bar(t('REPRINT')), ...row(who, { size: 'tall' })];
}

/** 'Collect', 'Table 12', 'Room 408' or an address. Some buyers type 'Table 12' themselves, which must not become 'Table Table 12'. */
function placeText({ kind, location }: OrderHead['place']): string {
  const place = cleanText(location);
  if (kind === 'collect') return t('Collect');
  if (kind === 'address') return place;
  const write = (number: string) =>
    kind === 'table' ? t('Table {number}', { number }) : t('Room {number}', { number });
  const words = [kind, cleanText(write(''))].map((word) => `${word.toLowerCase()} `);
  return words.some((word) => place.toLowerCase().startsWith(word)) ? place : write(apart(place));
}

function timeRows({ placedAt, promisedAt, timeZone }: OrderHead): Row[] {
  const placed = t('Placed {time}', { time: formatTime(placedAt, timeZone) });
  if (promisedAt === null) return row(placed, { size: 'tall', isBold: true });
  return [
    ...row(t('Promised {time}', { time: formatTime(promisedAt, timeZone) }), { size: 'large' }),
    ...row(placed, { size: 'tall', isBold: true }),
  ];
}

const allergyRows = ({ allergyNote }: OrderHead): Row[] =>
  isVisible(allergyNote)
    ? row(t('Allergy: {note}', { note: cleanText(allergyNote) }), {
        size: 'large',
        isInverted: true,
        direction: 'text',
      })
    : [];

const dayText = ({ placedAt, timeZone }: OrderHead): string => formatDateGb(placedAt, timeZone);

/** Without a foot, a strip of paper that was torn off looks whole. */
function footRows({ stall, copy }: OrderHead): Row[] {
  const copies = copy.count > 1 ? t('Copy {number} of {count}', copy) : undefined;
  return row(cleanText(stall), { size: 'normal', ...(copies && { end: copies }) });
}
