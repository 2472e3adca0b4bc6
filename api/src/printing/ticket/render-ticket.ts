/** Renders the document of a ticket: as the bytes of a printer, and as the picture of its preview. */
import { transform } from 'receiptline';
import { COLUMNS, ENCODING, type Page, type Paper, writeDocument } from './receiptline-document';
import type { Row } from './row';
import { drawRow } from './text-picture';

/** A ticket as a receiptline document. It fits paper of one width. */
export interface TicketDocument {
  paper: Paper;
  text: string;
}

/** The command sets: ESC/POS of Epson and many others, StarPRNT, and the older Star Line Mode. */
export type CommandSet = 'escpos' | 'starprnt' | 'starline';

/** receiptline's names. */
const COMMANDS = { escpos: 'escpos', starprnt: 'starsbcs', starline: 'starlinesbcs' } as const;

/**
 * The commands with which receiptline begins: a reset, and one that ends the printer's status reports. A printer that polls resets itself, and its
 * network interface needs the reports.
 */
const RESETS: Readonly<Record<CommandSet, string>> = {
  escpos: '\x1b@\x1da\x00',
  starprnt: '\x1b@\x1b\x1ea\x00',
  starline: '\x1b@\x1b\x1ea\x00',
};

/**
 * Writes the document of a ticket. Text is in the printer's code pages where they have its letters, else it is a picture.
 * @example
 * const rows = inLanguage('fr', () => kitchenRows(ticket));
 * const document = await documentOf(rows, { paper: 80, direction: 'ltr' });
 */
export async function documentOf(rows: readonly Row[], page: Page): Promise<TicketDocument> {
  return { paper: page.paper, text: await writeDocument(rows, page, drawRow) };
}

/**
 * Returns the bytes for a printer.
 * @param polls true for a printer that fetches its tickets (CloudPRNT, Server Direct Print), false for one that a connection feeds
 */
export function printerBytes(
  { paper, text }: TicketDocument,
  { command, polls }: { command: CommandSet; polls: boolean },
): Buffer {
  const commands = transform(text, {
    cpl: COLUMNS[paper],
    encoding: ENCODING,
    command: COMMANDS[command],
    gradient: false,
  });
  const reset = RESETS[command];
  return Buffer.from(polls && commands.startsWith(reset) ? commands.slice(reset.length) : commands, 'latin1');
}

/** Returns the preview of a ticket, an SVG without addresses of other sites. */
export function previewOf({ paper, text }: TicketDocument): string {
  const svg = transform(text, { cpl: COLUMNS[paper], encoding: ENCODING, command: 'svg' });
  // receiptline loads a font from Google, and has a fallback.
  return svg.replace(/<style.*?<\/style>/s, '');
}

/** What a ticket is rendered for: a printer, or a person's eyes. */
export type Target = { command: CommandSet; polls: boolean } | 'preview';

export interface RenderInput {
  rows: readonly Row[];
  page: Page;
  target: Target;
}

/** Renders rows at once, as bytes for a printer, or as an SVG. */
export async function renderRows({ rows, page, target }: RenderInput): Promise<string | Uint8Array> {
  const document = await documentOf(rows, page);
  return target === 'preview' ? previewOf(document) : printerBytes(document, target);
}
